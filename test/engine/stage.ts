import assert from "node:assert/strict";
import * as disk from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AbsPath, BlobId, RelPath, SnapshotId } from "@unf/core/base";
import { pathToColumn } from "@unf/core/base";
import { type Config, defaultConfig, limits } from "@unf/core/config";
import type { Filter, HeldRules } from "@unf/core/filter";
import type { FileSystem, Hint, Log, RootWatch, Timeline } from "@unf/core/ports";
import type { RestoreRequest } from "@unf/core/restore";
import type { Snapshot } from "@unf/core/timeline";
import {
  Contents,
  HeldIgnoreFiles,
  type InvertOrder,
  type InvertReport,
  invertProject,
  Project,
  type ProjectLimits,
  type ProjectPorts,
  type RestoreOrder,
  type RestoreReport,
  restoreProject,
  Signatures,
  type StoragePorts,
} from "@unf/engine";
import { createObjectStore } from "@unf/store";
import { openFileSystem, randomName } from "@unf/system";
import { zstd } from "@unf/system/compression";
import { digest } from "@unf/system/digest";
import { isPlainText, readSignature } from "@unf/system/signature";
import { openTimeline, readIdentity } from "@unf/timeline";
import { filterFor, projectId } from "@unf/wiring/recorder";
import { always } from "../kit/always.ts";
import { FakeClock } from "../kit/fake-clock.ts";
import { recordedRows } from "../kit/recorded-rows.ts";
import { type Picture, picture, readPicture } from "./picture.ts";

export { type Picture, readPicture };

export interface StageOptions extends Partial<Pick<ProjectPorts, "writers" | "trees">> {
  readonly clock?: FakeClock;
  readonly limits?: Partial<ProjectLimits>;
  readonly maxFileBytes?: number;
  /** Settings that are not as usual. */
  readonly config?: Partial<Config>;
  /** Wraps the disk that engine and store see. */
  readonly wrap?: (fs: FileSystem) => FileSystem;
  /** Wraps the timeline that the engine sees. */
  readonly wrapTimeline?: (timeline: Timeline) => Timeline;
  /** The engine's ports to the store's disk. */
  readonly storage?: StoragePorts;
  /** Processor time that the program has used. */
  readonly readCpuMs?: () => number;
  /** Called while the watcher is set up. */
  readonly onWatch?: () => void;
  /** Directory of another stage whose object store is shared. */
  readonly shared?: Stage;
}

/**
 * One project recorded by the production engine in this process: real disk, timeline, store and
 * filter; a clock played by hand and a watcher whose hints are given by hand.
 */
export class Stage implements AsyncDisposable {
  readonly directory: string;
  readonly root: string;
  readonly clock: FakeClock;
  readonly fs: FileSystem;
  readonly contents: Contents;
  /** Directories the engine asked the watcher to watch again. */
  readonly rewatched: RelPath[] = [];
  /** The watcher's own part in that; throwing is a failure of the watcher. */
  onRewatch: (directory: RelPath) => void | Promise<void> = () => undefined;
  /** True for a watcher that sees every change: then a flush looks at nothing else. */
  tellsAll = false;
  /** Hands over all that the watcher has when it is asked for. */
  onBarrier: () => void | Promise<void> = () => undefined;
  /** Fails when the project is watched. */
  onWatch: () => void = () => undefined;
  /** Events the engine logged. */
  readonly logged: string[] = [];
  project: Project;
  timeline: Timeline;
  readonly #options: StageOptions;
  #isOpen = true;

  constructor(options: StageOptions = {}) {
    this.#options = options;
    this.directory = disk.realpathSync(disk.mkdtempSync(join(tmpdir(), "unf-engine-")));
    this.root = join(this.directory, "project");
    disk.mkdirSync(this.root);
    // Behind the disk's time, so that every file counts as just changed and is never taken on trust.
    this.clock = options.clock ?? new FakeClock({ start: Date.now() - 86_400_000 });
    this.fs = (options.wrap ?? ((fs) => fs))(openFileSystem());
    this.contents = options.shared?.contents ?? this.openContents();
    [this.project, this.timeline] = this.#open(this.contents);
  }

  /** A share in the object store, as a process has it that has just started. */
  openContents(): Contents {
    const directory = join(this.directory, "objects") as AbsPath;
    const trash = join(this.directory, "trash") as AbsPath;
    const lostAndFound = join(this.directory, "lost+found") as AbsPath;
    const packsDirectory = join(this.directory, "packs") as AbsPath;
    const packs = { packsDirectory, lostPacks: lostAndFound, compression: zstd };
    const places = { directory, trash, lostAndFound, ...packs };
    return new Contents(createObjectStore({ fs: this.fs, digest, unique: randomName, ...places }));
  }

  /** Forgets everything that is not on disk, as when the process was killed, and opens anew. */
  async crash(): ReturnType<Project["recover"]> {
    this.reopen();
    return this.project.recover();
  }

  /** The same, not yet recovered. */
  reopen(): void {
    this.abandon();
    [this.project, this.timeline] = this.#open(this.openContents());
    this.#isOpen = true;
  }

  /** Ends without a word: nothing is drained. */
  abandon(): void {
    this.project.loop[Symbol.dispose]();
    this.project.committer[Symbol.dispose]();
    this.timeline[Symbol.dispose]();
    this.#isOpen = false;
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.project.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    disk.rmSync(this.directory, { recursive: true, force: true });
  }

  /** Takes the baseline. */
  start(): ReturnType<Project["start"]> {
    return this.project.start({ cause: "baseline" });
  }

  at(path: string): string {
    return join(this.root, path);
  }

  /** Writes in place, as most programs do, and says nothing. */
  write(path: string, content: string | Uint8Array, mode?: number): void {
    disk.mkdirSync(dirname(this.at(path)), { recursive: true });
    disk.writeFileSync(this.at(path), content);
    if (mode !== undefined) disk.chmodSync(this.at(path), mode);
  }

  remove(path: string): void {
    disk.rmSync(this.at(path), { recursive: true });
  }

  hint(...hints: readonly Hint[]): void {
    this.project.receive(hints);
  }

  /** "It was written and closed." */
  closed(...paths: readonly string[]): void {
    this.hint(
      ...paths.map((path) => ({ kind: "touched", path: path as RelPath, closed: true }) as const),
    );
  }

  touched(...paths: readonly string[]): void {
    this.hint(
      ...paths.map((path) => ({ kind: "touched", path: path as RelPath, closed: false }) as const),
    );
  }

  gone(...paths: readonly string[]): void {
    this.hint(...paths.map((path) => ({ kind: "gone", path: path as RelPath }) as const));
  }

  /** Writes and says so, as inotify does. */
  save(path: string, content: string | Uint8Array): void {
    this.write(path, content);
    this.closed(path);
  }

  async flush(): Promise<SnapshotId | null> {
    const { lastId } = await this.project.flush();
    return lastId;
  }

  /** Puts what the inbox holds into the store as objects. */
  storeObjects(): void {
    const hashes = this.timeline.inboxHashes().map(({ hash }) => hash);
    for (const hash of hashes)
      this.contents.put({ hash, bytes: this.timeline.inboxed(hash) ?? new Uint8Array(0) });
    this.contents.sync(hashes);
    this.timeline.dropFromInbox(hashes);
  }

  /** Every row, oldest first. */
  rows(path?: string): Snapshot[] {
    const within = path === undefined ? [] : [path as RelPath];
    return [...this.timeline.find({ within, interim: true, order: "oldest" })];
  }

  /** Every row in short: `create a.txt +1 -0`, interim rows in brackets. */
  story(path?: string): string[] {
    return this.rows(path).map((row) => {
      const counts = row.counts === null ? "" : ` +${row.counts.added} -${row.counts.removed}`;
      const text = `${row.event} ${pathToColumn(row.path)}${counts}`;
      return row.settled ? text : `(${text})`;
    });
  }

  contentOf(snapshot: Snapshot): string {
    const bytes = snapshot.hash && this.project.context.recorder.content(snapshot.hash);
    assert.ok(bytes, `the content of v${snapshot.id} is lost`);
    return Buffer.from(bytes).toString("latin1");
  }

  /** The recorded tree at a row; now, when none is given. */
  state(id = this.timeline.facts().lastId): Picture {
    if (id === null) return {};
    const rows = recordedRows(this.timeline.stateAt({ id }, []));
    return Object.fromEntries(
      rows.map((row) => [pathToColumn(row.path), picture(row.mode, this.contentOf(row))]),
    );
  }

  restore(
    request: Partial<RestoreRequest> & Pick<RestoreRequest, "target">,
    order: Partial<RestoreOrder> = {},
  ): Promise<RestoreReport> {
    const whole = {
      within: [],
      include: [],
      exclude: [],
      deletions: "remove",
      overwrite: "if-changed",
    } as const;
    return restoreProject(this.project, {
      request: { ...whole, ...request },
      planId: undefined,
      argv: ["restore"],
      ...order,
    });
  }

  invert(kind: "undo" | "redo", order: Partial<InvertOrder> = {}): Promise<InvertReport> {
    const last = { kind, operation: undefined, planId: undefined, argv: [kind] } as const;
    return invertProject(this.project, { ...last, ...order });
  }

  #open(contents: Contents): [Project, Timeline] {
    const root = this.root as AbsPath;
    const id = projectId(root);
    const stat = this.fs.lstat(root);
    const identity = {
      project: id,
      root,
      dev: stat?.dev ?? 0n,
      ino: stat?.ino ?? 0n,
      createdAt: this.clock.wall(),
    };
    const path = join(this.directory, "timeline.db") as AbsPath;
    const opened = openTimeline(path, always, { create: identity });
    const timeline = (this.#options.wrapTimeline ?? ((same) => same))(opened);
    const signatures = new Signatures({ isText: isPlainText, read: readSignature }, digest);
    const log = this.#log();
    const { fs, clock } = this;
    const content = (hash: BlobId) => contents.read(hash) ?? timeline.inboxed(hash);
    const heldFiles = new HeldIgnoreFiles({ timeline, content });
    const project = new Project({
      root,
      identity: readIdentity(timeline),
      clock,
      fs,
      timeline,
      contents,
      digest,
      signatures,
      filter: this.filter(this.#options.config, signatures, heldFiles),
      heldFiles,
      maxFileBytes: this.#options.maxFileBytes ?? limits.capture.fileBytes,
      limits: { ...projectLimits, ...this.#options.limits },
      log,
      ...(this.#options.storage === undefined ? {} : { storage: this.#options.storage }),
      writers: this.#options.writers,
      trees: this.#options.trees,
      ...(this.#options.readCpuMs === undefined ? {} : { readCpuMs: this.#options.readCpuMs }),
      watch: async () => {
        this.#options.onWatch?.();
        return this.#watch();
      },
      onCommitted: () => undefined,
      storePrompts: false,
      rescueDirectory: (id) => join(this.directory, "rescue", String(id)) as AbsPath,
    });
    return [project, timeline];
  }

  /** The filter of the project when the settings are these. */
  filter(
    config: Partial<Config> = {},
    signatures = new Signatures({ isText: isPlainText, read: readSignature }, digest),
    heldRules?: HeldRules,
  ): Filter {
    const root = this.root as AbsPath;
    const world = {
      home: join(this.directory, "home") as AbsPath,
      fs: this.fs,
      contents: this.contents,
      config: { ...defaultConfig, ...config },
      globalExcludes: [],
      signatures,
      mayWrite: always,
      log: this.#log(),
    };
    const intended = { id: projectId(root), root, options: {} };
    return filterFor(world, { intended, nestedRoots: [], heldRules });
  }

  #watch(): RootWatch {
    this.onWatch();
    return {
      directories: 1,
      ...(this.tellsAll ? {} : { sweepEveryMs: limits.sweep.everyMs }),
      rewatch: async (directory) => {
        this.rewatched.push(directory);
        await this.onRewatch(directory);
      },
      barrier: async () => {
        await this.onBarrier();
        return "ok";
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  #log(): Log {
    const note = (event: string) => void this.logged.push(event);
    return { debug: note, info: note, warn: note, error: note };
  }
}

/** The bounds the programs run with. */
const projectLimits: ProjectLimits = {
  burst: limits.burst,
  pace: limits.pace,
  commit: limits.commit,
  ...{ sliceMs: limits.daemon.sliceMs, journalSteps: limits.daemon.journalSteps },
  openBurstsMax: limits.capture.openBurstsMax,
  mass: limits.mass,
  vanish: limits.vanish,
  inboxMs: limits.commit.inboxMs,
  sweepEveryMs: limits.sweep.everyMs,
  degradedSweepEveryMs: limits.sweep.degradedEveryMs,
  idleMs: limits.timeline.idleMs,
  skippedMax: limits.sweep.skippedMax,
  writeBackMs: limits.sweep.writeBackMs,
};
