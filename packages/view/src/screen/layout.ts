import type { ScreenState } from "./state.ts";

/** Where the panes are. Counted from 0; `columns` and `rows` may be 0 where there is no room. */
export interface Pane {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

export interface Layout {
  readonly list: Pane;
  readonly detail: Pane;
  /** Side by side, or below each other. */
  readonly isWide: boolean;
}

/** From this width on the panes stand side by side. */
const wideFrom = 100;

/** With fewer rows one pane has all of them, the one that has the keys. */
const stackedFrom = 14;

/** Rows that are no panes': title, activity, message, keys. */
export const frameRows = 4;

/** Where the panes of a screen of this size are. */
export function layoutOf({
  columns,
  rows,
  focus,
}: Pick<ScreenState, "columns" | "rows" | "focus">): Layout {
  const height = Math.max(1, rows - frameRows);
  const none: Pane = { column: 0, row: 2, columns: 0, rows: 0 };
  if (columns >= wideFrom) {
    const left = Math.floor(columns * 0.45);
    return {
      list: { column: 0, row: 2, columns: left, rows: height },
      detail: { column: left + 2, row: 2, columns: columns - left - 2, rows: height },
      isWide: true,
    };
  }
  const whole: Pane = { column: 0, row: 2, columns, rows: height };
  if (height < stackedFrom) {
    const isList = focus === "list";
    return { list: isList ? whole : none, detail: isList ? none : whole, isWide: false };
  }
  const upper = Math.floor(height / 2);
  return {
    list: { ...whole, rows: upper },
    // A line between the two.
    detail: { ...whole, row: 2 + upper + 1, rows: height - upper - 1 },
    isWide: false,
  };
}

/** The first line in view, so that the one with the cursor is. */
export function scrollTo(at: number, top: number, rows: number): number {
  if (at < top) return at;
  return at >= top + rows ? at - rows + 1 : top;
}
