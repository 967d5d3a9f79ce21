import { joinPath, pathToColumn, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type Hunk, hasNul, splitHunks } from "@unf/core/lines";
import { type RestoreAction, type RestorePlan, targetOf } from "@unf/core/restore";
import { isLinkMode } from "@unf/core/timeline";
import { type FileChange, maskPathOf } from "../diff/file-change.ts";
import { hunkAnswers } from "../diff/file-diff-answer.ts";
import { recordedSide } from "../diff/sides.ts";
import type { Asker } from "../ports/asker.ts";
import type { OpenScope } from "../scope/open-scope.ts";
import type { AskedRestore, PlannedRestore } from "./plan-restore.ts";
import type { NumberedHunkAnswer } from "./shape.ts";

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
  asker: Asker,
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
  const fs = await asker.fileSystem();
  const read = fs.read(joinPath(project.root, path), limits.capture.fileBytesMax);
  const digest = await asker.digest();
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

/**
 * The plan for these hunks, of the very content that they were chosen in. `plan`: plans a request of the
 * same files.
 */
export async function planPart(
  { scope, asked }: AskedRestore,
  { action }: FileInParts,
  {
    chosen,
    plan,
  }: {
    readonly chosen: readonly number[];
    readonly plan: (restore: AskedRestore) => Promise<PlannedRestore>;
  },
): Promise<PlannedRestore> {
  const { path, disk } = action;
  const target = targetOf(asked.request, [path]);
  const request = { ...asked.request, target, within: [path], hunks: [{ path, chosen }] };
  const planned = await plan({ scope, asked: { ...asked, request } });
  const [one, ...others] = planned.plan.actions;
  const now = one !== undefined && "disk" in one && "hash" in one.disk ? one.disk.hash : undefined;
  const same = others.length === 0 && "hash" in disk && now === disk.hash;
  if (same) return planned;
  throw new UnfError("conflict", `${pathToColumn(path)} has changed; nothing was restored`, {
    hint: "its hunks are others now: run it again",
  });
}

/**
 * Throws `not_found` where there are fewer hunks. `checkStale` throws before when the numbers may be
 * those of another difference than this one.
 */
export function requireHunk(number: number, { hunks }: FileInParts, checkStale: () => void): void {
  if (number <= hunks.length) return;
  checkStale();
  const count = hunks.length === 1 ? "is 1 hunk" : `are ${hunks.length} hunks`;
  throw new UnfError("not_found", `there is no hunk ${number}: there ${count}`, {
    hint: "-p --dry-run shows the hunks with their numbers",
  });
}

/** The hunks by their numbers; `chosen`: those that were, counted from 0. */
export function numberHunks(
  { change, hunks }: FileInParts,
  chosen?: readonly number[],
): NumberedHunkAnswer[] {
  const showing = { hasWords: false, reveal: false };
  return hunks.map((hunk, index) => ({
    number: index + 1,
    ...(chosen === undefined ? {} : { chosen: chosen.includes(index) }),
    hunk: hunkAnswers({ path: maskPathOf(change), hunks: [hunk] }, showing)[0] ?? null,
  }));
}

function noLines({ path, disk }: Write): UnfError {
  const why = disk.kind === "absent" ? "is not there" : "is no text file";
  return new UnfError("refused", `${pathToColumn(path)} ${why}: there are no hunks to choose`, {
    hint: "restore it whole, without -p and --hunks",
  });
}
