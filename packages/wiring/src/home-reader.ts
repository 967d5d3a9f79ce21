import { readdirSync } from "node:fs";
import {
  type AbsPath,
  type BlobId,
  type FileSystem,
  type ObjectStore,
  type ProjectId,
  pathToColumn,
  type Snapshot,
  systemCode,
  type TimelineReader,
  UnfError,
} from "@unf/core";
import { readFileLimit } from "@unf/engine/read-file-limit";
import { readForgetPlan } from "@unf/engine/read-forget-plan";
import { readOops } from "@unf/engine/read-oops";
import { readPlan } from "@unf/engine/read-plan";
import { readUndo } from "@unf/engine/read-undo";
import { createObjectStore } from "@unf/store";
import {
  lostObjectsDirectory,
  lostPacksDirectory,
  objectsDirectory,
  openFileSystem,
  openHome,
  packsDirectory,
  projectsDirectory,
  randomName,
  readIntent,
  rescueDirectory,
  timelinePath,
  trashDirectory,
} from "@unf/system";
import { zstd } from "@unf/system/compression";
import { digest } from "@unf/system/digest";
import { openTimelineReader, readIdentity } from "@unf/timeline";
import type { HomeReader, ProjectEntry, ProjectReader } from "./contract.ts";

/** Opens a home for reading; needs no daemon and creates nothing. `onCopy`: told once at most. */
export function openHomeReader(home: AbsPath, onCopy?: () => void): HomeReader {
  let isTold = false;
  const tell = () => {
    if (!isTold) onCopy?.();
    isTold = true;
  };
  const exists = openHome(home, { create: false }) !== "absent";
  return {
    home,
    projects: () => (exists ? listProjects(home) : []),
    open: (project) => openProjectReader(home, project, tell),
    [Symbol.dispose]: () => undefined,
  };
}

/** The object store of a home. */
export function openStore(home: AbsPath, fs: FileSystem): ObjectStore {
  return createObjectStore({
    fs,
    directory: objectsDirectory(home),
    trash: trashDirectory(home),
    lostAndFound: lostObjectsDirectory(home),
    packsDirectory: packsDirectory(home),
    lostPacks: lostPacksDirectory(home),
    digest,
    compression: zstd,
    unique: randomName,
  });
}

function openProjectReader(
  home: AbsPath,
  project: ProjectEntry,
  onCopy: () => void,
): ProjectReader {
  const timeline = openTimelineReader(timelinePath(home, project.id), { onCopy });
  const fs = openFileSystem();
  const store = openStore(home, fs);
  const ports = planPorts({ home, fs, store, timeline }, project);
  return {
    project,
    timeline,
    content: (snapshot) => readContent(store, timeline, snapshot),
    isKept: ({ hash, bytes }) =>
      hash === null || store.has(hash, bytes) || timeline.inboxed(hash) !== undefined,
    planRestore: (request, onLooked) => readPlan({ ...ports, onLooked }, request).plan,
    planInvert: (kind, operation, onLooked) =>
      readUndo({ ...ports, onLooked }, kind, operation ?? undefined).plan,
    planForget: (orders) => readForgetPlan(timeline, orders, digest),
    planOops: (wish, onLooked) => {
      const { plan, scopes, doubtful } = readOops({ ...ports, onLooked }, wish);
      return { plan, scopes, doubtful };
    },
    planPrune: async (wish) => {
      // Loaded when it is asked for, as few commands do.
      const { readPrunePlan } = await import("@unf/engine/read-prune-plan");
      return readPrunePlan({ timeline, digest, breathe: async () => undefined }, wish, true);
    },
    [Symbol.dispose]: () => timeline[Symbol.dispose](),
  };
}

function readContent(store: ObjectStore, timeline: TimelineReader, snapshot: Snapshot): Uint8Array {
  const { hash, id, withheld, unrecordable } = snapshot;
  if (hash === null) {
    throw new UnfError("not_found", `v${id} is the deletion of the file and has no content`, {
      hint: `unf cat v${id}~1`,
    });
  }
  const bytes = findContent(store, timeline, hash);
  if (bytes !== undefined) return bytes;
  if (unrecordable !== undefined) {
    const why = unrecordable === "binary" ? "binary" : "too large";
    throw new UnfError("content_withheld", `v${id} is ${why}, so its content was not kept`, {
      hint: `the text before it, if there was one: unf log --all ${pathToColumn(snapshot.path)}`,
    });
  }
  if (withheld === true) {
    throw new UnfError("content_withheld", `the content of v${id} was not kept, by a setting`, {
      hint: "only that it changed is recorded: unf config get secrets.hash_only",
    });
  }
  throw new UnfError("store_damaged", `content lost: that of v${id} is ${store.get(hash).kind}`, {
    hint: "unf verify --repair looks for it elsewhere; other versions are not affected",
  });
}

function findContent(
  store: ObjectStore,
  timeline: TimelineReader,
  hash: BlobId,
): Uint8Array | undefined {
  const found = store.get(hash);
  if (found.kind === "found") return found.bytes;
  const inboxed = timeline.inboxed(hash);
  // A copy that is damaged too is no content.
  return inboxed !== undefined && digest(inboxed) === hash ? inboxed : undefined;
}

/** What reading a plan needs: the disk, the timeline and the contents, as they are now. */
function planPorts(
  history: {
    readonly home: AbsPath;
    readonly fs: FileSystem;
    readonly store: ObjectStore;
    readonly timeline: TimelineReader;
  },
  { id, root }: ProjectEntry,
) {
  const { home, fs, store, timeline } = history;
  return {
    fs,
    timeline,
    root,
    digest,
    maxFileBytes: readFileLimit(timeline),
    isKept: (hash: BlobId, bytes: number): boolean =>
      store.has(hash, bytes) || timeline.inboxed(hash) !== undefined,
    content: (hash: BlobId) => findContent(store, timeline, hash),
    rescueDirectory: (operation: number) => rescueDirectory(home, id, operation),
  };
}

/**
 * Watched projects by root, then those of which only the history is left; of two such histories of
 * one root, the newer first.
 */
export function listProjects(home: AbsPath): ProjectEntry[] {
  const chosen = readIntent(home);
  const intended = chosen.kind === "known" ? chosen.intent.projects : [];
  const watched = intended.map(({ id, root, addedAt }) => ({ id, root, addedAt, watched: true }));
  const known = new Set<string>(watched.map(({ id }) => id));
  const others = timelineIds(home).filter((id) => !known.has(id));
  const former = others
    .flatMap((id) => readFormer(home, id) ?? [])
    .sort((a, b) => byRoot(a, b) || b.lastAt - a.lastAt)
    .map(({ id, root }) => ({ id, root, addedAt: null, watched: false }));
  return [...watched.sort(byRoot), ...former];
}

/** The projects that have a directory in the home, watched or not. */
export function timelineIds(home: AbsPath): ProjectId[] {
  try {
    return readdirSync(projectsDirectory(home)).filter(isProjectId);
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return [];
    throw thrown;
  }
}

/** True for a name that `projects/` gives to a project. */
export function isProjectId(name: string): name is ProjectId {
  return /^[0-9a-f]{16}$/.test(name);
}

interface Former {
  readonly id: ProjectId;
  readonly root: AbsPath;
  readonly lastAt: number;
}

function readFormer(home: AbsPath, id: ProjectId): Former | undefined {
  try {
    using timeline = openTimelineReader(timelinePath(home, id));
    return { id, root: readIdentity(timeline).root, lastAt: timeline.facts().lastAt ?? 0 };
  } catch (thrown) {
    // One damaged timeline must not hide the other projects; `unf status` names it.
    if (thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}

function byRoot(a: { readonly root: AbsPath }, b: { readonly root: AbsPath }): number {
  return a.root === b.root ? 0 : a.root < b.root ? -1 : 1;
}
