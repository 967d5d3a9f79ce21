import { summarize } from "@unf/answers";
import type { Overlap } from "@unf/core/lines";
import type { KeptReason } from "@unf/core/operations";
import type { ActionOutcome } from "@unf/core/orders";
import { escapeForDisplay } from "@unf/core/query";
import { countOf, padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { planRows } from "./plan-rows.ts";

/** One line per file of an order, planned or carried out. */
export function renderOutcomes(outcomes: readonly ActionOutcome[], view: View): Iterable<string> {
  return planRows(outcomes, (outcome, width) => outcomeLine(outcome, width, view), view);
}

/** False where it was done as planned, so that the sum says enough. */
export function isWorthALine({ action, rescued, unkept, merged }: ActionOutcome): boolean {
  return (
    rescued !== undefined ||
    unkept !== undefined ||
    action === "kept" ||
    action === "refused" ||
    merged
  );
}

/** `3 files, 1 removed, 2 kept, 1 failed`, without what is zero. */
export function summaryText(outcomes: readonly ActionOutcome[]): string {
  const { written, deleted, kept, failed } = summarize(outcomes);
  const parts = [
    written === 0 ? "" : countOf(written, "file"),
    deleted === 0 ? "" : `${deleted} removed`,
    kept === 0 ? "" : `${kept} kept`,
    failed === 0 ? "" : `${failed} failed`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "no files" : parts.join(", ");
}

function outcomeLine(outcome: ActionOutcome, width: number, { paint, signs }: View): string {
  const name = padRight(escapeForDisplay(outcome.path), width);
  const version = outcome.to === null ? "" : `  ${paint.id(`v${outcome.to}`)}`;
  const counts = countsText(outcome);
  const names = namesText(outcome);
  const aftermath = aftermathText(outcome);
  switch (outcome.action) {
    case "write":
      if (outcome.merged)
        return `  ~ ${name}${counts}  merged: what was changed since stays${aftermath}`;
      return outcome.comesBack
        ? `  ${paint.added("+")} ${name}${version}${counts}  comes back`
        : `  ~ ${name}${version}${counts}${aftermath}${names}`;
    case "chmod":
      return `  ~ ${name}${version}  mode only${names}`;
    case "delete":
      return `  ${paint.removed("-")} ${name}  removed${aftermath}${names}`;
    case "kept":
      return `  ${paint.warning("!")} ${name}  ${keptText(outcome)} ${signs.dash} kept`;
    case "kept_newer":
      return `  ? ${name}  ${newerText(outcome, signs.dash)}`;
    case "kept_changed":
      return `  ? ${name}  differs ${signs.dash} kept (--overwrite never)`;
    case "refused":
      return `  ${paint.bad("!")} ${name}  ${refusalText(outcome.why)}${nearestText(outcome)}`;
  }
}

function aftermathText({ rescued, unkept }: ActionOutcome): string {
  const place = rescued === undefined ? "" : `  old content in ${escapeForDisplay(rescued)}`;
  return `${place}${unkept === undefined ? "" : `  not kept: ${escapeForDisplay(unkept.join(", "))}`}`;
}

function newerText({ why }: ActionOutcome, dash: string): string {
  if (why === "absence_unknown") return `perhaps there then, nobody knows ${dash} kept`;
  const how = why === "not_recorded" ? "its content is not recorded" : "--delete removes it";
  return `created since then ${dash} kept (${how})`;
}

/** Why a path cannot be done: a word of the plan or the system's code. */
function refusalText(why: string | undefined): string {
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

/** The command that takes the nearest version instead. */
function nearestText({ path, nearest }: ActionOutcome): string {
  if (nearest === undefined) return "";
  return `; the nearest kept is v${nearest}: unf restore ${escapeForDisplay(path)} --version v${nearest}`;
}

function countsText({ counts }: ActionOutcome): string {
  return counts === undefined ? "" : `  +${counts.added} -${counts.removed}`;
}

/** A file is replaced, never written to: its other names keep what they have. */
function namesText({ names }: ActionOutcome): string {
  if (names === undefined) return "";
  const others = names === 2 ? "the other keeps its content" : "the others keep their content";
  return `  was one of ${names} names; ${others}`;
}

const keptReasons: Readonly<Record<KeptReason, string>> = {
  overlaps: "the same lines were changed since",
  deleted_since: "deleted since",
  changed_since: "changed since",
  created_since: "made anew since",
};

/** A reason of a newer daemon is shown as it is. */
function keptText({ why, overlaps = [] }: ActionOutcome): string {
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
