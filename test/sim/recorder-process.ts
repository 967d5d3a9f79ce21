import type { MonoMs, SnapshotId, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Log } from "@unf/core/ports";
import type { RestoreRequest } from "@unf/core/restore";
import type { RetentionPolicy } from "@unf/core/retention";
import type { AgentAct } from "@unf/core/sessions";
import {
  type CheckpointReport,
  type CollectReport,
  Contents,
  collect,
  decayProject,
  type InvertReport,
  invertProject,
  Project,
  type PruneReport,
  type PruneRequest,
  pruneProject,
  type RestoreReport,
  restoreProject,
  Signatures,
  setCheckpoint,
} from "@unf/engine";
import { createObjectStore } from "@unf/store";
import { isPlainText } from "@unf/system/signature";
import { modelDigest } from "./digest.ts";
import { modelNeeds } from "./model-needs.ts";
import { modelSignature, readRules } from "./oracle.ts";
import { guardClock, guardDisk, guardTimeline, type ReadHook } from "./ports.ts";
import { SharedFilter } from "./shared-filter.ts";
import { type Life, objectsDirectory, type SimProject, storePlaces, type World } from "./world.ts";

/** As often as the daemon looks after its projects, and says that it lives. */
const tickMs = 1000;
const beatMs = 15_000;

let names = 0;

const filters: SharedFilter[] = [];

function filterOf(index: number): SharedFilter {
  filters[index] ??= new SharedFilter();
  return filters[index];
}

/** One run of the daemon, without its socket: the production engine over the ports of the simulation. */
export class RecorderProcess {
  readonly #world: World;
  readonly #life: Life = { alive: true };
  readonly #open = new Map<SimProject, Project>();
  readonly #contents: Contents;
  #isCollecting = false;
  #beatAt: number | undefined;

  constructor(world: World, onRead: ReadHook) {
    this.#world = world;
    world.life = this.#life;
    const { mutant } = world;
    const guarded = guardDisk(world, this.#life, onRead);
    const fs = mutant.disk?.(guarded) ?? guarded;
    const plain = createObjectStore({ ...storePlaces, fs, unique: () => `t${names++}` });
    const store = mutant.store?.(plain, fs, objectsDirectory) ?? plain;
    if (mutant.opensUnsynced !== true) store.syncAll();
    const contents = new Contents(store);
    this.#contents = contents;
    if (mutant.collectsBlindly === true) {
      contents.uses.watch = () => ({
        isNoted: () => false,
        now: () => () => false,
        [Symbol.dispose]: () => undefined,
      });
    }
    for (const project of world.projects) this.#openProject(project, { fs, contents });
  }

  get isAlive(): boolean {
    return this.#life.alive;
  }

  project(of: SimProject): Project {
    return this.#open.get(of) as Project;
  }

  /** Does what the daemon does at its start: resolves when every project has been swept. */
  async boot(): Promise<void> {
    const awaySince = this.#world.heartbeat;
    this.#schedule();
    for (const [of, project] of this.#open) {
      const { lastId, lastAt } = of.timeline.facts();
      const isRecovered = this.#world.mutant.skipsRecover !== true;
      const until = isRecovered ? await project.recover(false, awaySince) : undefined;
      const isNew = until === undefined && lastId === null;
      const since = (until ??
        Math.max(lastAt ?? this.#world.clock.wall(), awaySince ?? 0)) as WallMs;
      // An operation that is finished may have recorded what stood in its way.
      const isEmpty = this.#world.hasCutRestore || of.timeline.inboxHashes().length === 0;
      if (this.isAlive && !isEmpty) this.#world.fail("recovery left contents in the inbox");
      const report = await project.start({
        cause: isNew ? "baseline" : "sweep",
        ...(isNew ? {} : { awaySince: since }),
      });
      if (report !== undefined) of.hasBaseline = true;
    }
    this.#world.hasCutRestore = false;
    this.#beat();
  }

  async close(): Promise<void> {
    for (const project of this.#open.values()) await project.close();
    this.#beat();
  }

  /** The whole project as it was at `id`, deletions included. */
  async restore(of: SimProject, id: SnapshotId): Promise<RestoreReport> {
    const request: RestoreRequest = {
      target: { id },
      within: [],
      include: [],
      exclude: [],
      deletions: "remove",
      overwrite: "if-changed",
    };
    return this.#operate(() =>
      restoreProject(this.project(of), { request, planId: undefined, argv: ["restore"] }),
    );
  }

  /** Takes back the newest operation that can be. */
  async invert(of: SimProject, kind: "undo" | "redo"): Promise<InvertReport> {
    const order = { kind, operation: undefined, planId: undefined, argv: [kind] };
    return this.#operate(() => invertProject(this.project(of), order));
  }

  prune(of: SimProject, request: PruneRequest): Promise<PruneReport> {
    const order = { request, planId: undefined, cause: "asked", argv: ["prune"] } as const;
    return pruneProject(this.project(of), order);
  }

  /** Rows deleted. */
  decay(of: SimProject, policy: RetentionPolicy): Promise<number> {
    return decayProject(this.project(of), policy, this.#world.clock.wall());
  }

  checkpoint(of: SimProject, label: string): Promise<CheckpointReport> {
    const order = { label, message: null, payload: null, pinned: false };
    return setCheckpoint(this.project(of), order);
  }

  /** An agent says what it does. */
  tell(of: SimProject, what: AgentAct): Promise<boolean> {
    const at = this.#world.clock.wall();
    return this.project(of).sessions.receive({
      agent: "x",
      session: "one",
      at,
      cwd: of.root,
      what,
    });
  }

  /** Without any grace, so that all depends on who is asked. `undefined`: one is under way. */
  async collect(emptyTrash: boolean): Promise<CollectReport | undefined> {
    // In a world whose clock creeps, several in a row would leave no time for anything else.
    if (this.#isCollecting) return undefined;
    this.#isCollecting = true;
    try {
      return await this.#collect(emptyTrash);
    } finally {
      this.#isCollecting = false;
    }
  }

  async #collect(emptyTrash: boolean): Promise<CollectReport> {
    const timelines = this.#world.projects.map(({ root, timeline }) => ({
      name: root,
      needs: modelNeeds(timeline),
    }));
    return await collect(
      {
        clock: guardClock(this.#world, this.#life),
        limits: { ...limits.collect, sliceMs: 1, graceMs: 0, trashMs: 10_000, candidatesMax: 3 },
        contents: this.#contents,
        timelines,
        mayWrite: () => undefined,
      },
      { dryRun: false, emptyTrash },
    );
  }

  async #operate<T>(work: () => Promise<T>): Promise<T> {
    this.#world.restores += 1;
    try {
      return await work();
    } finally {
      if (this.isAlive) this.#world.restores -= 1;
    }
  }

  #openProject(of: SimProject, shared: Pick<Project["ports"], "fs" | "contents">): void {
    const world = this.#world;
    const clock = guardClock(world, this.#life);
    const guarded = guardTimeline(world, this.#life, of);
    const signatures = new Signatures(
      {
        isText: isPlainText,
        read: async (bytes) => {
          await clock.breathe();
          return modelSignature(bytes);
        },
      },
      modelDigest,
    );
    const { mutant, temper } = world;
    const project = new Project({
      ...shared,
      root: of.root,
      identity: of.identity,
      clock,
      timeline: mutant.timeline?.(guarded) ?? guarded,
      digest: modelDigest,
      signatures,
      filter: filterOf(world.projects.indexOf(of)).takeOver(
        readRules(shared.fs, of.root),
        signatures.look,
      ),
      maxFileBytes: temper.maxFileBytes,
      limits: temper.limits,
      log: this.#log(),
      watch: async (scope, deliver) => {
        const watch = await of.watcher.watch(scope, (hints) => {
          if (this.isAlive) deliver(mutant.hints?.(hints) ?? hints);
        });
        return mutant.barrierLies ? { ...watch, barrier: async () => "ok" } : watch;
      },
      onCommitted: () => undefined,
      storePrompts: false,
      rescueDirectory: (operation) => `/home/u/.unf/rescue/${operation}` as never,
    });
    this.#open.set(of, project);
  }

  #log(): Log {
    const quiet = () => undefined;
    return {
      debug: quiet,
      info: quiet,
      warn: (event, fields) => this.#world.note(() => `log ${event} ${JSON.stringify(fields)}`),
      error: (event, fields) => {
        if (!this.isAlive) return;
        this.#world.note(() => `log ${event} ${JSON.stringify(fields)}`);
        if (event === "watch.died" || this.#world.hasFailed) return;
        this.#world.fail(`the engine logged ${event} ${JSON.stringify(fields)}`);
      },
    };
  }

  #schedule(): void {
    const { clock } = this.#world;
    clock.alarm((clock.now + tickMs) as MonoMs, () => {
      this.#tick().then(
        () => this.#heartbeat(),
        (thrown: unknown) => this.#world.caught(thrown, "tick"),
      );
    });
  }

  async #tick(): Promise<void> {
    for (const project of this.#open.values()) await project.tick();
  }

  #heartbeat(): void {
    if (!this.isAlive) return;
    const beatAt = this.#beatAt;
    if (beatAt !== undefined && this.#world.clock.now - beatAt >= beatMs) this.#beat();
    this.#schedule();
  }

  #beat(): void {
    this.#world.heartbeat = this.#world.clock.wall();
    this.#beatAt = this.#world.clock.now;
  }
}
