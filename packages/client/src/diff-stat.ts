import { setImmediate } from "node:timers/promises";
import type { ProjectReader } from "@unf/answers";
import { comparePaths, isContentMissing, pathToColumn, type SnapshotId } from "@unf/core/base";
import { countLines, hasNul } from "@unf/core/lines";
import type { Snapshot } from "@unf/core/timeline";
import { type ChangedPath, changedSince, hasChanges as differs } from "@unf/engine/checkpoints";
import type { DiffStat, FileStat } from "./public.ts";
import type { History, Session } from "./session.ts";

/** Compares a checkpoint with another, or with what is on disk now: that is recorded first. */
export async function readDiffStat(
  session: Session,
  checkpoint: number,
  other: number | undefined,
): Promise<DiffStat> {
  const from = session.checkpoint(checkpoint).snapshot;
  const to = other === undefined ? await readNow(session) : session.checkpoint(other).snapshot;
  return countChanges(session, from, to);
}

/** Counts what differs between two rows. */
export async function countChanges(
  history: History,
  from: SnapshotId | 0,
  to: SnapshotId | 0,
): Promise<DiffStat> {
  const files: FileStat[] = [];
  for (const change of listChanges(history, from, to)) {
    // Comparing many files takes long; the caller's other work goes on between them.
    await setImmediate();
    files.push(countChange(history.reader, change));
  }
  return { files, added: sumOf(files, "added"), removed: sumOf(files, "removed") };
}

/** True when any file differs from the checkpoint now. */
export async function hasChanges(session: Session, checkpoint: number): Promise<boolean> {
  const from = session.checkpoint(checkpoint).snapshot;
  return differs(session.timeline, { from, to: await readNow(session) });
}

/** In path order. A later checkpoint may be compared with an earlier one. */
export function listChanges(
  { timeline }: Pick<History, "timeline">,
  from: SnapshotId | 0,
  to: SnapshotId | 0,
): readonly ChangedPath[] {
  const changes =
    from <= to
      ? [...changedSince(timeline, { from, to })]
      : [...changedSince(timeline, { from: to, to: from })].map(({ path, before, after }) => ({
          path,
          before: after,
          after: before,
        }));
  return changes.sort((a, b) => comparePaths(a.path, b.path));
}

/** The newest row once everything on disk is recorded. */
async function readNow(session: Session): Promise<SnapshotId | 0> {
  return ((await session.flush()) ?? 0) as SnapshotId | 0;
}

function countChange(reader: ProjectReader, { path, before, after }: ChangedPath): FileStat {
  const status = before === undefined ? "created" : after === undefined ? "deleted" : "modified";
  return { path: pathToColumn(path), status, ...countSides(reader, before, after) };
}

function countSides(
  reader: ProjectReader,
  before: Snapshot | undefined,
  after: Snapshot | undefined,
): Pick<FileStat, "added" | "removed"> {
  if (before?.hash === after?.hash) return { added: 0, removed: 0 };
  const read = (side: Snapshot | undefined) => side && reader.content(side);
  try {
    const [old, now] = [read(before), read(after)];
    if ([old, now].some((side) => side && hasNul(side))) return { added: null, removed: null };
    const { added, removed } = countLines(old, now);
    return { added, removed };
  } catch (thrown) {
    // One lost content must not hide what changed elsewhere.
    if (isContentMissing(thrown)) {
      return { added: null, removed: null };
    }
    throw thrown;
  }
}

function sumOf(files: readonly FileStat[], side: "added" | "removed"): number {
  return files.reduce((sum, file) => sum + (file[side] ?? 0), 0);
}
