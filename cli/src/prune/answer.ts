import { type PlannedPrune, pruneAnswer } from "@unf/answers";
import { pathToColumn } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { type PruneGroup, type PrunePlan, sayPolicy } from "@unf/core/retention";
import { renderBytes, renderDuration, renderLocalDate } from "@unf/core/time";
import type { Answer } from "../frame/print/answer.ts";
import { countOf, groupDigits, padLeft } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** Prunings to be shown, planned or carried out. */
export interface ShownPrune {
  readonly pruned: readonly PlannedPrune[];
  readonly isDryRun: boolean;
  readonly isVerbose: boolean;
  readonly userHome: string | undefined;
}

/** Report of the versions that went or would go, in every form. */
export function prunedDocument(outcome: ShownPrune): Answer {
  const { pruned, isDryRun } = outcome;
  const document = () => pruneAnswer(pruned, { isDryRun, hasPaths: outcome.isVerbose });
  return {
    kind: "document",
    schema: "unf.prune/1",
    document,
    records: () =>
      document().projects.map((one) => ({ type: "project", dry_run: isDryRun, ...one })),
    text: function* (view) {
      for (const one of pruned) {
        if (isDryRun || one.reply === undefined) yield* previewPrune(one, outcome, view);
        else yield* doneLines(one, outcome, view);
      }
      if (isDryRun) yield "This was a dry run; nothing was removed.";
    },
  };
}

function recordsLine({ request, aged }: PlannedPrune): string[] {
  const { operationsMs = null } = request.policy;
  if (aged === 0 || operationsMs === null) return [];
  return [
    `  undo  no more for ${countOf(aged, "operation")} older than ${renderDuration(operationsMs)}`,
  ];
}

/** Lines on the versions to be removed of a project, group by group, and on those that stay. */
export function* previewPrune(
  one: PlannedPrune,
  { userHome, isVerbose }: Pick<ShownPrune, "userHome" | "isVerbose">,
  view: View,
): Generator<string> {
  const { reader, request, plan } = one;
  const { signs, paint } = view;
  const root = escapeForDisplay(shortenHome(reader.project.root, userHome));
  const { ids, versions, freedBytes, contentBytes } = plan;
  if (ids.size === 0) {
    yield `Nothing to remove of ${countOf(versions, "version")} in ${root}`;
    yield* recordsLine(one);
    return;
  }
  const sizes = `${renderBytes(freedBytes)} of ${renderBytes(contentBytes)}`;
  const many = `${groupDigits(ids.size)} of ${countOf(versions, "version")}`;
  yield `Would remove ${many} (${sizes}) in ${root}   ${paint.faint(plan.id)}`;
  const checkpoints = reader.timeline.checkpoints().length;
  const kept = [
    ...sayPolicy(request.policy),
    ...(checkpoints === 0 ? [] : [countOf(checkpoints, "checkpoint")]),
  ];
  yield `  keep  ${kept.join(` ${signs.between} `)}`;
  const width = Math.max(...plan.groups.map((group) => groupDigits(group.versions).length));
  for (const group of plan.groups) {
    yield `  drop  ${padLeft(groupDigits(group.versions), width)} ${groupText(group, view)}`;
    if (!isVerbose) continue;
    for (const [path, count] of group.paths) {
      yield `        ${padLeft(groupDigits(count), width)} ${escapeForDisplay(pathToColumn(path))}`;
    }
  }
  yield* recordsLine(one);
  const held = heldText(plan);
  if (isVerbose && held !== "") yield `  held  ${held}`;
}

function groupText({ why, from, to }: PruneGroup, { viewer, signs, paint }: View): string {
  const days = [renderLocalDate(from, viewer.zone), renderLocalDate(to, viewer.zone)];
  const span = days[0] === days[1] ? days[0] : days.join(` ${signs.dash} `);
  return `${reasons[why]}   ${paint.faint(`${span}`)}`;
}

const reasons: Readonly<Record<PruneGroup["why"], string>> = {
  interim: "interim, the file changed again at once",
  hourly: "not the last of their hour",
  daily: "not the last of their day",
  weekly: "not the last of their week",
  older: "older than all of that",
  binary: "of binary files, with newer ones enough",
  cap: "the oldest of the rest, for the size",
};

/** Counts of versions that stay although their age alone would not keep them. */
function heldText({ kept }: PrunePlan): string {
  return Object.entries(held)
    .map(([why, words]) => [kept.get(why as keyof typeof held) ?? 0, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${groupDigits(count)} ${words}`)
    .join(", ");
}

const held = {
  checkpoint: "for checkpoints",
  session: "of open sessions",
  turn: "for the latest turns",
  operation: "for restores of the last 7 days",
  content: "before deletions",
  deletion: "deletions",
  unknown: "where files left the record",
  rename: "of renames",
} as const;

function* doneLines(
  { reader, reply, plan }: PlannedPrune,
  { userHome }: ShownPrune,
  view: View,
): Generator<string> {
  const root = escapeForDisplay(shortenHome(reader.project.root, userHome));
  const {
    versions_removed: removed = 0,
    bytes_freed: freed = 0,
    operations_aged: aged = 0,
  } = {
    ...reply,
  };
  const paint = (line: string) => (view.terminal.isForPerson ? view.paint.good(line) : line);
  const all = countOf(plan.versions, "version");
  if (removed === 0) yield `Nothing to remove of ${all} in ${root}`;
  else yield paint(`Removed ${groupDigits(removed)} of ${all} (${renderBytes(freed)}) in ${root}`);
  if (aged > 0) yield `  undo  no more for ${countOf(aged, "operation")}`;
}
