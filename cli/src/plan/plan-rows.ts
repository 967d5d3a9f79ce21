import type { RelPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { countOf, displayWidth, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** Most paths a preview shows to a person on a terminal of unknown height. */
const usualRows = 40;

/** Lines of a screen that are not a plan's paths: its headline, a warning, the question, what was typed. */
const otherRows = 7;

/** Beyond this a path's column does not grow. */
const pathWidthMax = 60;

/** Headline of a plan, and its id: at the right, or below where a terminal has no room there. */
export function* planHeadline(
  headline: string,
  planId: string,
  { terminal, paint }: View,
): Generator<string> {
  const plan = `plan ${planId}`;
  const room = (terminal.width ?? 0) - displayWidth(headline) - plan.length;
  if (terminal.width !== undefined && room < 2) {
    yield paint.heading(headline);
    yield paint.faint(`  ${plan}`);
  } else yield paint.heading(headline) + " ".repeat(Math.max(2, room)) + paint.faint(plan);
}

/** One line per path; `line` gets the width of the path's column. */
export function* planRows<R extends { readonly path: RelPath }>(
  rows: readonly R[],
  line: (row: R, width: number) => string,
  view: View,
): Generator<string> {
  const { height } = view.terminal;
  // More would push the headline off the screen, or the question.
  const most = height === undefined ? usualRows : Math.max(3, height - otherRows);
  const isCut = view.terminal.isForPerson && !view.isVerbose && rows.length > most;
  const shown = isCut ? rows.slice(0, most) : rows;
  const width = widest(shown.map(({ path }) => escapeForDisplay(path)));
  for (const row of shown) yield line(row, Math.min(width, pathWidthMax));
  if (isCut)
    yield view.paint.faint(
      `  and ${countOf(rows.length - shown.length, "more path")} (-v shows all)`,
    );
}
