import type { DiffHunk } from "./diff-rows.ts";

type Line = DiffHunk["lines"][number];

/** Runs with more lines than this are compared place by place. */
const runMax = 400;

/** The hunk with lines that differ in white space alone as context; undefined where nothing else differs. */
export function hideSpaceChanges(hunk: DiffHunk): DiffHunk | undefined {
  const lines: Line[] = [];
  for (let at = 0; at < hunk.lines.length; ) {
    const end = endOfRun(hunk.lines, at);
    if (end === at) {
      lines.push(...hunk.lines.slice(at, at + 1));
      at += 1;
    } else {
      lines.push(...withoutSpace(hunk.lines.slice(at, end)));
      at = end;
    }
  }
  return lines.some(({ op }) => op !== " ") ? { ...hunk, lines } : undefined;
}

function endOfRun(lines: readonly Line[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.op !== " ") at += 1;
  return at;
}

function withoutSpace(run: readonly Line[]): Line[] {
  const gone = run.filter(({ op }) => op === "-");
  const come = run.filter(({ op }) => op === "+");
  const lines: Line[] = [];
  let [g, c] = [0, 0];
  for (const [i, j] of samePlaces(gone.map(bare), come.map(bare))) {
    lines.push(...gone.slice(g, i), ...come.slice(c, j));
    const line = come[j];
    if (line !== undefined) lines.push({ ...line, op: " " });
    [g, c] = [i + 1, j + 1];
  }
  return [...lines, ...gone.slice(g), ...come.slice(c)];
}

/** The text without its white space. */
function bare({ text }: Line): string {
  return text.replaceAll(/\s+/gu, "");
}

/** Places of a longest common sequence, in order. */
function samePlaces(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length > runMax || b.length > runMax) {
    return a.flatMap((text, n): [number, number][] => (text === b[n] ? [[n, n]] : []));
  }
  const wide = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * wide);
  const length = (i: number, j: number) => lengths[i * wide + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const isSame = a[i] === b[j];
      const skipped = Math.max(length(i + 1, j), length(i, j + 1));
      lengths[i * wide + j] = isSame ? length(i + 1, j + 1) + 1 : skipped;
    }
  }
  const places: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) places.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
    else j += 1;
  }
  return places;
}
