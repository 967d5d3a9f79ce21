import { limits } from "@unf/core/config";

/** A part of a list that fits into one answer. */
export interface Page<T> {
  readonly rows: readonly T[];
  /** Where the next part begins, as `offset`; `null` after the last. */
  readonly next: number | null;
}

/** As many rows from `offset` on as an answer holds; one at least. */
export function takePage<T>(all: readonly T[], offset: number): Page<T> {
  const rest = all.slice(offset);
  const count = countFitting(rest);
  const end = offset + count;
  return { rows: rest.slice(0, count), next: end < all.length ? end : null };
}

/** How many of the rows fit into an answer; one where there is one. */
export function countFitting(rows: readonly unknown[]): number {
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > limits.mcp.rowsBytes && index > 0) return index;
  }
  return rows.length;
}

/** A line of a file, shortened where it is too long to be read. */
export function clip(line: string): string {
  const { lineCharsMax } = limits.mcp;
  if (line.length <= lineCharsMax) return line;
  return `${line.slice(0, lineCharsMax).toWellFormed()}[${line.length - lineCharsMax} characters more]`;
}
