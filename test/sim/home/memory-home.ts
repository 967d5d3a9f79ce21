import type { AbsPath, BlobId, RelPath } from "@unf/core/base";
import { encodeUtf8, type ProjectId } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import {
  lostObjectsDirectory,
  lostPacksDirectory,
  objectsDirectory,
  packsDirectory,
  trashDirectory,
} from "@unf/core/home";
import { emptyIntent, type Intent } from "@unf/core/intent";
import type { Compression, HomeFiles, Log, ObjectStore } from "@unf/core/ports";
import { Contents } from "@unf/engine";
import type { HomeWorld } from "@unf/maintenance";
import { createObjectStore } from "@unf/store";
import { recording } from "../../conformance/timeline-rows.ts";
import { modelDigest } from "../digest.ts";
import { memoryHomeFiles } from "./home-files.ts";
import { Machine } from "./machine.ts";
import { MemoryTimelines, rowsOf } from "./timelines.ts";

export const home = "/home/u/.unf" as AbsPath;

export const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Frames of which the content can be read: a search through all files sees into packs, too. */
const plain: Compression = {
  compress: async (bytes) => bytes,
  compressNow: (bytes) => bytes.slice(),
  expand: (frame, _, size) => (frame.length === size ? frame : undefined),
};

/** A recorded version, and its content. */
export interface Kept {
  readonly project: ProjectId;
  readonly path: RelPath;
  readonly text: string;
}

/** A home in memory, on a machine whose power may fail: the production store over ports in memory. */
export class MemoryHome {
  readonly machine = new Machine();
  readonly timelines = new MemoryTimelines(this.machine, home);
  readonly files: HomeFiles = memoryHomeFiles(this.machine.disk, () => this.unique());
  #intent: Intent = emptyIntent;
  #names = 0;

  /** Opens the home as a program does at its start, with nothing in memory of an earlier one. */
  open(wrap: (world: HomeWorld) => HomeWorld = (world) => world): HomeWorld {
    const { disk, clock } = this.machine;
    const store = this.store();
    store.syncAll();
    return wrap({
      home,
      fs: disk,
      files: this.files,
      timelines: this.timelines.port(),
      intents: {
        read: () => ({ kind: "known", intent: this.#intent }),
        write: (intent) => {
          this.machine.step("write the intent");
          this.#intent = intent;
        },
      },
      openStore: () => this.store(),
      clock,
      digest: modelDigest,
      unique: this.unique,
      contents: new Contents(store),
      config: defaultConfig,
      log: silent,
      mayWrite: () => undefined,
    });
  }

  store(): ObjectStore {
    return createObjectStore({
      fs: this.machine.disk,
      directory: objectsDirectory(home),
      trash: trashDirectory(home),
      lostAndFound: lostObjectsDirectory(home),
      packsDirectory: packsDirectory(home),
      lostPacks: lostPacksDirectory(home),
      digest: modelDigest,
      compression: plain,
      unique: this.unique,
    });
  }

  readonly unique = (): string => {
    this.#names += 1;
    return this.#names.toString(16).padStart(20, "0");
  };

  /** A project without rows. */
  addProject(id: ProjectId, root: AbsPath): void {
    const { machine, timelines } = this;
    machine.disk.makeDirectory(root, 0o755);
    const identity = { project: id, root, dev: 1n, ino: 1n, createdAt: machine.clock.wall() };
    timelines.create(identity);
    const entry = { id, root, addedAt: machine.clock.wall(), options: {} };
    this.#intent = { ...this.#intent, projects: [...this.#intent.projects, entry] };
  }

  /** Commits a version. `isInboxed`: its content is in the timeline alone. */
  record({ project, path, text }: Kept, { isInboxed = false } = {}): void {
    const bytes = encodeUtf8(text);
    const blob = { hash: modelDigest(bytes), bytes };
    if (!isInboxed) this.store().put(blob);
    this.timelines.at(project)?.model.commit({
      inbox: isInboxed ? [blob] : [],
      recordings: [recording(path, { hash: blob.hash, bytes: bytes.length })],
      restats: [],
      settlements: [],
    });
  }

  /** A file of the home beside timelines and contents. */
  write(path: AbsPath, text: string): void {
    const { disk } = this.machine;
    disk.makeDirectory(path.slice(0, path.lastIndexOf("/")) as AbsPath, 0o700);
    disk.writeNew(path, encodeUtf8(text), { mode: 0o600, sync: true });
  }

  /** Every version that is recorded, with its content if that can be read. */
  versions(project: ProjectId): { readonly path: RelPath; readonly text: string | undefined }[] {
    const stored = this.timelines.at(project);
    if (stored === undefined) return [];
    return rowsOf(stored).map(({ path, hash }) => ({
      path,
      text: hash === null ? "" : this.read(hash),
    }));
  }

  /** A content of the store, or of an inbox. */
  read(hash: BlobId): string | undefined {
    const found = this.store().get(hash);
    const bytes = found.kind === "found" ? found.bytes : this.#inboxed(hash);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
  }

  #inboxed(hash: BlobId): Uint8Array | undefined {
    const found = this.timelines.sound().map(({ model }) => model.inboxed(hash));
    return found.find((bytes) => bytes !== undefined);
  }
}
