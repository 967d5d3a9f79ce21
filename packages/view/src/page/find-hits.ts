import type { ColumnRange } from "@unf/core/lines";

/** Columns of a line that are the words looked for, whatever their case. */
export function findHits(line: string, wanted: string): ColumnRange[] {
  if (wanted === "") return [];
  const hits = line.matchAll(new RegExp(literal(wanted), "giu"));
  return [...hits].map(({ 0: hit, index }) => [index, index + hit.length]);
}

/** An expression that matches exactly this text. */
function literal(text: string): string {
  return text.toWellFormed().replaceAll(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
}
