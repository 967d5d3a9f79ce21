import { decodeUtf8Lossy } from "../base/text-codec.ts";
import type { Block } from "../lines/block.ts";
import { compareBlocks } from "../lines/diff.ts";
import { indexLines, type LineIndex, linesBetween } from "../lines/line-index.ts";
import { splitTextLines } from "../lines/text-lines.ts";
import { type BlameVersion, planBlame } from "./blame.ts";

/**
 * The versions whose work is gone in `merged`, which a merge made of the first of `versions`: those
 * that wrote a line that it took out, and those that took out a line that it put back. `versions`: of
 * one file, newest first. A version whose content is lost is none of them.
 */
export function planMergedBack<V extends BlameVersion>(
  merged: Uint8Array,
  versions: readonly V[],
): ReadonlySet<V> {
  const read = versions.map(readOnce);
  const [newest] = read;
  const found = newest?.read();
  if (newest === undefined || found === undefined) return new Set();
  const [old, now] = [indexLines(found), indexLines(merged)];
  const { blocks } = compareBlocks(old, now);
  const back = new Wanted(blocks.flatMap((block) => textOf(now, block.newFrom, block.newTo)));
  const ids = new Set([...writersOf(read, blocks, old), ...takersOf(read, back)]);
  return new Set(versions.filter((_, index) => ids.has(index)));
}

interface Read extends BlameVersion {
  readonly place: number;
}

function readOnce({ hash, isOperation, read }: BlameVersion, place: number): Read {
  let known: { readonly bytes: Uint8Array | undefined } | undefined;
  const once = () => {
    known ??= { bytes: read() };
    return known.bytes;
  };
  return { hash, isOperation, read: once, place };
}

/** Places of the versions that wrote the lines that are not there any more. */
function* writersOf(
  versions: readonly Read[],
  blocks: readonly Block[],
  old: LineIndex,
): Iterable<number> {
  for (const { oldFrom, oldTo } of blocks.filter((one) => one.oldTo > one.oldFrom)) {
    const origins = planBlame(versions, { from: oldFrom, to: oldTo });
    const texts = textOf(old, oldFrom, oldTo);
    const hasWords = texts.some(isMeaning);
    for (const [index, { version }] of origins.entries())
      if (!hasWords || isMeaning(texts[index] ?? "")) yield version.place;
  }
}

/** Places of the versions that took out what is wanted, the newest first, until all is found. */
function* takersOf(versions: readonly Read[], wanted: Wanted): Iterable<number> {
  for (const [index, version] of versions.entries()) {
    if (wanted.isEmpty) return;
    const older = versions[index + 1];
    // An operation brought an earlier state: who took the line out at first is looked for behind it.
    if (older === undefined || version.isOperation || version.hash === older.hash) continue;
    const [before, after] = [contentOf(older), contentOf(version)];
    if (before === undefined || after === undefined) continue;
    const lines = indexLines(before);
    const { blocks } = compareBlocks(lines, indexLines(after));
    const out = blocks.flatMap(({ oldFrom, oldTo }) => textOf(lines, oldFrom, oldTo));
    if (wanted.take(out)) yield version.place;
  }
}

/** Lines of which each is looked for as often as it came back. Empty ones are nobody's. */
class Wanted {
  readonly #counts = new Map<string, number>();

  constructor(lines: readonly string[]) {
    const meaning = lines.filter(isMeaning);
    for (const line of meaning.length > 0 ? meaning : lines)
      this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** True where any of these is one of them; those are found then. */
  take(lines: readonly string[]): boolean {
    let isAny = false;
    for (const line of lines) {
      const count = this.#counts.get(line);
      if (count === undefined) continue;
      isAny = true;
      if (count === 1) this.#counts.delete(line);
      else this.#counts.set(line, count - 1);
    }
    return isAny;
  }
}

function contentOf(version: Read): Uint8Array | undefined {
  return version.hash === null ? nothing : version.read();
}

const nothing = new Uint8Array(0);

function textOf(index: LineIndex, from: number, to: number): string[] {
  return splitTextLines(decodeUtf8Lossy(linesBetween(index, from, to)));
}

function isMeaning(line: string): boolean {
  return line.trim() !== "";
}
