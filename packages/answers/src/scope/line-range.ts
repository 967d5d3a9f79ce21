import { UnfError } from "@unf/core/base";

/**
 * The lines `from,to` of a content, counted from 1, both included; `from,` goes to the end. Throws
 * `usage` for anything else, and `not_found` when the content has no such line.
 */
export function pickLines(bytes: Uint8Array, range: string): Uint8Array {
  const { from, to } = parseRange(range);
  let line = 1;
  let start = from === 1 ? 0 : -1;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== newline) continue;
    if (line === to) return bytes.subarray(start, at + 1);
    line += 1;
    if (line === from) start = at + 1;
  }
  if (start < 0 || (start === bytes.length && from > 1)) {
    const last = bytes.at(-1) === newline ? line - 1 : line;
    throw new UnfError("not_found", `there is no line ${from} (the last one is ${last})`);
  }
  return bytes.subarray(start);
}

const newline = 10;

/** Both ends counted from 1 and included; `to` is infinite where it is left open. */
export function parseRange(range: string): { readonly from: number; readonly to: number } {
  const match = /^([1-9][0-9]{0,9})(?:[,:-]([1-9][0-9]{0,9})?)?$/.exec(range);
  const [, first = "", second] = match ?? [];
  const from = Number(first);
  const isOpen = /[,:-]$/.test(range);
  const to = second === undefined ? (isOpen ? Number.POSITIVE_INFINITY : from) : Number(second);
  if (match !== null && from <= to) return { from, to };
  throw new UnfError("usage", `--line-range takes lines such as 10,40 or 10, and not "${range}"`);
}
