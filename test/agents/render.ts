import type { Agent } from "./agent/agent.ts";
import type { Outcome, PersonsVersions } from "./judge.ts";
import { type Check, type SceneResult, ways } from "./result.ts";

/** The results of an agent's scenes; a text where one could not be played. */
export interface Row {
  readonly agent: Agent;
  readonly results: Map<string, SceneResult | string | undefined>;
}

const outcomes: readonly Outcome[] = ["right", "wrong", "ambiguous", "unknown", "missed"];

const heads = [
  ...["agent", "version", "acts", ...outcomes],
  ...["person's versions", "claimed", "in a call", "ambiguous", "hook ms, median / p95", "checks"],
  ...ways,
];

/** One line an agent, as Markdown. */
export function renderTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => cellsOf(row));
  return [heads, heads.map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function cellsOf({ agent, results }: Row): readonly string[] {
  const played = [...results.values()].filter((one) => typeof one === "object");
  const acts = played.flatMap((one) => one.acts);
  const person = played.flatMap((one) => one.person);
  const sum = (of: (one: PersonsVersions) => number) =>
    person.reduce((all, one) => all + of(one), 0);
  const checks = played.flatMap((one) => one.checks);
  return [
    ...[agent.name, agent.published.version, acts.length],
    ...outcomes.map((outcome) => acts.filter((act) => act.outcome === outcome).length),
    ...[sum((one) => one.versions), sum((one) => one.claimed), sum((one) => one.claimedInCall)],
    sum((one) => one.ambiguous),
    quantiles(played.flatMap((one) => one.hooks)),
    heldOf(checks),
    ...ways.map((way) => heldOf(checks.filter((check) => check.way === way))),
  ].map(String);
}

function heldOf(checks: readonly Check[]): string {
  const held = checks.filter(({ why }) => why === undefined);
  return checks.length === 0 ? "–" : `${held.length} of ${checks.length}`;
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(0) ?? "–";
  return `${at(0.5)} / ${at(0.95)} (${sorted.length})`;
}

/** One scene in a line, and what was not as it should be. */
export function renderScene(
  agent: string,
  scene: string,
  result: SceneResult | string | undefined,
): string {
  const faults = faultsOf(result).map((fault) => `\n  ${fault}`);
  if (typeof result !== "object") return `${agent}, ${scene}:${faults.join("")}`;
  const { acts, person, checks, hooks } = result;
  const right = acts.filter(({ outcome }) => outcome === "right").length;
  const claims = person.map((one) => `person ${JSON.stringify(one)}`);
  const held = checks.filter(({ why }) => why === undefined).length;
  const told = [`${right} of ${acts.length} acts`, ...claims, `${held} of ${checks.length} checks`];
  return `${agent}, ${scene}: ${told.join(", ")}, hooks ${quantiles(hooks)}${faults.join("")}`;
}

/** Everything that was not as it should be, one line each. */
export function renderFaults(rows: readonly Row[]): string {
  return rows
    .flatMap(({ agent, results }) =>
      Array.from(results, ([scene, result]) =>
        faultsOf(result).map((fault) => `${agent.name}, ${scene}: ${fault}`),
      ).flat(),
    )
    .join("\n");
}

function faultsOf(result: SceneResult | string | undefined): readonly string[] {
  if (result === undefined) return ["not played: it cannot be driven so"];
  if (typeof result === "string") return [`not played: ${result}`];
  return [
    ...result.acts
      .filter(({ outcome }) => outcome !== "right")
      .map(({ act, outcome, rows }) => `${act.name}: ${outcome} ${JSON.stringify(rows)}`),
    ...result.checks.flatMap(({ claim, why }) => (why === undefined ? [] : [`${claim}: ${why}`])),
  ];
}
