import { parentPath, type RelPath } from "@unf/core/base";
import type { PathRange } from "../file/column.ts";
import type { Cell } from "../file/driver.ts";

/** A condition in SQL with the values of its parameters. */
export interface Condition {
  readonly sql: string;
  readonly cells: readonly Cell[];
}

/** The paths that lie below no other one of them, each once. */
export function outermost(paths: readonly RelPath[]): RelPath[] {
  const all = new Set(paths);
  return [...all].filter((path) => {
    for (let above = path; above !== ""; ) {
      above = parentPath(above);
      if (all.has(above)) return false;
    }
    return true;
  });
}

/** That the path `p` lies in the range. */
export function pathCondition(range: PathRange): Condition {
  return {
    sql: ` AND p.file_path >= ? AND p.file_path < ?
      AND NOT (p.file_path >= ? AND p.file_path < ?)`,
    cells: [range.low, range.high, range.holeFrom, range.holeTo],
  };
}
