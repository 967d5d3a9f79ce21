import { type DeletedFile, type OpenHome, type OpenScope, pathFields, undoOf } from "@unf/answers";
import { pathToColumn, type RelPath } from "@unf/core/base";
import type { RestorePlan, RestoreRequest } from "@unf/core/restore";
import type { RestoreReply } from "@unf/protocol";
import type { ProjectEntry } from "@unf/wiring";
import { requireYes } from "../frame/ask/confirm.ts";
import type { Call } from "../frame/call/command.ts";
import { openProgress, whilePlanning } from "../frame/call/progress.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { createWriteCounter } from "../plan/count-writes.ts";
import {
  exitOf,
  hasEffect,
  type ReportedAction,
  reportPlan,
  reportReply,
  summarize,
} from "../plan/restore-report.ts";
import { actionJson, renderActions, restoredLine } from "../plan/restore-text.ts";
import { type DeletedGroup, planGroups } from "./choose.ts";
import type { deletedFlags } from "./flags.ts";

/** One restore of several that bring the files back; nearly always it is the only one. */
interface Part {
  readonly request: RestoreRequest;
  readonly plan: RestorePlan;
  readonly actions: readonly ReportedAction[];
  readonly operation: { readonly id: number; readonly undo: string } | undefined;
}

/** Brings deleted files back by restores of their last state, after a preview and a question. */
export async function bringBack(
  call: Call<typeof deletedFlags>,
  home: OpenHome,
  scope: OpenScope,
  files: readonly DeletedFile[],
): Promise<Answer> {
  const { flags, terminal, world } = call;
  const counter = createWriteCounter(scope.reader);
  const planned = planGroups(files).map((group): Part => {
    const request = requestOf(group);
    const plan = whilePlanning(call, (onLooked) => scope.reader.planRestore(request, onLooked));
    return { request, plan, actions: reportPlan(plan, counter), operation: undefined };
  });
  const actions = planned.flatMap((part) => part.actions);
  const preview = (view: View) => [
    view.paint.heading(`Restore ${countOf(files.length, "deleted file")}`),
    ...renderActions(actions, view),
  ];
  if (flags["dry-run"] || !hasEffect(actions)) {
    const end = flags["dry-run"]
      ? "This was a dry run; nothing was changed."
      : "Nothing to restore.";
    return answer(scope, planned, flags["dry-run"], (view) => [...preview(view), end]);
  }
  await call.show(preview);
  requireYes(
    { yes: flags.yes, mayAsk: terminal.mayAsk, ask: world.ask },
    "Restore?",
    "add --yes, or look first with --dry-run",
  );
  const done = await carryOut(call, home, scope, planned);
  return answer(scope, done, false, function* (view) {
    const failed = done.flatMap((part) => part.actions).filter(({ hasFailed }) => hasFailed);
    yield* renderActions(failed, view);
    for (const part of done) yield restoredLine(summarize(part.actions), part.operation, view);
  });
}

/** What has come to stand in a file's place meanwhile is left alone. */
function requestOf({ at, files }: DeletedGroup): RestoreRequest {
  return {
    target: { id: at },
    within: files.map(({ path }) => path),
    include: [],
    exclude: [],
    deletions: "keep",
    overwrite: "never",
  };
}

async function carryOut(
  call: Call<typeof deletedFlags>,
  { wiring, reader }: OpenHome,
  { project }: OpenScope,
  parts: readonly Part[],
): Promise<Part[]> {
  using progress = openProgress(call, "Restoring");
  await using writer = await wiring.openWriter(reader.home, "process");
  const root = pathToColumn(project.root as string as RelPath);
  const done: Part[] = [];
  try {
    for (const part of parts) {
      const params = { ...part.request, root, plan: part.plan.id, argv: call.argv };
      const reply = hasEffect(part.actions)
        ? await writer.request("restore", params, progress.update)
        : undefined;
      done.push(reply === undefined ? part : donePart(call, project, part, reply));
    }
  } catch (thrown) {
    for (const { operation } of done) {
      if (operation !== undefined) call.warn(`op-${operation.id} is done; undo: ${operation.undo}`);
    }
    throw thrown;
  }
  return done;
}

function donePart(
  call: Call<typeof deletedFlags>,
  project: ProjectEntry,
  part: Part,
  reply: RestoreReply,
): Part {
  const operation =
    reply.operation === null ? undefined : undoOf(call.asker, project, reply.operation);
  return { ...part, actions: reportReply(reply, part.actions), operation };
}

function answer(
  { project }: OpenScope,
  parts: readonly Part[],
  isDryRun: boolean,
  text: (view: View) => Iterable<string>,
): Answer {
  return {
    kind: "document",
    schema: "unf.deleted/1",
    document: () => ({
      ...pathFields("root", project.root),
      dry_run: isDryRun,
      restores: parts.map(partJson),
    }),
    text,
    exit: exitOf(
      parts.flatMap(({ actions }) => actions),
      false,
    ),
  };
}

function partJson({ plan, actions, operation }: Part): JsonObject {
  return {
    plan: plan.id,
    operation: operation === undefined ? null : `op-${operation.id}`,
    undo: operation?.undo ?? null,
    actions: actions.map(actionJson),
    summary: { ...summarize(actions) },
  };
}
