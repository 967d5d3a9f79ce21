import type { SnapshotId } from "@unf/core/base";
import { absPathToColumn } from "@unf/core/base";
import type { RestoreOutcome } from "@unf/core/orders";
import type { RestorePlan, RestoreRequest } from "@unf/core/restore";
import { createWriteCounter } from "../orders/count-writes.ts";
import { restoreOutcomeAnswer } from "../orders/outcome-answer.ts";
import { outcomesOfRestore, summarize } from "../orders/outcomes.ts";
import { type Orderer, type Outcome, sendOrder } from "../orders/send-order.ts";
import { operationName } from "../parts/names.ts";
import { undoOf } from "../parts/next-command.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { Writer } from "../ports/recording.ts";
import type { OpenScope } from "../scope/open-scope.ts";
import type { DeletedFile } from "./list-deleted.ts";
import type { BroughtBackAnswer } from "./shape.ts";

/** The one restore that brings deleted files back, as it is planned. */
export interface PlannedBringBack {
  readonly scope: OpenScope;
  readonly request: RestoreRequest;
  readonly plan: RestorePlan;
  readonly actions: readonly RestoreOutcome[];
}

/** Plans the restore of their last state for deleted files. `plan`: plans a request. */
export async function planBringBack(
  scope: OpenScope,
  files: readonly DeletedFile[],
  plan: (request: RestoreRequest) => Promise<RestorePlan>,
): Promise<PlannedBringBack> {
  const request = bringBackRequest(files);
  const planned = await plan(request);
  const actions = outcomesOfRestore(planned, createWriteCounter(scope.reader));
  return { scope, request, plan: planned, actions };
}

/** Has the plan carried out as one operation. */
export function carryOutBringBack(
  home: OpenHome,
  { scope, request, plan: { id }, actions }: PlannedBringBack,
  argv: readonly string[],
  orderer: Orderer = {},
): Promise<Outcome<RestoreOutcome["action"]>> {
  const root = absPathToColumn(scope.project.root);
  const params = { root, plan: id, brief: true, argv, ...request } as const;
  const send = (writer: Writer) => writer.request("restore", params, orderer.onProgress);
  return sendOrder(home, { scope, plan: { id, actions }, send }, orderer);
}

/** `done`: what came of it; `undefined`: nothing was to be done, or it is a dry run. */
export function broughtBackAnswer(
  asker: Pick<Asker, "cwd" | "namedProject">,
  { scope, plan, actions }: PlannedBringBack,
  done: Outcome<RestoreOutcome["action"]> | undefined,
  isDryRun: boolean,
): BroughtBackAnswer {
  const id = done?.operation ?? null;
  const outcomes = done?.actions ?? actions;
  return {
    ...pathFields("root", scope.project.root),
    dry_run: isDryRun,
    restores: [
      {
        plan: plan.id,
        operation: id === null ? null : operationName(id),
        undo: id === null ? null : undoOf(asker, scope.project, id).undo,
        actions: outcomes.map(restoreOutcomeAnswer),
        summary: summarize(outcomes),
      },
    ],
  };
}

/**
 * The restore that brings every file back as it was last. A file that has come to stand in another's
 * place meanwhile is left alone.
 */
export function bringBackRequest(files: readonly DeletedFile[]): RestoreRequest {
  const groups = groupByRow(files);
  const [only, ...others] = groups;
  const target =
    only !== undefined && others.length === 0
      ? { id: only.at }
      : { ids: groups.flatMap(({ at, files: inGroup }) => inGroup.map(() => at)) };
  return {
    target,
    within: groups.flatMap(({ files: inGroup }) => inGroup.map(({ path }) => path)),
    include: [],
    exclude: [],
    deletions: "keep",
    overwrite: "never",
  };
}

/** Files that all stood as they were last at one row of the timeline. */
interface DeletedGroup {
  readonly at: SnapshotId;
  readonly files: DeletedFile[];
}

/**
 * The fewest rows at which every file stood as it was last: each stood so from its last row to just
 * before its deletion, and one row serves all whose spans have it in common.
 */
function groupByRow(files: readonly DeletedFile[]): DeletedGroup[] {
  const groups: DeletedGroup[] = [];
  const byEnd = [...files].sort((a, b) => a.deletion.id - b.deletion.id);
  for (const file of byEnd) {
    const group = groups.at(-1);
    const end = (file.deletion.id - 1) as SnapshotId;
    // Of what is no longer kept nobody knows since when it stood so: just before the end it did.
    const begin = file.isThinned ? end : (file.last?.id ?? end);
    if (group !== undefined && begin <= group.at) group.files.push(file);
    else groups.push({ at: end, files: [file] });
  }
  return groups;
}
