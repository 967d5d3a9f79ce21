import {
  type AbsPath,
  isWithin,
  type RelPath,
  type SnapshotId,
  systemCode,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { FileSystem, Hint, Timeline } from "@unf/core/ports";
import { stampOf } from "@unf/core/timeline";
import type { RootIdentity } from "@unf/engine";
import { createObjectStore } from "@unf/store";
import { zstd } from "@unf/system/compression";
import { createModelTimeline } from "../conformance/timeline-model.ts";
import { Random } from "../engine/random.ts";
import { FakeClock } from "../kit/fake-clock.ts";
import { createMemoryFs, type MemoryFs } from "../kit/memory-fs.ts";
import { recordedRows } from "../kit/recorded-rows.ts";
import { modelDigest } from "./digest.ts";
import type { Mutant } from "./mutants.ts";
import { OperationWatch } from "./operations.ts";
import { Oracle, type Tree } from "./oracle.ts";
import { Scheduler } from "./scheduler.ts";
import { drawTemperament, type Temperament } from "./temperament.ts";
import { BadWatcher } from "./watcher.ts";

export const objectsDirectory = "/home/u/.unf/objects" as AbsPath;
const lostAndFound = "/home/u/.unf/lost+found" as AbsPath;

/** The places that every object store of a world has in common. */
export const storePlaces = {
  directory: objectsDirectory,
  trash: "/home/u/.unf/trash" as AbsPath,
  lostAndFound,
  packsDirectory: "/home/u/.unf/packs" as AbsPath,
  lostPacks: lostAndFound,
  digest: modelDigest,
  compression: zstd,
};
export const homeDirectory = "/home/u/.unf" as AbsPath;

/** Linux: dirty for 30 s, and looked for every 5 s. */
const writeBackMs = 30_000;

/** A state that a flush acknowledged: no later crash may take it away. */
export interface FlushPoint {
  readonly id: SnapshotId;
  readonly tree: Tree;
}

/** A project as it outlives every process: its directory, its timeline, and who watches it. */
export interface SimProject {
  readonly root: AbsPath;
  readonly identity: RootIdentity;
  readonly timeline: Timeline;
  readonly oracle: Oracle;
  readonly watcher: BadWatcher;
  readonly operations: OperationWatch;
  readonly points: FlushPoint[];
  /** The state at each checkpoint: no prune may take it away. */
  readonly bookmarks: FlushPoint[];
  /** True once a first sweep has ended: from then on a change nobody watched must lie in a gap. */
  hasBaseline: boolean;
  /** When something changed while nobody watched. */
  readonly unwatched: WallMs[];
  /** Files whose content was changed while they were read: what is recorded of them may be torn. */
  readonly torn: Set<RelPath>;
}

/** One run of the recorder, from its start to whatever ends it. */
export interface Life {
  alive: boolean;
}

/** Thrown by every port once the process has died. */
export class Died extends Error {}

/** The machine: what outlives the recorder, and the hand that ends it. */
export class World {
  readonly random: Random;
  readonly temper: Temperament;
  readonly clock: FakeClock;
  readonly disk: MemoryFs;
  readonly scheduler: Scheduler;
  readonly projects: readonly SimProject[];
  readonly mutant: Mutant;
  readonly trace: string[] | undefined;
  life: Life | undefined;
  /** The first promise that was broken; nothing more is played after it. */
  violation: string | undefined;
  /** While true, nothing changes and nothing fails inside of calls. */
  isQuiet = true;
  isFull = false;
  /** True once a call of this life failed for lack of space. */
  hasFailed = false;
  hasJumped = false;
  /** True once the process stood still while time went on. */
  wasStopped = false;
  restores = 0;
  /** True while the last recorder died in a restore and no other has taken that up. */
  hasCutRestore = false;
  /** True once somebody moved a directory in which a restore may have staged something. */
  movedStaged = false;
  /** While a recorder ends in good order: what changes just then is known to be in no gap. */
  isClosing = false;
  heartbeat: WallMs | undefined;
  /** A person does something; called in the middle of the recorder's calls. */
  onInside: () => void = () => undefined;
  #wroteBackAt = 0;

  constructor(seed: number, mutant: Mutant, trace: string[] | undefined) {
    this.random = new Random(seed);
    this.temper = { ...drawTemperament(this.random), ...mutant.temper };
    this.mutant = mutant;
    this.trace = trace;
    this.scheduler = new Scheduler(this.random);
    this.clock = new FakeClock({ start: 1_790_000_000_000, creepMs: this.temper.creepMs });
    const { stampMs, reuseInodes } = this.temper;
    this.disk = createMemoryFs({
      reuseInodes,
      now: () => BigInt(Math.floor(this.clock.wall() / stampMs) * stampMs) * 1_000_000n,
    });
    this.disk.makeDirectory("/outside" as AbsPath, 0o755);
    const file = { mode: 0o644, sync: true };
    this.disk.writeNew("/outside/secret" as AbsPath, Uint8Array.of(1, 2, 3), file);
    const roots = ["/home/u/p", "/home/u/q"].slice(0, this.temper.projects) as AbsPath[];
    this.projects = roots.map((root) => this.#createProject(root));
    this.disk.syncAll("/" as AbsPath);
    this.clock.onBreathe = () => this.hold();
  }

  note(line: () => string): void {
    this.trace?.push(`${String(Math.round(this.clock.now)).padStart(7)}  ${line()}`);
  }

  fail(message: string): void {
    if (this.violation !== undefined) return;
    this.violation = message;
    this.note(() => `VIOLATION ${message}`);
  }

  /** A place where the recorder waits. Mostly it goes on at once, so that steps are not spent on it. */
  hold(): Promise<void> {
    if (this.life?.alive !== true) return new Promise(() => undefined);
    return this.random.chance(0.5) ? Promise.resolve() : this.scheduler.hold();
  }

  /** The process ends, by `kill -9` or because the power fails. */
  die(power: boolean): void {
    if (this.life === undefined) return;
    this.note(() => (power ? "POWER CUT" : "KILL"));
    this.life.alive = false;
    this.life = undefined;
    this.hasFailed = false;
    this.hasCutRestore ||= this.restores > 0;
    this.restores = 0;
    this.isClosing = false;
    this.scheduler.drop();
    this.clock.clear();
    for (const { watcher } of this.projects) watcher.detach();
    if (power) this.#cutPower();
    this.checkKept();
  }

  /**
   * Requires that every recorded state can be read and every acknowledged one is still so, without
   * any recovery.
   */
  checkKept(): void {
    for (const project of this.projects) {
      this.#checkContents(project);
      this.#checkOrder(project);
      for (const { id, tree } of [...project.points, ...project.bookmarks])
        this.#checkPoint(project, id, tree);
    }
  }

  /**
   * Writes back, now and then, what people changed. Not what the recorder wrote: it must not rely on
   * the system's habits.
   */
  writeBack(): void {
    if (this.clock.now - this.#wroteBackAt < writeBackMs) return;
    this.#wroteBackAt = this.clock.now;
    for (const { root } of this.projects) this.disk.writeBack(root);
  }

  /** True with this likelihood, never while all is quiet. */
  strikes(likelihood: number): boolean {
    return !this.isQuiet && this.random.chance(likelihood);
  }

  /** Judges an exception that came out of the recorder: a full disk ends it, a bug fails the run. */
  caught(thrown: unknown, where: string): void {
    if (thrown instanceof Died || this.life === undefined) return;
    const isFull =
      systemCode(thrown) === "ENOSPC" || (thrown instanceof UnfError && thrown.code === "no_space");
    if (isFull && this.hasFailed) {
      this.note(() => `${where} found the disk full`);
      this.die(false);
      return;
    }
    const stack = thrown instanceof Error ? thrown.stack : String(thrown);
    this.fail(`${where} threw ${stack}`);
  }

  /** Somebody outside of unf changed something in the project. */
  changed(project: SimProject): void {
    // A project in which nothing was ever recorded has no history that a gap could be in.
    const isRecorded = project.hasBaseline && project.timeline.facts().lastId !== null;
    if (isRecorded && !this.isClosing && !project.watcher.isAttached)
      project.unwatched.push(this.clock.wall());
  }

  #createProject(root: AbsPath): SimProject {
    this.disk.makeDirectory(root, 0o755);
    const { ino, dev } = this.disk.lstat(root) as NonNullable<ReturnType<FileSystem["lstat"]>>;
    const timeline = createModelTimeline(this.mutant.model);
    const watcher = new BadWatcher({
      random: this.random,
      temper: this.temper,
      wall: () => this.clock.wall(),
      hold: () => this.hold(),
      onHandedOver: (hints) => this.note(() => `  hints ${hints.map(nameHint).join(", ")}`),
      onOverflowTold: (since) => this.#checkOverflow(timeline, since),
    });
    return {
      root,
      identity: { ino, dev },
      timeline,
      oracle: new Oracle(this.disk, root, this.temper.maxFileBytes),
      watcher,
      operations: new OperationWatch({
        disk: this.disk,
        root,
        fail: (message) => this.fail(message),
      }),
      points: [],
      bookmarks: [],
      hasBaseline: false,
      unwatched: [],
      torn: new Set(),
    };
  }

  #cutPower(): void {
    const { random, temper } = this;
    // A clock that jumped and a power cut together: old content under equal stamps is one fault too many.
    if (this.hasJumped) for (const { root } of this.projects) this.disk.writeBack(root);
    this.disk.crash(() => random.chance(temper.keep), {
      tear: (sectors) => random.below(sectors + 1),
      keepStamps: () => random.chance(temper.keepStamps),
    });
    for (const project of this.projects) {
      this.changed(project);
      project.operations.powerCut();
    }
  }

  #checkContents({ timeline, root }: SimProject): void {
    const store = createObjectStore({ ...storePlaces, fs: this.disk, unique: () => "never" });
    const seen = new Set<string>();
    for (const row of timeline.find({ within: [], interim: true, order: "oldest" })) {
      const { hash, id, path } = row;
      if (hash === null || row.unrecordable !== undefined || seen.has(hash)) continue;
      seen.add(hash);
      const inboxed = timeline.inboxed(hash);
      if (inboxed !== undefined && modelDigest(inboxed) === hash) continue;
      const found = store.get(hash);
      // The trash is the second line: what a row needs must never get there.
      const kind = found.kind === "found" && found.isTrashed ? "in the trash" : found.kind;
      if (kind !== "found") this.fail(`C1: the content of v${id} ${path} in ${root} is ${kind}`);
    }
  }

  #checkOrder({ timeline, root }: SimProject): void {
    let id = 0;
    let at = 0;
    for (const row of timeline.find({ within: [], interim: true, order: "oldest" })) {
      if (row.id <= id) this.fail(`C8: v${row.id} follows v${id} in ${root}`);
      const stamp = stampOf(row);
      if (stamp < at) this.fail(`C8: v${row.id} is ${at - stamp} ms before the row before it`);
      id = row.id;
      at = stamp;
    }
  }

  #checkPoint({ timeline, root }: SimProject, id: SnapshotId, tree: Tree): void {
    let count = 0;
    for (const row of recordedRows(timeline.stateAt({ id }, []))) {
      count += 1;
      if (tree.get(row.path) === `${row.mode.toString(8)} ${row.hash}`) continue;
      this.fail(`C2: ${row.path} in ${root} is no longer what flush said it was at v${id}`);
    }
    if (count !== tree.size) this.fail(`C2: files of ${root} at v${id} are missing`);
  }

  /** An overflow that was told of is a gap from before the first hint that was lost. */
  #checkOverflow(timeline: Timeline, since: WallMs): void {
    // On a full disk a gap is owed, not written.
    if (this.life === undefined || this.hasJumped || this.isFull || this.hasFailed) return;
    const gaps = timeline.gaps();
    if (gaps.some(({ from, to, closedAt }) => from <= since && (since <= to || closedAt === null)))
      return;
    const late = gaps.findLast(({ reason }) => reason === "overflow");
    const how = late === undefined ? "left no gap" : `has its gap ${late.from - since} ms too late`;
    this.fail(`C8: an overflow ${how}`);
  }
}

function nameHint(hint: Hint): string {
  const closed = hint.kind === "touched" && hint.closed ? " closed" : "";
  return `${hint.kind}${"path" in hint ? ` ${hint.path}` : ""}${closed}`;
}

/** The project a path belongs to, and its path there. */
export function locate(
  projects: readonly SimProject[],
  path: string,
): { readonly project: SimProject; readonly path: RelPath } | undefined {
  for (const project of projects) {
    if (!isWithin(project.root as string as RelPath, path as RelPath)) continue;
    return { project, path: path.slice(project.root.length + 1) as RelPath };
  }
  return undefined;
}
