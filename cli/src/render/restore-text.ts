import {
  escapeForDisplay,
  type RelPath,
  renderAgoInWords,
  renderClock,
  renderLocalDate,
} from "@unf/core";
import type { JsonObject } from "../answer.ts";
import type { ReportedAction, Summary } from "../restore/report.ts";
import { summarize } from "../restore/report.ts";
import type { ResolvedTime } from "../time.ts";
import { burstName } from "./burst-text.ts";
import { countOf, displayWidth, padRight } from "./columns.ts";
import { pathFields } from "./path-json.ts";
import type { View } from "./view.ts";

/** What a restore is about, for its headline. */
export interface RestoreSubject {
  readonly planId: string;
  readonly within: readonly RelPath[];
  readonly time: ResolvedTime;
}

/** Most paths a preview shows to a person; more would push the question off the screen. */
const previewRows = 40;

/** The plan: a headline, then each path with a sign for what would happen to it. */
export function* renderPlan(
  actions: readonly ReportedAction[],
  subject: RestoreSubject,
  view: View,
): Generator<string> {
  const { written, deleted } = summarize(actions);
  const { terminal, paint } = view;
  const count = countOf(written + deleted, "file");
  const headline = `Restore ${count}${placeText(subject)} to ${instantText(subject.time, view)}`;
  const plan = `plan ${subject.planId}`;
  const gap = Math.max(2, (terminal.width ?? 0) - displayWidth(headline) - plan.length);
  yield paint.heading(headline) + " ".repeat(gap) + paint.faint(plan);
  yield* renderActions(actions, view);
}

/** One line per path. */
export function* renderActions(actions: readonly ReportedAction[], view: View): Generator<string> {
  const isCut = view.terminal.isForPerson && !view.isVerbose && actions.length > previewRows;
  const shown = isCut ? actions.slice(0, previewRows) : actions;
  const width = Math.max(0, ...shown.map(({ path }) => displayWidth(escapeForDisplay(path))));
  for (const action of shown) yield actionLine(action, Math.min(width, 60), view);
  if (isCut)
    yield view.paint.faint(
      `  and ${countOf(actions.length - shown.length, "more path")} (-v shows all)`,
    );
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
    ...(action.rescued === undefined ? {} : { rescued: action.rescued }),
  };
}

const refusals: Readonly<Record<string, string>> = {
  content_lost: "its content is lost",
  directory_in_the_way: "a directory is in the way",
  special_file_in_the_way: "something that is no file is in the way",
  parent_is_not_a_directory: "what should be its directory is not one",
  unsafe_path: "its name is not safe to write",
};

function actionLine(action: ReportedAction, width: number, { paint, signs }: View): string {
  const name = padRight(escapeForDisplay(action.path), width);
  const version = action.to === null ? "" : `  ${paint.id(action.to)}`;
  const counts = countsText(action);
  const rescued =
    action.rescued === undefined ? "" : `  old content in ${escapeForDisplay(action.rescued)}`;
  if (action.hasFailed) {
    return `  ${paint.bad("!")} ${name}  ${escapeForDisplay(refusals[action.why ?? ""] ?? action.why ?? "failed")}`;
  }
  switch (action.action) {
    case "write":
      return action.comesBack
        ? `  ${paint.added("+")} ${name}${version}${counts}  comes back`
        : `  ~ ${name}${version}${counts}${rescued}`;
    case "chmod":
      return `  ~ ${name}${version}  mode only`;
    case "delete":
      return `  ${paint.removed("-")} ${name}  removed${rescued}`;
    case "kept_newer":
      return `  ? ${name}  created since then ${signs.dash} kept (${
        action.why === "not_recorded" ? "its content is not recorded" : "--delete removes it"
      })`;
    case "kept_changed":
      return `  ? ${name}  differs ${signs.dash} kept (--overwrite never)`;
    case "refused":
      return `  ${paint.bad("!")} ${name}  refused`;
  }
}

function countsText({ added, removed }: ReportedAction): string {
  return added === null || removed === null ? "" : `  +${added} -${removed}`;
}

function placeText({ within }: RestoreSubject): string {
  if (within.length === 0) return "";
  const names = within.slice(0, 3).map(escapeForDisplay).join(", ");
  return ` in ${names}${within.length > 3 ? ", ..." : ""}`;
}

function instantText({ at, version, burst }: ResolvedTime, { viewer }: View): string {
  const isToday = renderLocalDate(at, viewer.zone) === renderLocalDate(viewer.now, viewer.zone);
  const date = isToday ? "" : `${renderLocalDate(at, viewer.zone)} `;
  const before = burst === undefined ? "" : `just before ${burstName(burst)}, `;
  const name = version === undefined ? before : `v${version.id}, `;
  return `${name}${date}${renderClock(at, viewer.zone)} (${renderAgoInWords(viewer.now - at)})`;
}
