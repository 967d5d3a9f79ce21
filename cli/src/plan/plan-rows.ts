import type { RelPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { countOf, displayWidth, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** Most paths a preview shows to a person; more would push the question off the screen. */
const previewRows = 40;

/** Beyond this a path's column does not grow. */
const pathWidthMax = 60;

/** Headline of a plan, and at the right its id. */
export function planHeadline(headline: string, planId: string, { terminal, paint }: View): string {
  const plan = `plan ${planId}`;
  const gap = Math.max(2, (terminal.width ?? 0) - displayWidth(headline) - plan.length);
  return paint.heading(headline) + " ".repeat(gap) + paint.faint(plan);
}

/** One line per path; `line` gets the width of the path's column. */
export function* planRows<R extends { readonly path: RelPath }>(
  rows: readonly R[],
  line: (row: R, width: number) => string,
  view: View,
): Generator<string> {
  const isCut = view.terminal.isForPerson && !view.isVerbose && rows.length > previewRows;
  const shown = isCut ? rows.slice(0, previewRows) : rows;
  const width = widest(shown.map(({ path }) => escapeForDisplay(path)));
  for (const row of shown) yield line(row, Math.min(width, pathWidthMax));
  if (isCut)
    yield view.paint.faint(
      `  and ${countOf(rows.length - shown.length, "more path")} (-v shows all)`,
    );
}
