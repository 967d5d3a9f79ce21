import { type FileChange, type OpenScope, recordedSide } from "@unf/answers";
import { joinPath, pathToColumn, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type Hunk, hasNul, splitHunks } from "@unf/core/lines";
import type { RestoreAction, RestorePlan } from "@unf/core/restore";
import { isLinkMode } from "@unf/core/timeline";
import type { Call } from "../frame/call/command.ts";
import type { restoreFlags } from "./flags.ts";

type Write = Extract<RestoreAction, { kind: "write" }>;

/** A file of which a part is restored: the difference between what is there and what is wanted. */
export interface FileInParts {
  readonly action: Write;
  /** From what is on disk to what is wanted. */
  readonly change: FileChange;
  readonly hunks: readonly Hunk[];
}

/**
 * The one file that the plan writes, split into hunks. Throws `usage` when there are more, `refused`
 * when it has no lines, `conflict` when it changes at this moment.
 */
export async function readParts(
  call: Call<typeof restoreFlags>,
  { reader, project }: OpenScope,
  plan: RestorePlan,
): Promise<FileInParts | undefined> {
  const writes = plan.actions.filter((action): action is Write => action.kind === "write");
  const [action] = writes;
  if (action === undefined) return undefined;
  if (writes.length > 1) {
    throw new UnfError("usage", `hunks are those of one file, and ${writes.length} would change`, {
      hint: `name one, such as ${pathToColumn(action.path)}; -i chooses among files`,
    });
  }
  const { path, disk, wanted } = action;
  const to = reader.timeline.snapshot(wanted.snapshot);
  if (disk.kind !== "file" || disk.hash === null || to === undefined || isLinkMode(wanted.mode))
    throw noLines(action);
  const fs = await call.world.fileSystem();
  const read = fs.read(joinPath(project.root, path), limits.capture.fileBytesMax);
  const digest = await call.world.digest();
  if (read.kind !== "content" || digest(read.bytes) !== disk.hash) {
    throw new UnfError("conflict", `${pathToColumn(path)} changes just now; nothing was restored`, {
      hint: "run it again",
    });
  }
  const now = read.bytes;
  if (hasNul(now)) throw noLines(action);
  const { hash, mode, bytes } = disk;
  const before = { path, mode, bytes, hash, snapshot: undefined, read: () => now };
  const change = { before, after: recordedSide(reader, { ...to, path }) };
  return { action, change, hunks: splitHunks(now, reader.content(to)) };
}

function noLines({ path, disk }: Write): UnfError {
  const why = disk.kind === "absent" ? "is not there" : "is no text file";
  return new UnfError("refused", `${pathToColumn(path)} ${why}: there are no hunks to choose`, {
    hint: "restore it whole, without -p and --hunks",
  });
}
