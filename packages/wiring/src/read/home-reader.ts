import type { HomeReader, ProjectReader } from "@unf/answers";
import { type AbsPath, type BlobId, pathToColumn, UnfError } from "@unf/core/base";
import { rescueDirectory, timelinePath } from "@unf/core/home";
import type { FileSystem, ObjectStore, TimelineReader } from "@unf/core/ports";
import type { Snapshot } from "@unf/core/timeline";
import { readFileLimit } from "@unf/engine/read-file-limit";
import type { PlanPorts } from "@unf/engine/read-plan";
import type { ProjectEntry } from "@unf/maintenance";
import { openFileSystem, openHome } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openTimelineReader } from "@unf/timeline";
import { inEitherPlace } from "../home/either-place.ts";
import { listProjects } from "../home/list-projects.ts";
import { openStore } from "../home/store.ts";
import type { Plans } from "./plans.ts";

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
    isKept: ({ hash, bytes }) => hash === null || isKept({ store, timeline }, hash, bytes),
    ...plansOf(ports),
    [Symbol.dispose]: () => timeline[Symbol.dispose](),
  };
}

/** Loaded when a plan is asked for, as few commands do. */
function plansOf(ports: PlanPorts): Plans {
  const open = async () => (await import("./plans.ts")).openPlans(ports);
  return {
    planRestore: async (...words) => (await open()).planRestore(...words),
    planInvert: async (...words) => (await open()).planInvert(...words),
    planForget: async (...words) => (await open()).planForget(...words),
    planOops: async (...words) => (await open()).planOops(...words),
    planPrune: async (...words) => (await open()).planPrune(...words),
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
  const inStore = () => {
    const found = store.get(hash);
    return found.kind === "found" ? found.bytes : undefined;
  };
  const inInbox = () => {
    const inboxed = timeline.inboxed(hash);
    return inboxed !== undefined && digest(inboxed) === hash ? inboxed : undefined;
  };
  return inEitherPlace(inStore, inInbox);
}

/** True where a content can be read. */
function isKept(
  { store, timeline }: { readonly store: ObjectStore; readonly timeline: TimelineReader },
  hash: BlobId,
  bytes: number,
): boolean {
  const inStore = () => store.has(hash, bytes) || undefined;
  return inEitherPlace<unknown>(inStore, () => timeline.inboxed(hash)) !== undefined;
}

/** Ports of reading a plan: the disk, the timeline and the contents, as they are now. */
function planPorts(
  history: {
    readonly home: AbsPath;
    readonly fs: FileSystem;
    readonly store: ObjectStore;
    readonly timeline: TimelineReader;
  },
  { id, root }: ProjectEntry,
): PlanPorts {
  const { home, fs, store, timeline } = history;
  return {
    fs,
    timeline,
    root,
    digest,
    maxFileBytes: readFileLimit(timeline),
    isKept: (hash: BlobId, bytes: number): boolean => isKept(history, hash, bytes),
    content: (hash: BlobId) => findContent(store, timeline, hash),
    rescueDirectory: (operation: number) => rescueDirectory(home, id, operation),
  };
}
