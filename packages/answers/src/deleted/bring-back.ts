import type { SnapshotId } from "@unf/core/base";
import { absPathToColumn } from "@unf/core/base";
import type { RestoreOutcome } from "@unf/core/orders";
import type { RestorePlan, RestoreRequest } from "@unf/core/restore";
import type { Progress } from "@unf/protocol";
import { createWriteCounter } from "../orders/count-writes.ts";
import { restoreOutcomeAnswer } from "../orders/outcome-answer.ts";
import { hasEffect, outcomesOfRestore, readReply, summarize } from "../orders/outcomes.ts";
import { operationName } from "../parts/names.ts";
import { undoOf } from "../parts/next-command.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { OpenScope } from "../scope/open-scope.ts";
import type { DeletedFile } from "./list-deleted.ts";
import type { BroughtBackAnswer } from "./shape.ts";

/** One restore of several that bring the files back; nearly always it is the only one. */
export interface BroughtPart {
  readonly request: RestoreRequest;
  readonly plan: RestorePlan;
  readonly actions: readonly RestoreOutcome[];
  readonly operation: { readonly id: number; readonly undo: string } | undefined;
}

/** Plans restores of their last state for deleted files. `plan`: plans one of them. */
export function planBringBack(
  { reader }: OpenScope,
  files: readonly DeletedFile[],
  plan: (request: RestoreRequest) => RestorePlan,
): BroughtPart[] {
  const counter = createWriteCounter(reader);
  return planGroups(files).map((group): BroughtPart => {
    const request = requestOf(group);
    const planned = plan(request);
    const actions = outcomesOfRestore(planned, counter);
    return { request, plan: planned, actions, operation: undefined };
  });
}

/**
 * The request for a group. A file that has come to stand in another's place meanwhile is left
 * alone.
 */
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

/** Has the plans carried out, one after the other. What is done before one that fails is warned of. */
export async function carryOutBringBack(
  asker: Asker,
  { wiring, reader }: OpenHome,
  { project }: OpenScope,
  {
    parts,
    argv,
    onProgress,
  }: {
    readonly parts: readonly BroughtPart[];
    readonly argv: readonly string[];
    readonly onProgress?: ((progress: Progress) => void) | undefined;
  },
): Promise<BroughtPart[]> {
  await using writer = await wiring.openWriter(reader.home, "process");
  const root = absPathToColumn(project.root);
  const done: BroughtPart[] = [];
  try {
    for (const part of parts) {
      if (!hasEffect(part.actions)) {
        done.push(part);
        continue;
      }
      const params = { root, plan: part.plan.id, argv, ...part.request };
      const reply = await writer.request("restore", params, onProgress);
      const operation =
        reply.operation === null ? undefined : undoOf(asker, project, reply.operation);
      done.push({ ...part, actions: readReply(reply.actions, part.actions), operation });
    }
  } catch (thrown) {
    for (const { operation } of done) {
      if (operation !== undefined)
        asker.warn(`op-${operation.id} is done; undo: ${operation.undo}`);
    }
    throw thrown;
  }
  return done;
}

export function broughtBackAnswer(
  { project }: OpenScope,
  parts: readonly BroughtPart[],
  isDryRun: boolean,
): BroughtBackAnswer {
  return {
    ...pathFields("root", project.root),
    dry_run: isDryRun,
    restores: parts.map(({ plan, actions, operation }) => ({
      plan: plan.id,
      operation: operation === undefined ? null : operationName(operation.id),
      undo: operation?.undo ?? null,
      actions: actions.map(restoreOutcomeAnswer),
      summary: summarize(actions),
    })),
  };
}

/** Files that all stood as they were last at one row of the timeline. */
interface DeletedGroup {
  readonly at: SnapshotId;
  readonly files: readonly DeletedFile[];
}

/**
 * The fewest restores that bring every file back as it was last: each file stood so from its last
 * row to just before its deletion, and one restore serves all whose spans have a row in common.
 */
export function planGroups(files: readonly DeletedFile[]): DeletedGroup[] {
  const groups: { readonly at: SnapshotId; readonly files: DeletedFile[] }[] = [];
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
