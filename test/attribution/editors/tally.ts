/** A version in `unf log --json`. */
export interface Authored {
  readonly path: string;
  readonly author: { readonly type: string; readonly confidence: string };
}

/** How versions are said to be authored. `nobodys`: unknown, or a person's. */
export interface Tally {
  readonly agents: number;
  readonly ambiguous: number;
  readonly nobodys: number;
}

export function tally(versions: readonly Authored[]): Tally {
  const agents = versions.filter(
    ({ author }) => author.type === "agent" && author.confidence !== "ambiguous",
  ).length;
  const ambiguous = versions.filter(({ author }) => author.confidence === "ambiguous").length;
  return { agents, ambiguous, nobodys: versions.length - agents - ambiguous };
}

export function sum(tallies: readonly Tally[]): Tally {
  const of = (key: keyof Tally): number => tallies.reduce((all, one) => all + one[key], 0);
  return {
    agents: of("agents"),
    ambiguous: of("ambiguous"),
    nobodys: of("nobodys"),
  };
}

export function countOf({ agents, ambiguous, nobodys }: Tally): number {
  return agents + ambiguous + nobodys;
}

export function renderRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}
