import { isJustBefore, pathFields, type ResolvedTime } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderAgoInWords, renderClock, renderLocalDate } from "@unf/core/time";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf, padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { planHeadline, planRows } from "./plan-rows.ts";
import type { ReportedAction, Summary } from "./restore-report.ts";
import { summarize } from "./restore-report.ts";

/** What a restore is about, for its headline. */
export interface RestoreSubject {
  readonly planId: string;
  readonly within: readonly RelPath[];
  readonly time: ResolvedTime;
  /** What a person should know before saying yes. */
  readonly warnings: readonly string[];
}

/** The plan: a headline, then each path with a sign for what would happen to it. */
export function* renderPlan(
  actions: readonly ReportedAction[],
  subject: RestoreSubject,
  view: View,
): Generator<string> {
  const { written, deleted } = summarize(actions);
  const count = countOf(written + deleted, "file");
  const headline = `Restore ${count}${placeText(subject)} to ${instantText(subject.time, view)}`;
  yield planHeadline(headline, subject.planId, view);
  for (const warning of subject.warnings) yield view.paint.warning(`  ! ${warning}`);
  yield* renderActions(actions, view);
}

/** One line per path. */
export function renderActions(actions: readonly ReportedAction[], view: View): Iterable<string> {
  return planRows(actions, (action, width) => actionLine(action, width, view), view);
}

/** The last line of a restore: what was done, as which operation, and how to take it back. */
export function restoredLine(
  summary: Summary,
  operation: { readonly id: number; readonly undo: string } | undefined,
  { signs, paint }: View,
): string {
  const done = `   Restored  ${summaryText(summary)}`;
  if (operation === undefined) return done;
  const { id, undo } = operation;
  return `${done} ${signs.between} saved op-${id} ${signs.between} ${paint.faint(`undo: ${undo}`)}`;
}

/** `3 files, 1 removed, 2 kept, 1 failed`, without what is zero. */
export function summaryText({ written, deleted, kept, failed }: Summary): string {
  const parts = [
    written === 0 ? "" : countOf(written, "file"),
    deleted === 0 ? "" : `${deleted} removed`,
    kept === 0 ? "" : `${kept} kept`,
    failed === 0 ? "" : `${failed} failed`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "no files" : parts.join(", ");
}

/** A path of a restore in JSON. */
export function actionJson(action: ReportedAction): JsonObject {
  return {
    ...pathFields("path", action.path),
    action: action.action,
    from: action.from,
    to: action.to,
    added: action.added,
    removed: action.removed,
    ...(action.hasFailed ? { failed: true } : {}),
    ...(action.why === undefined ? {} : { why: action.why }),
    ...(action.nearest === undefined ? {} : { nearest: action.nearest }),
    ...(action.rescued === undefined ? {} : { rescued: action.rescued }),
    ...(action.unkept === undefined ? {} : { unkept: [...action.unkept] }),
    ...(action.names === undefined ? {} : { names: action.names }),
  };
}

/** Why a path cannot be done: a word of the plan or the system's code. */
export function refusalText(why: string | undefined): string {
  return escapeForDisplay(refusals[why ?? ""] ?? why ?? "failed");
}

const refusals: Readonly<Record<string, string>> = {
  collides: "this disk takes its name for that of another file of the same instant",
  content_lost: "its content is lost",
  content_thinned: "its content then is no longer kept",
  content_withheld: "its content was not kept (secrets.hash_only)",
  content_unrecordable: "it was binary or too large, so its content then was not kept",
  directory_in_the_way: "a directory is in the way",
  special_file_in_the_way: "something that is no file is in the way",
  unreadable_file_in_the_way: "what is there cannot be read, so it is left",
  no_such_hunk: "the difference has fewer hunks",
  not_a_text_file: "it has no lines to choose from",
  parent_is_not_a_directory: "what should be its directory is not one",
  own_project: "it belongs to a project of its own",
  unsafe_path: "its name is not safe to write",
};

function actionLine(action: ReportedAction, width: number, { paint, signs }: View): string {
  const name = padRight(escapeForDisplay(action.path), width);
  const version = action.to === null ? "" : `  ${paint.id(action.to)}`;
  const counts = countsText(action);
  const unkept =
    action.unkept === undefined ? "" : `  not kept: ${escapeForDisplay(action.unkept.join(", "))}`;
  const rescued = `${
    action.rescued === undefined ? "" : `  old content in ${escapeForDisplay(action.rescued)}`
  }${unkept}`;
  if (action.hasFailed) {
    return `  ${paint.bad("!")} ${name}  ${refusalText(action.why)}${nearestText(action)}`;
  }
  switch (action.action) {
    case "write":
      return action.comesBack
        ? `  ${paint.added("+")} ${name}${version}${counts}  comes back`
        : `  ~ ${name}${version}${counts}${rescued}${namesText(action)}`;
    case "chmod":
      return `  ~ ${name}${version}  mode only${namesText(action)}`;
    case "delete":
      return `  ${paint.removed("-")} ${name}  removed${rescued}${namesText(action)}`;
    case "kept_newer":
      if (action.why === "absence_unknown")
        return `  ? ${name}  perhaps there then, nobody knows ${signs.dash} kept`;
      return `  ? ${name}  created since then ${signs.dash} kept (${
        action.why === "not_recorded" ? "its content is not recorded" : "--delete removes it"
      })`;
    case "kept_changed":
      return `  ? ${name}  differs ${signs.dash} kept (--overwrite never)`;
    case "refused":
      return `  ${paint.bad("!")} ${name}  refused`;
  }
}

/** The command that takes the nearest version instead. */
function nearestText({ path, nearest }: ReportedAction): string {
  if (nearest === undefined) return "";
  return `; the nearest kept is ${nearest}: unf restore ${escapeForDisplay(path)} --version ${nearest}`;
}

function countsText({ added, removed }: ReportedAction): string {
  return added === null || removed === null ? "" : `  +${added} -${removed}`;
}

/** A file is replaced, never written to: its other names keep what they have. */
function namesText({ names }: ReportedAction): string {
  if (names === undefined) return "";
  const others = names === 2 ? "the other keeps its content" : "the others keep their content";
  return `  was one of ${names} names; ${others}`;
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
