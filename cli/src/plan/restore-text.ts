import { isJustBefore, type ResolvedTime, summarize } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import type { RestoreOutcome } from "@unf/core/orders";
import { escapeForDisplay } from "@unf/core/query";
import { renderAgoInWords, renderClock, renderLocalDate } from "@unf/core/time";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { renderOutcomes, summaryText } from "./outcome-text.ts";
import { planHeadline } from "./plan-rows.ts";

/** Subject of a restore, for its headline. */
export interface RestoreSubject {
  readonly planId: string;
  readonly within: readonly RelPath[];
  readonly time: ResolvedTime;
  /** The paths come back to an instant each. */
  readonly isEachItsOwn: boolean;
  /** Facts that a person should know before saying yes. */
  readonly warnings: readonly string[];
}

/** The plan: a headline, then each path with a sign for what would happen to it. */
export function* renderPlan(
  outcomes: readonly RestoreOutcome[],
  subject: RestoreSubject,
  view: View,
): Generator<string> {
  const { written, deleted } = summarize(outcomes);
  const count = countOf(written + deleted, "file");
  const headline = `Restore ${count}${placeText(subject)} to ${subject.isEachItsOwn ? "just before each was deleted" : instantText(subject.time, view)}`;
  yield* planHeadline(headline, subject.planId, view);
  for (const warning of subject.warnings) yield view.paint.warning(`  ! ${warning}`);
  yield* renderOutcomes(outcomes, view);
}

/** The last line of a restore: what was done, as which operation, and how to take it back. */
export function restoredLine(
  outcomes: readonly RestoreOutcome[],
  operation: { readonly id: number; readonly undo: string } | undefined,
  { signs, paint }: View,
): string {
  const done = `   Restored  ${summaryText(outcomes)}`;
  if (operation === undefined) return done;
  const { id, undo } = operation;
  return `${done} ${signs.between} saved op-${id} ${signs.between} ${paint.faint(`undo: ${undo}`)}`;
}

function placeText({ within }: RestoreSubject): string {
  if (within.length === 0) return "";
  const names = within.slice(0, 3).map(escapeForDisplay).join(", ");
  return ` in ${names}${within.length > 3 ? ", ..." : ""}`;
}

function instantText({ at, version, mark }: ResolvedTime, { viewer }: View): string {
  const isToday = renderLocalDate(at, viewer.zone) === renderLocalDate(viewer.now, viewer.zone);
  const date = isToday ? "" : `${renderLocalDate(at, viewer.zone)} `;
  const before = mark !== undefined && isJustBefore(mark) ? "just before " : "";
  const marked = mark === undefined ? "" : `${before}${escapeForDisplay(mark.name)}, `;
  const name = version === undefined ? marked : `v${version.id}, `;
  return `${name}${date}${renderClock(at, viewer.zone)} (${renderAgoInWords(viewer.now - at)})`;
}
