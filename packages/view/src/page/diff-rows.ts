import { type ColumnRange, intraline } from "@unf/core/lines";

/** A hunk as answers have it. */
export interface DiffHunk {
  readonly old_start: number;
  readonly new_start: number;
  readonly lines: readonly {
    readonly op: " " | "+" | "-";
    readonly text: string;
    readonly masked?: true | undefined;
  }[];
}

/** One side of a row; `marks` are the columns that differ from the other side. */
export interface DiffCell {
  readonly op: " " | "+" | "-";
  readonly n: number;
  readonly text: string;
  readonly marks: readonly ColumnRange[];
}

/** Left what was, right what is; null where there is no such line. */
export interface DiffPair {
  readonly old: DiffCell | null;
  readonly now: DiffCell | null;
}

/** Rows of the split view: the lines of a run that went beside those that came in their place. */
export function splitRows(hunk: DiffHunk): DiffPair[] {
  const rows: DiffPair[] = [];
  let old = hunk.old_start;
  let now = hunk.new_start;
  for (let at = 0; at < hunk.lines.length; ) {
    const line = hunk.lines[at];
    if (line?.op === " ") {
      rows.push({
        old: { op: " ", n: old++, text: line.text, marks: [] },
        now: { op: " ", n: now++, text: line.text, marks: [] },
      });
      at += 1;
      continue;
    }
    const gone = run(hunk, at, "-");
    const come = run(hunk, at + gone.length, "+");
    for (let step = 0; step < Math.max(gone.length, come.length); step += 1) {
      rows.push(pair(gone[step], come[step], old + step, now + step));
    }
    old += gone.length;
    now += come.length;
    at += Math.max(1, gone.length + come.length);
  }
  return rows;
}

/** Rows of the unified view: of each run of changes all that went and then all that came. */
export function unifiedRows(hunk: DiffHunk): DiffCell[] {
  const rows: DiffCell[] = [];
  const come: DiffCell[] = [];
  for (const { old, now } of splitRows(hunk)) {
    const isSame = old?.op === " ";
    if (isSame) rows.push(...come.splice(0));
    if (old !== null && !isSame) rows.push(old);
    if (now !== null) (isSame ? rows : come).push(now);
  }
  return [...rows, ...come];
}

/** The hunk turned round: what it brought goes, and what went comes back. */
export function invertHunk(hunk: DiffHunk): DiffHunk {
  const lines: DiffHunk["lines"][number][] = [];
  const coming: DiffHunk["lines"][number][] = [];
  for (const line of hunk.lines) {
    if (line.op === "-") coming.push({ ...line, op: "+" });
    else if (line.op === "+") lines.push({ ...line, op: "-" });
    else lines.push(...coming.splice(0), line);
  }
  return {
    old_start: hunk.new_start,
    new_start: hunk.old_start,
    lines: [...lines, ...coming],
  };
}

/** The first `max` lines of hunks, and how many more there are. */
export function cutHunks(
  hunks: readonly DiffHunk[],
  max: number,
): { readonly hunks: readonly DiffHunk[]; readonly left: number } {
  const cut: DiffHunk[] = [];
  let room = max;
  for (const hunk of hunks) {
    if (room > 0) cut.push({ ...hunk, lines: hunk.lines.slice(0, room) });
    room -= hunk.lines.length;
  }
  return { hunks: cut, left: Math.max(0, -room) };
}

function run(hunk: DiffHunk, from: number, op: "+" | "-"): string[] {
  const texts: string[] = [];
  for (let at = from; hunk.lines[at]?.op === op; at += 1) texts.push(hunk.lines[at]?.text ?? "");
  return texts;
}

function pair(gone: string | undefined, come: string | undefined, old: number, now: number) {
  const both = gone !== undefined && come !== undefined;
  const marks = both ? intraline(gone, come) : { old: [], new: [] };
  return {
    old: gone === undefined ? null : ({ op: "-", n: old, text: gone, marks: marks.old } as const),
    now: come === undefined ? null : ({ op: "+", n: now, text: come, marks: marks.new } as const),
  };
}
