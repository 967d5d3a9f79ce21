import { invariant, joinPath, type RelPath, type SnapshotId, UnfError } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { countOf, escapeForDisplay } from "@unf/core/query";
import type { RestoreTarget } from "@unf/core/restore";
import { renderResolved } from "@unf/core/time";
import type { Snapshot } from "@unf/core/timeline";
import { versionName } from "../parts/names.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, viewerOf } from "../scope/open-scope.ts";
import { type ResolvedTime, toPoint } from "../scope/time.ts";

/** Longest pause between deletions that are one. Unit: ms. */
const pauseMs = 10_000;

/**
 * The state just before what was named was deleted, where nothing of it is there any more; `undefined`
 * where something is. Says when that was. Throws `usage` for what left otherwise than by a deletion.
 */
export async function findDeletion(
  asker: Pick<Asker, "fileSystem" | "note" | "now" | "zone">,
  scope: OpenScope,
): Promise<Found | undefined> {
  const { within, project, reader } = scope;
  if (within.length === 0) return undefined;
  const fileSystem = await asker.fileSystem();
  const { timeline } = reader;
  const isGoneInRecord = (path: RelPath) => !isKnownToBeThere(timeline, path);
  const isThere = (path: RelPath) => {
    const kind = fileSystem.lstat(joinPath(project.root, path))?.kind;
    // A directory that was made anew holds nothing of what is missed.
    return kind === "directory" ? !isGoneInRecord(path) : kind !== undefined;
  };
  if (within.some(isThere)) return undefined;
  // Deleted a moment ago, or while nobody recorded: its last state is the one before.
  if (!within.some(isGoneInRecord)) {
    const time = sayMoment(asker, within, newestOf(timeline, within));
    return { time, target: toPoint(time) };
  }
  const ends = within.map((path): Deletion => {
    if (isGoneInRecord(path)) return readDeletion(timeline, path);
    const newest = newestOf(timeline, [path]);
    return { first: newest, before: newest.id, files: 1, last: newest };
  });
  const first = ends.reduce((least, one) => (one.first.id < least.first.id ? one : least));
  // An edit between two deletions belongs to what was deleted after it.
  if (ends.some(({ before }) => before !== first.before)) return sayEach(asker, within, ends);
  const time = sayDeletion(asker, within, ends, first);
  return { time, target: toPoint(time) };
}

/** The state that is to come back, of the project or of each path. */
interface Found {
  /** Of several deletions the last one. */
  readonly time: ResolvedTime;
  readonly target: RestoreTarget;
}

function sayEach(
  asker: Pick<Asker, "note" | "now" | "zone">,
  within: readonly RelPath[],
  ends: readonly Deletion[],
): Found {
  const last = ends.reduce((latest, one) => (one.first.id > latest.first.id ? one : latest));
  for (const [n, one] of ends.entries()) {
    const path = within.slice(n, n + 1);
    if (one.before === one.first.id) sayMoment(asker, path, one.first);
    else sayDeletion(asker, path, [one], one);
  }
  const ids = ends.map(({ before }) => before);
  return { time: deletedBy(last.first, last.before), target: { ids } };
}

function sayDeletion(
  asker: Pick<Asker, "note" | "now" | "zone">,
  within: readonly RelPath[],
  ends: readonly Deletion[],
  { first, before }: Deletion,
): ResolvedTime {
  const files = ends.reduce((sum, one) => sum + one.files, 0);
  const when = renderResolved(first.at, viewerOf(asker));
  const count = files > 1 ? ` (${countOf(files, "file")})` : "";
  asker.note(`${namesOf(within)}${count} deleted ${when}`);
  return deletedBy(first, before);
}

function sayMoment(
  asker: Pick<Asker, "note" | "now" | "zone">,
  within: readonly RelPath[],
  newest: Snapshot,
): ResolvedTime {
  const when = renderResolved(newest.at, viewerOf(asker));
  asker.note(`${namesOf(within)} gone; last recorded ${when}`);
  return { input: versionName(newest.id), at: newest.at, version: newest };
}

function deletedBy({ id, at }: Snapshot, snapshot: number): ResolvedTime {
  const name = versionName(id);
  return { input: name, at, version: undefined, mark: { kind: "deletion", name, snapshot } };
}

function namesOf(within: readonly RelPath[]): string {
  const shown = within.slice(0, 3).map(escapeForDisplay).join(", ");
  return within.length > 3 ? `${shown} and ${within.length - 3} more` : shown;
}

function isKnownToBeThere(timeline: TimelineReader, path: RelPath): boolean {
  return timeline.head(path) !== undefined || timeline.heads(path, undefined, 1).length > 0;
}

/** The newest row of all of them: none of what stands in the record came later. */
function newestOf(timeline: TimelineReader, within: readonly RelPath[]): Snapshot {
  const [newest] = timeline.find({ within, interim: true, order: "newest" });
  invariant(newest !== undefined, "what has a head has a row");
  return newest;
}

interface Deletion {
  /** The row that begins it. */
  readonly first: Snapshot;
  readonly last: Snapshot;
  /** The last row of the state before it. */
  readonly before: SnapshotId;
  readonly files: number;
}

/** The deletions at the end of a path's rows that belong together. */
function readDeletion(timeline: TimelineReader, path: RelPath): Deletion {
  const rows = timeline.find({ within: [path], interim: true, order: "newest" });
  const run: Snapshot[] = [];
  for (const row of rows) {
    const later = run.at(-1);
    if (row.event !== "delete" || !isGone(row)) break;
    if (later !== undefined && later.at - row.at > pauseMs) break;
    run.push(row);
  }
  const [last, first] = [run[0], run.at(-1)];
  if (last === undefined || first === undefined) throw leftOtherwise(timeline, path);
  const before = (first.id - 1) as SnapshotId;
  return { first, last, before, files: new Set(run.map((row) => row.path)).size };
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
