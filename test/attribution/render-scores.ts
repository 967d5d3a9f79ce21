import { scoreOf, type Verdict } from "./judge.ts";
import type { Run } from "./record-run.ts";

/** A table of how well a run was told: altogether, by what the rows say, and by what was done. */
export function renderScores(run: Run): string {
  const { seed, agents, verdicts, untold } = run;
  const isApart = (means: string) => means === "intruder" || means === "slow intruder";
  const apart = verdicts.filter(({ deed }) => isApart(deed.means));
  const told = verdicts.filter((one) => !apart.includes(one));
  const groups: readonly (readonly [string, readonly Verdict[]])[] = [
    ["altogether", told],
    ...["hook", "process", "window", "ambiguous", "unknown"].map(
      (confidence) =>
        [`said ${confidence}`, told.filter(({ row }) => row.confidence === confidence)] as const,
    ),
    ...["edit", "plain", "window", "slow", "person"].map(
      (means) => [`done by ${means}`, told.filter(({ deed }) => deed.means === means)] as const,
    ),
    ["deletions", told.filter(({ deed }) => deed.content === null)],
    ["within a window", apart.filter(({ deed }) => deed.means === "intruder")],
    ["slowly within", apart.filter(({ deed }) => deed.means !== "intruder")],
  ];
  const head = `seed ${seed}, ${agents} agents, ${run.cast.deeds.length} deeds, ${untold.length} untold`;
  return [head, ...groups.map(([name, of]) => renderGroup(name, of))].join("\n");
}

function renderGroup(name: string, verdicts: readonly Verdict[]): string {
  const { rows, precision, recall, ambiguous } = scoreOf(verdicts);
  const shares = { precision, recall, ambiguous };
  const cells = Object.entries(shares).map(([of, share]) => `${of} ${(100 * share).toFixed(1)} %`);
  return `  ${name.padEnd(16)} ${String(rows).padStart(4)} rows  ${cells.join("  ")}`;
}

/** The rows that do not name who did it, one line each. */
export function renderWrong({ verdicts }: Run): string {
  const isMissed = ({ outcome, deed }: Verdict): boolean =>
    outcome === "wrong" || (outcome !== "right" && deed.turn !== null);
  return verdicts
    .filter(isMissed)
    .map(({ outcome, row, deed }) => `${outcome} ${JSON.stringify({ row, deed })}`)
    .join("\n");
}
