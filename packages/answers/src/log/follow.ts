import { type AbsPath, isWithin, type SnapshotId, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type Snapshot, stampOf } from "@unf/core/timeline";
import type { SnapshotNotice } from "@unf/protocol";
import { isBy } from "../authors/author-filter.ts";
import { readAuthors } from "../authors/authors.ts";
import type { ProjectReader } from "../ports/history.ts";
import type { HomeAccess } from "../ports/home-access.ts";
import type { ListedVersion } from "./listing.ts";
import { isToldByRename, readRenamedTo } from "./rows.ts";
import type { Selection } from "./selection.ts";

/** Ports of following, besides the selection. */
export interface FollowPorts {
  readonly wiring: Pick<HomeAccess, "follow">;
  readonly home: AbsPath;
  readonly now: () => WallMs;
  /** Waits, where there is nothing to be told by. */
  readonly pause: (ms: number) => Promise<void>;
  /** The versions to begin with, oldest first. */
  readonly readBegin: () => Promise<readonly ListedVersion[]>;
}

/**
 * The versions of `readBegin` and then every selected one as it is recorded, each once. A version
 * is told of when it is recorded and settles later without a word, so interim ones are looked at
 * again until they have settled or another version of the file took their place.
 */
export async function* followVersions(
  ports: FollowPorts,
  selection: Selection,
): AsyncGenerator<ListedVersion> {
  const root = selection.isGlobal ? undefined : selection.sources[0]?.project.root;
  const notices = ports.wiring.follow(ports.home, root)[Symbol.asyncIterator]();
  const told = new Set<string>();
  const unsettled = new Map<string, Unsettled>();
  // Subscribed before the beginning is read, so that nothing falls between the two.
  let next = ask(notices);
  try {
    for (const version of await ports.readBegin()) {
      told.add(keyOf(version));
      yield version;
    }
    for (;;) {
      const wait = unsettled.size === 0 ? [] : [ports.pause(lookAgainMs)];
      const heard = await Promise.race([next, ...wait]);
      if (heard?.done === true) return;
      if (heard !== undefined) {
        next = ask(notices);
        remember(unsettled, findSource(selection, heard.value), heard.value, ports.now());
      }
      for (const version of takeReady(unsettled, selection, ports.now())) {
        const key = keyOf(version);
        if (told.has(key)) continue;
        told.add(key);
        yield version;
      }
    }
  } finally {
    await notices.return?.();
  }
}

interface Unsettled {
  readonly source: ProjectReader;
  readonly id: SnapshotId;
  /** When it is given up. */
  readonly until: number;
}

const lookAgainMs = 250;

/** A burst ends at the latest then; some time more for a slow disk. */
const settledByMs = limits.burst.burstMsMax + 5000;

function ask(notices: AsyncIterator<SnapshotNotice>): Promise<IteratorResult<SnapshotNotice>> {
  const next = notices.next();
  // A failure counts where the promise is awaited, which may be after it has failed.
  next.catch(() => undefined);
  return next;
}

function findSource({ sources }: Selection, { root }: SnapshotNotice): ProjectReader | undefined {
  return sources.find(({ project }) => project.root === root);
}

/** The newest version of a file takes the place of one that has not settled. */
function remember(
  unsettled: Map<string, Unsettled>,
  source: ProjectReader | undefined,
  notice: SnapshotNotice,
  now: number,
): void {
  if (source === undefined) return;
  const id = notice.id as SnapshotId;
  unsettled.set(`${source.project.id} ${notice.path}`, { source, id, until: now + settledByMs });
}

/** Versions that may be told now; they and those given up are forgotten. */
function takeReady(
  unsettled: Map<string, Unsettled>,
  selection: Selection,
  now: number,
): ListedVersion[] {
  const ready: ListedVersion[] = [];
  for (const [key, { source, id, until }] of unsettled) {
    const snapshot = source.timeline.snapshot(id);
    const isReady = snapshot !== undefined && (snapshot.settled || selection.query.interim);
    if (isReady || now > until) unsettled.delete(key);
    if (!isReady) continue;
    const version = followRename(selection, source, snapshot);
    if (isSelected(selection, version)) ready.push(version);
  }
  return ready.sort(({ snapshot: a }, { snapshot: b }) => stampOf(a) - stampOf(b) || a.id - b.id);
}

/** A departure is told as its rename, which may have been told as a creation before. */
function followRename(
  selection: Selection,
  source: ProjectReader,
  snapshot: Snapshot,
): ListedVersion {
  const renamedTo = readRenamedTo(source, snapshot);
  // A session may have begun since the version before.
  const authors = readAuthors(source.timeline);
  if (renamedTo === undefined || !isToldByRename(selection, renamedTo)) {
    return { kind: "version", source, snapshot, renamedTo, authors };
  }
  return { kind: "version", source, snapshot: renamedTo, authors };
}

function keyOf({ source, snapshot }: ListedVersion): string {
  return `${source.project.id} ${snapshot.id} ${snapshot.event}`;
}

function isSelected({ query, matches }: Selection, { snapshot, authors }: ListedVersion): boolean {
  const { session, turn } = snapshot.author;
  if (query.session !== undefined && query.session !== session) return false;
  if (query.turn !== undefined && query.turn !== turn) return false;
  if (!isBy(query.author, authors, snapshot)) return false;
  if (query.events !== undefined && !query.events.includes(snapshot.event)) return false;
  const isWanted =
    query.within.length === 0 || query.within.some((path) => isWithin(path, snapshot.path));
  return isWanted && matches(snapshot.path);
}
