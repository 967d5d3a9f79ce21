import { decodeUtf8Lossy } from "@unf/core/base";
import { type DiffLine, type IntralineChanges, intraline } from "@unf/core/lines";

/** Which columns of a changed line and its counterpart differ. */
export function compareWords(line: DiffLine, partner: DiffLine): IntralineChanges {
  const [old, now] = line.op === "-" ? [line, partner] : [partner, line];
  return intraline(decodeUtf8Lossy(old.bytes), decodeUtf8Lossy(now.bytes));
}

/** For each line of a run of removed lines the line of the added run after it, and the other way. */
export function pairLines(lines: readonly DiffLine[]): Map<number, DiffLine> {
  const partners = new Map<number, DiffLine>();
  for (let at = 0; at < lines.length; ) {
    const removed = runLength(lines, at, "-");
    const added = runLength(lines, at + removed, "+");
    for (let step = 0; step < Math.min(removed, added); step += 1) {
      const old = lines[at + step];
      const now = lines[at + removed + step];
      if (old === undefined || now === undefined) continue;
      partners.set(at + step, now);
      partners.set(at + removed + step, old);
    }
    at += Math.max(1, removed + added);
  }
  return partners;
}

function runLength(lines: readonly DiffLine[], from: number, op: DiffLine["op"]): number {
  let length = 0;
  while (lines[from + length]?.op === op) length += 1;
  return length;
}
