import {
  type ChangeStatus,
  changesToDisk,
  checkpointFields,
  type FileChange,
  hasEffect,
  type OpenHome,
  openScope,
  pathFields,
  pathOf,
  requireCheckpoint,
  statusOf,
} from "@unf/answers";
import {
  type Checkpoint,
  escapeForDisplay,
  renderResolved,
  type SnapshotId,
  UnfError,
} from "@unf/core";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { eventLetter } from "../frame/print/words.ts";
import { checkpointTitle } from "./checkpoint-text.ts";

/** Files that differ on disk from a checkpoint; `word` empty: from the newest one. */
export async function sinceCheckpoint(
  call: Call<FlagTable>,
  home: OpenHome,
  word: string,
): Promise<Pick<Answer & { kind: "document" }, "document" | "text">> {
  const { reader, project } = openScope(call.asker, home, []);
  const checkpoint =
    word === "" ? newest(reader.timeline.checkpoints()) : requireCheckpoint(reader.timeline, word);
  const point = { id: checkpoint.snapshot as SnapshotId };
  const everything = { within: [], matches: () => true };
  const fs = await call.world.fileSystem();
  const changes = changesToDisk(reader, fs, point, everything).filter(hasEffect);
  return {
    document: () => ({
      since_checkpoint: {
        ...pathFields("root", project.root),
        checkpoint: checkpointFields(checkpoint),
        summary: { changed: changes.length, ...countByStatus(changes) },
        files: changes.map(changeJson),
      },
    }),
    text: (view) => renderSince(checkpoint, changes, view),
  };
}

function newest([first]: readonly Checkpoint[]): Checkpoint {
  if (first !== undefined) return first;
  throw new UnfError("not_found", "this project has no checkpoint yet", { hint: "unf checkpoint" });
}

function changeJson(change: FileChange): JsonObject {
  const { before, after } = change;
  const isRename = before !== undefined && statusOf(change) === "rename";
  return {
    ...pathFields("path", pathOf(change)),
    status: statusOf(change),
    ...(isRename ? pathFields("renamed_from", before.path) : {}),
    bytes: after?.bytes ?? 0,
  };
}

const statuses: readonly ChangeStatus[] = ["create", "modify", "delete", "rename"];
const done: Readonly<Record<ChangeStatus, string>> = {
  create: "created",
  modify: "modified",
  delete: "deleted",
  rename: "renamed",
};

function countByStatus(changes: readonly FileChange[]): Record<string, number> {
  const count = (status: ChangeStatus) =>
    changes.filter((change) => statusOf(change) === status).length;
  return Object.fromEntries(statuses.map((status) => [done[status], count(status)]));
}

/** For a pipe only the files, as `letter tab path`. */
function* renderSince(
  checkpoint: Checkpoint,
  changes: readonly FileChange[],
  view: View,
): Generator<string> {
  const { terminal, signs, viewer, paint } = view;
  if (!terminal.isForPerson) {
    for (const change of changes) {
      yield `${eventLetter(statusOf(change))}\t${escapeForDisplay(pathOf(change))}`;
    }
    return;
  }
  const title = `${signs.mark} since ${paint.id(checkpointTitle(checkpoint))}`;
  const counts = Object.entries(countByStatus(changes))
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`);
  const detail = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  yield `${title}  ${renderResolved(checkpoint.at, viewer)}: ${countOf(changes.length, "file")} changed${detail}`;
  for (const change of changes) {
    yield `  ${eventLetter(statusOf(change))}  ${escapeForDisplay(pathOf(change))}`;
  }
}
