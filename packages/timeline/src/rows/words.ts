import { confidences } from "./author-cells.ts";
import { causes, events, evidences } from "./row.ts";

// From the words of the view `snapshots`, in which rows are kept that were pruned and read that another
// timeline has, to the numbers of `versions`. The way back is the view itself.

/** Of `versions`, in the order of the view's. */
export const versionColumns = `id, path, hash, size_bytes, stamp, event, line_count, lines_added,
  lines_removed, lines_exact, settled, mode, cause, session, turn, actor, confidence, renamed_from,
  operation, clock_skew_ms, rename_evidence, tool_call, withheld`;

/**
 * Expressions for them over a row `w` with the view's columns, whose paths must be in `paths`. `other`:
 * an expression in the place of that of the column.
 */
export function versionOfWords(other: Readonly<Record<string, string>> = {}): string {
  const of = (column: string) => other[column] ?? `w.${column}`;
  return [
    of("id"),
    pathId(of("file_path")),
    `unhex(${of("content_hash")})`,
    of("size_bytes"),
    stampOf(of("timestamp")),
    numberOf(of("event_type"), events),
    ...["line_count", "lines_added", "lines_removed", "lines_exact", "settled", "mode"].map(of),
    numberOf(of("cause"), causes),
    of("session"),
    `CAST(${of("turn")} AS INTEGER)`,
    of("actor"),
    numberOf(of("confidence"), confidences),
    pathId(of("renamed_from")),
    ...["operation", "clock_skew_ms"].map(of),
    numberOf(of("rename_evidence"), evidences),
    ...["tool_call", "withheld"].map(of),
  ].join(", ");
}

/** The stamp for an instant as text. */
export function stampOf(text: string): string {
  return `CAST(round(unixepoch(${text}, 'subsec') * 1000) AS INTEGER)`;
}

/** The number of a path as text. */
function pathId(text: string): string {
  return `(SELECT id FROM main.paths WHERE file_path = ${text})`;
}

function numberOf(word: string, words: readonly string[]): string {
  return `CASE ${word} ${words.map((one, index) => `WHEN '${one}' THEN ${index}`).join(" ")} END`;
}
