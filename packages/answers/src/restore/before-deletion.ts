import { invariant, joinPath, type RelPath } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { countOf, escapeForDisplay } from "@unf/core/query";
import type { RestoreTarget } from "@unf/core/restore";
import { renderClock, renderResolved } from "@unf/core/time";
import type { Snapshot } from "@unf/core/timeline";
import { versionName } from "../parts/names.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, viewerOf } from "../scope/open-scope.ts";
import { type ResolvedTime, toPoint } from "../scope/time.ts";
import { type Deletion, readDeletion } from "./read-deletion.ts";

/** Deletions further apart are told with both ends. Unit: ms. */
const momentMs = 60_000;

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
    return { time, target: toPoint(time), within };
  }
  const ends = within.map((path): Deletion => {
    if (isGoneInRecord(path)) return readDeletion(timeline, path);
    const newest = newestOf(timeline, [path]);
    const one = { first: newest, last: newest, before: newest.id };
    return { ...one, files: 1, apart: [], earlier: 0 };
  });
  const first = ends.reduce((least, one) => (one.first.id < least.first.id ? one : least));
  // An edit between two deletions belongs to what was deleted after it.
  const isOneState = ends.every(({ before, apart }) => before === first.before && !apart.length);
  if (!isOneState) return sayEach(asker, within, ends);
  const time = sayDeletion(asker, within, ends, first);
  return { time, target: toPoint(time), within };
}

/** The state that is to come back, of the project or of each path. */
interface Found {
  /** Of several deletions the last one. */
  readonly time: ResolvedTime;
  readonly target: RestoreTarget;
  /** The paths that were named, and the files in it that have a state of their own. */
  readonly within: readonly RelPath[];
}

function sayEach(
  asker: Pick<Asker, "note" | "now" | "zone">,
  within: readonly RelPath[],
  ends: readonly Deletion[],
): Found {
  const last = ends.reduce((latest, one) => (one.last.id > latest.last.id ? one : latest));
  for (const [n, one] of ends.entries()) {
    const path = within.slice(n, n + 1);
    if (one.before === one.first.id) sayMoment(asker, path, one.first);
    else sayDeletion(asker, path, [one], one);
  }
  const apart = ends.flatMap((one) => one.apart);
  const ids = [...ends, ...apart].map(({ before }) => before);
  return {
    time: deletedBy(last.first, last.before),
    target: { ids },
    within: [...within, ...apart.map(({ path }) => path)],
  };
}

function sayDeletion(
  asker: Pick<Asker, "note" | "now" | "zone">,
  within: readonly RelPath[],
  ends: readonly Deletion[],
  { first, before }: Deletion,
): ResolvedTime {
  const files = ends.reduce((sum, one) => sum + one.files, 0);
  const earlier = ends.reduce((sum, one) => sum + one.earlier, 0);
  const last = ends.reduce((latest, one) => (one.last.id > latest.last.id ? one : latest)).last;
  const viewer = viewerOf(asker);
  const when = renderResolved(first.at, viewer);
  const until =
    last.at - first.at > momentMs ? `, the last ${renderClock(last.at, viewer.zone)}` : "";
  const count = files > 1 ? ` (${countOf(files, "file")})` : "";
  asker.note(`${namesOf(within)}${count} deleted ${when}${until}`);
  if (earlier > 0) {
    const were = `${countOf(earlier, "file")} of it went before and ${earlier === 1 ? "stays" : "stay"} deleted`;
    asker.note(`${were}: unf deleted ${namesOf(within.slice(0, 1))}`);
  }
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
