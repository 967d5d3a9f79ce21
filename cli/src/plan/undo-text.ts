import { pathFields, shownCommand } from "@unf/answers";
import type { Overlap } from "@unf/core/lines";
import type { KeptReason } from "@unf/core/operations";
import { escapeForDisplay } from "@unf/core/query";
import type { Operation } from "@unf/core/timeline";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf, padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { planHeadline, planRows } from "./plan-rows.ts";
import type { Summary } from "./restore-report.ts";
import { refusalText, summaryText } from "./restore-text.ts";
import { type ReportedUndo, summarizeUndo } from "./undo-report.ts";

/** What an undo or redo is about. */
export interface UndoSubject {
  readonly kind: "undo" | "redo";
  readonly planId: string;
  /** What a person had done at first. */
  readonly origin: Operation;
  /** What a person should know before saying yes. */
  readonly warnings: readonly string[];
}

const words = {
  undo: { verb: "Undo", done: "Undid" },
  redo: { verb: "Redo", done: "Redid" },
} as const;

/** The plan: a headline, then each path with a sign for what would happen to it. */
export function* renderUndoPlan(
  actions: readonly ReportedUndo[],
  subject: UndoSubject,
  view: View,
): Generator<string> {
  const { written, deleted } = summarizeUndo(actions);
  const headline = `${words[subject.kind].verb} ${operationText(subject.origin)}: ${countOf(written + deleted, "file")}`;
  yield planHeadline(headline, subject.planId, view);
  for (const warning of subject.warnings) yield view.paint.warning(`  ! ${warning}`);
  yield* renderUndoActions(actions, view);
}

/** One line per path. */
export function renderUndoActions(actions: readonly ReportedUndo[], view: View): Iterable<string> {
  return planRows(actions, (action, width) => actionLine(action, width, view), view);
}

/** The last line: what was done, and how to take it back. */
export function undoneLine(
  { kind, origin }: UndoSubject,
  summary: Summary,
  back: string,
  { signs, paint }: View,
): string {
  const other = kind === "undo" ? "redo" : "undo";
  const done = `${words[kind].done.padStart(11)}  ${operationText(origin)}: ${summaryText(summary)}`;
  return `${done} ${signs.between} ${paint.faint(`${other}: ${back}`)}`;
}

/** `op-91 (restore src --at 13:55)`. */
export function operationText({ id, argv }: Pick<Operation, "id" | "argv">): string {
  return argv.length === 0 ? `op-${id}` : `op-${id} (${shownCommand(argv)})`;
}

/** A path of an undo or redo in JSON. */
export function undoActionJson(action: ReportedUndo): JsonObject {
  return {
    ...pathFields("path", action.path),
    action: action.action,
    from: action.from,
    to: action.to,
    ...(action.isMerged ? { merged: true } : {}),
    ...(action.why === undefined ? {} : { why: action.why }),
    ...(action.overlaps.length === 0
      ? {}
      : { overlaps: action.overlaps.map((one) => ({ ...one })) }),
    ...(action.rescued === undefined ? {} : { rescued: action.rescued }),
    ...(action.unkept === undefined ? {} : { unkept: [...action.unkept] }),
  };
}

const keptReasons: Readonly<Record<KeptReason, string>> = {
  overlaps: "the same lines were changed since",
  deleted_since: "deleted since",
  changed_since: "changed since",
  created_since: "made anew since",
};

function actionLine(action: ReportedUndo, width: number, { paint, signs }: View): string {
  const name = padRight(escapeForDisplay(action.path), width);
  const version = action.to === null ? "" : `  ${paint.id(action.to)}`;
  const unkept =
    action.unkept === undefined ? "" : `  not kept: ${escapeForDisplay(action.unkept.join(", "))}`;
  const rescued = `${
    action.rescued === undefined ? "" : `  old content in ${escapeForDisplay(action.rescued)}`
  }${unkept}`;
  switch (action.action) {
    case "write":
      if (action.isMerged) return `  ~ ${name}  merged: what was changed since stays${rescued}`;
      return action.comesBack
        ? `  ${paint.added("+")} ${name}${version}  comes back`
        : `  ~ ${name}${version}${rescued}`;
    case "chmod":
      return `  ~ ${name}${version}  mode only`;
    case "delete":
      return `  ${paint.removed("-")} ${name}  removed${rescued}`;
    case "kept":
      return `  ${paint.warning("!")} ${name}  ${keptText(action)} ${signs.dash} kept`;
    case "refused":
      return `  ${paint.bad("!")} ${name}  ${refusalText(action.why)}`;
  }
}

/** A reason of a newer daemon is shown as it is. */
function keptText({ why, overlaps }: ReportedUndo): string {
  if (overlaps.length > 0) return `${linesText(overlaps)} changed since`;
  const known = Object.hasOwn(keptReasons, why ?? "") ? keptReasons[why as KeptReason] : undefined;
  return known ?? escapeForDisplay(why ?? "changed since");
}

/** Places named in one line; more would push the rest of it off the screen. */
const placesMax = 3;

/** `lines 40-46, 60 were`. */
function linesText(overlaps: readonly Overlap[]): string {
  const shown = overlaps.slice(0, placesMax).map(({ line, lines }) => {
    const last = line + Math.max(lines, 1) - 1;
    return last > line ? `${line}-${last}` : `${line}`;
  });
  const more = overlaps.length - shown.length;
  const isOne = overlaps.length === 1 && (overlaps[0]?.lines ?? 0) < 2;
  const places = [...shown, ...(more > 0 ? [`${more} more places`] : [])].join(", ");
  return isOne ? `line ${places} was` : `lines ${places} were`;
}
