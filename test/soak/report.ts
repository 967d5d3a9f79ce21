import type { Fault } from "./fault.ts";
import type { Played } from "./soak.ts";

/** One line for every promise that was not kept. */
export function listViolations(played: readonly Played[]): string[] {
  return played.flatMap(({ fault, span, missed, lost, failures }) => {
    const lines: string[] = [];
    const { ms, sayings } = span;
    if (ms === undefined) lines.push("it was not recorded again");
    else if (ms > fault.spanMs) {
      lines.push(`unrecorded for ${seconds(ms)}, ${seconds(fault.spanMs)} allowed`);
    }
    if (fault.mustSay && sayings.asked > 0 && sayings.said === 0) {
      lines.push(`not said while it lasted, asked ${sayings.asked} times`);
    }
    if (missed.length > 0) lines.push(`${missed.length} final states missed: ${missed[0]}`);
    if (lost.length > 0) lines.push(`${lost.length} acknowledged versions lost: ${lost[0]}`);
    lines.push(...failures.map((failure) => failure.replaceAll("\n", " ")));
    return lines.map((line) => `${fault.name}: ${line}`);
  });
}

/** The table, as Markdown. */
export function renderTable(faults: readonly Fault[], played: readonly Played[]): string {
  const rows = faults.map((fault) =>
    renderRow(
      fault,
      played.filter((one) => one.fault === fault),
    ),
  );
  const head = [
    "| fault | times | longest unrecorded | allowed | said while it lasted | missed | lost |",
    "|---|---|---|---|---|---|---|",
  ];
  return [...head, ...rows].join("\n");
}

function renderRow(fault: Fault, played: readonly Played[]): string {
  const spans = played.map(({ span }) => span.ms ?? Number.POSITIVE_INFINITY);
  const sum = (of: (one: Played) => number) => played.reduce((all, one) => all + of(one), 0);
  const cells = [
    fault.name,
    `${played.length}`,
    played.length === 0 ? "–" : seconds(Math.max(...spans)),
    `${seconds(fault.spanMs)} ${fault.counts}`,
    renderSaid(fault, played),
    `${sum(({ missed }) => missed.length)}`,
    `${sum(({ lost }) => lost.length)}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** How many of those who asked were told. Where recording goes on there is nothing to say. */
function renderSaid({ mustSay }: Fault, played: readonly Played[]): string {
  const asked = played.filter(({ span }) => span.sayings.asked > 0);
  const told = asked.filter(({ span }) => span.sayings.said > 0);
  if (asked.length === 0) return played.length === 0 ? "–" : "over before anybody could ask";
  return `${told.length} of ${asked.length}${mustSay ? "" : " (need not be)"}`;
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : "never";
}
