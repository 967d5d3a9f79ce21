import { type RelPath, type SnapshotId, UnfError } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import type { Snapshot } from "@unf/core/timeline";

/** How what a path names was deleted. */
export interface Deletion {
  /** The row that begins it. */
  readonly first: Snapshot;
  readonly last: Snapshot;
  /** The last row of the state that is to come back. */
  readonly before: SnapshotId;
  readonly files: number;
  /** Files that went before with an edit of others since: each has a state of its own. */
  readonly apart: readonly { readonly path: RelPath; readonly before: SnapshotId }[];
  /** Files in it that were deleted before, and stay so. */
  readonly earlier: number;
}

/** Longest pause between deletions that are one. Unit: ms. */
const pauseMs = 10_000;

/** As long may files of one directory go one by one. Unit: ms. */
const dayMs = 86_400_000;

/**
 * The deletion that left nothing of a path: the last one, and where that was of no more than half of the
 * files, all of a day. Throws `usage` for what left otherwise.
 */
export function readDeletion(timeline: TimelineReader, path: RelPath): Deletion {
  const { ends, others } = readEnds(timeline, path);
  const [newest] = ends;
  if (newest === undefined) throw leftOtherwise(timeline, path);
  const run = lastRun(ends);
  const chosen = run.length * 2 > ends.length ? run : ends;
  const first = chosen.at(-1) ?? newest;
  const groups = groupByState(chosen, others);
  const [[last] = [newest], ...before] = groups;
  return {
    ...{ first, last: newest, files: chosen.length },
    before: justBefore(last ?? newest),
    apart: before.flatMap((group) => {
      const [begin = newest] = group;
      return group.map((row) => ({ path: row.path, before: justBefore(begin) }));
    }),
    earlier: ends.length - chosen.length,
  };
}

/** Newest first: of each file the row with which it went; and the ids of all rows that are no end. */
function readEnds(timeline: TimelineReader, path: RelPath) {
  const rows = timeline.find({ within: [path], interim: true, order: "newest" });
  const seen = new Set<RelPath>();
  const ends: Snapshot[] = [];
  const others: SnapshotId[] = [];
  for (const row of rows) {
    const later = ends.at(-1);
    if (later !== undefined && later.at - row.at > dayMs) break;
    const isEnd = !seen.has(row.path) && row.event === "delete" && isGone(row);
    seen.add(row.path);
    if (isEnd) ends.push(row);
    else others.push(row.id);
  }
  return { ends, others };
}

function lastRun(ends: readonly Snapshot[]): Snapshot[] {
  const run: Snapshot[] = [];
  for (const row of ends) {
    const later = run.at(-1);
    if (later !== undefined && later.at - row.at > pauseMs) break;
    run.push(row);
  }
  return run;
}

/**
 * Files that all stood as they were last at one row: those between whose ends nothing else was written.
 * The newest first, and in each the oldest first.
 */
function groupByState(ends: readonly Snapshot[], others: readonly SnapshotId[]): Snapshot[][] {
  const groups: Snapshot[][] = [];
  let next = 0;
  for (const row of ends) {
    const group = groups.at(-1);
    const from = next;
    while ((others[next] ?? 0) > row.id) next += 1;
    if (group === undefined || from < next) groups.push([row]);
    else group.unshift(row);
  }
  return groups;
}

function justBefore({ id }: Snapshot): SnapshotId {
  return (id - 1) as SnapshotId;
}

/** Not merely left out of the record, and under no other name now. */
function isGone({ cause }: Snapshot): boolean {
  return cause !== "excluded" && cause !== "renamed";
}

function leftOtherwise(timeline: TimelineReader, path: RelPath): UnfError {
  const [last] = timeline.find({ within: [path], interim: true, order: "newest" });
  const name = escapeForDisplay(path);
  const rename = last?.cause === "renamed" ? timeline.renameOf(last.id) : undefined;
  if (rename !== undefined) {
    const to = escapeForDisplay(rename.path);
    return new UnfError("usage", `${name} was not deleted: it left as ${to}; say back to when`, {
      hint: `unf log ${to}`,
    });
  }
  return new UnfError("usage", `${name} is no longer recorded; say back to when: --at <time>`, {
    hint: `unf log ${name}`,
  });
}
