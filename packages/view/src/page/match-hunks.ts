import type { DiffHunk } from "./diff-rows.ts";

/** A part that a plan offers, as its answer has it: from what is on disk to what would be there. */
export interface OfferedHunk {
  readonly number: number;
  readonly hunk: DiffHunk | null;
}

/**
 * The offered parts that take a shown hunk back: those all of whose changes are its own, turned round.
 * Undefined when one of its changes is not offered: the file has changed there since.
 */
export function matchHunks(shown: DiffHunk, offered: readonly OfferedHunk[]): number[] | undefined {
  const wanted = new Map<string, number>();
  for (const change of changesOf(shown, "-", "+"))
    wanted.set(change, (wanted.get(change) ?? 0) + 1);
  const chosen: number[] = [];
  const byNearness = [...offered].sort((a, b) => distance(shown, a) - distance(shown, b));
  for (const { number, hunk } of byNearness) {
    const changes = hunk === null ? [] : changesOf(hunk, "+", "-");
    if (changes.length === 0 || !changes.every((change) => (wanted.get(change) ?? 0) > 0)) continue;
    for (const change of changes) wanted.set(change, (wanted.get(change) ?? 0) - 1);
    chosen.push(number);
  }
  const isWhole = [...wanted.values()].every((left) => left === 0);
  return isWhole && chosen.length > 0 ? chosen.sort((a, b) => a - b) : undefined;
}

function distance(shown: DiffHunk, { hunk }: OfferedHunk): number {
  return hunk === null ? 0 : Math.abs(hunk.old_start - shown.new_start);
}

/** Runs of changed lines, each as one text: lines of the one side and then of the other. */
function changesOf(hunk: DiffHunk, first: "+" | "-", second: "+" | "-"): string[] {
  const runs: string[] = [];
  let run = { [first]: [] as string[], [second]: [] as string[] };
  const close = () => {
    const [a, b] = [run[first] ?? [], run[second] ?? []];
    if (a.length + b.length > 0) runs.push(JSON.stringify([a, b]));
    run = { [first]: [], [second]: [] };
  };
  for (const { op, text } of hunk.lines) {
    if (op === " ") close();
    else run[op]?.push(text);
  }
  close();
  return runs;
}
