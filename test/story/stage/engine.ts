import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, type RelPath, UnfError, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { FileSystem, Hint, Timeline } from "@unf/core/ports";
import type { RetentionPolicy } from "@unf/core/retention";
import type { Point } from "@unf/core/timeline";
import {
  AgeClock,
  CapWatch,
  collect,
  decayProject,
  oopsProject,
  packCold,
  pruneProject,
  setCheckpoint,
} from "@unf/engine";
import { digest } from "@unf/system/digest";
import { openTimelineCheck, openTimelineNeeds } from "@unf/timeline";
import { Agent } from "../../engine/agent.ts";
import { systemError, watchDisk } from "../../engine/broken-disk.ts";
import { Stage } from "../../engine/stage.ts";
import { must } from "../scene.ts";
import { type Refusal, refuseBelow, refuseNew } from "./bad-disk.ts";
import { isExpected, planAside, reportOf } from "./engine-reports.ts";
import { LifeClock } from "./life-clock.ts";
import { readMarks, readPast, rescued } from "./pictures.ts";
import type {
  AgentName,
  CapReport,
  Clockwork,
  Outcome,
  Past,
  RestoreRequest,
  StoryStage,
  Telling,
} from "./stage.ts";

/** A fault in a stage that stories must find wrong. */
export interface EngineFault {
  readonly disk?: (fs: FileSystem) => FileSystem;
  readonly timeline?: (timeline: Timeline) => Partial<Timeline>;
  /** The bytes that a content is believed to give back when it goes. */
  readonly sizeOf?: (bytes: number) => number;
  /** Other answers than those of the stage, which is given as it is without them. */
  readonly stage?: (stage: WholeStage) => Partial<StoryStage>;
}

/** The parts of a stage that a fault may stand before. */
type WholeStage = Pick<
  EngineStage,
  "root" | "directory" | "restore" | "invert" | "oops" | "prune" | "collect"
>;

/** The real engine, SQLite and files, in this process, with the clock as an argument. */
export class EngineStage implements StoryStage {
  readonly name = "engine";
  readonly fileBytesMax = 4000;
  readonly #clock = new LifeClock();
  readonly #stage: Stage;
  readonly #fault: EngineFault;
  readonly #agents = new Map<string, Agent>();
  readonly #ages: AgeClock;
  #callsLeft = Number.POSITIVE_INFINITY;
  /** The disk's answer to a call, if it refuses it. */
  #refuse: Refusal = () => undefined;

  private constructor(fault: EngineFault) {
    this.#fault = fault;
    this.#stage = new Stage({
      clock: this.#clock,
      maxFileBytes: this.fileBytesMax,
      wrapTimeline: (timeline) => ({ ...timeline, ...fault.timeline?.(timeline) }),
      wrap: (fs) => this.#mortal((fault.disk ?? ((same) => same))(this.#clock.disk(fs))),
    });
    this.#ages = new AgeClock(this.#clock, this.#clock.wall());
  }

  static async open(fault: EngineFault = {}): Promise<EngineStage> {
    const stage = new EngineStage(fault);
    // As a daemon opens it: who plans aside hears which files are too large.
    await stage.#stage.project.recover();
    await stage.#stage.start();
    Object.assign(stage, fault.stage?.(stage.#asItIs()));
    return stage;
  }

  get directory(): string {
    return this.#stage.directory;
  }

  get root(): string {
    return this.#stage.root;
  }

  get clockwork(): Clockwork {
    return {
      pass: (ms) =>
        this.#clock.between(async () => {
          await this.#clock.advance(20_000);
          this.#clock.stall(ms);
          this.#ages.now();
        }),
      jump: (ms) => this.#clock.between(() => this.#clock.jump(ms)),
      decay: async (policy) => {
        await decayProject(this.#stage.project, policy, this.#ages.now());
      },
      cap: (share) => this.#keepCap(share),
    };
  }

  rest(): Promise<void> {
    return this.#clock.between(() => this.#clock.advance(2));
  }

  tell(...hints: readonly Hint[]): void {
    this.#stage.hint(...hints);
  }

  async flush(): Promise<void> {
    await this.#clock.follow();
    await this.#stage.flush();
  }

  now(): number {
    return this.#clock.wall();
  }

  newest(): ReturnType<StoryStage["newest"]> {
    const { lastId, lastAt } = this.#stage.timeline.facts();
    return lastId === null || lastAt === null ? undefined : { id: lastId, at: lastAt };
  }

  marks(): ReadonlyMap<number, number> {
    return readMarks(this.#stage.timeline);
  }

  pastAt(point: Point): Past | undefined {
    return readPast(
      () => this.#stage.timeline,
      point,
      (row) => this.#stage.contentOf(row),
    );
  }

  gives(bytes: Buffer): boolean {
    const hash = digest(bytes);
    const { project, timeline, directory } = this.#stage;
    const kept = project.context.recorder.content(hash) ?? timeline.inboxed(hash);
    if (kept !== undefined) return bytes.equals(kept);
    return rescued(join(directory, "rescue")).some((file) => readFileSync(file).equals(bytes));
  }

  async verify(): Promise<string[]> {
    const faults: string[] = [];
    using check = openTimelineCheck(join(this.#stage.directory, "timeline.db") as AbsPath);
    faults.push(...check.faults("full"), ...check.disagreements());
    for (const { id, hash, unrecordable } of this.#stage.rows()) {
      if (hash === null || unrecordable !== undefined) continue;
      const bytes = this.#stage.project.context.recorder.content(hash);
      if (bytes === undefined) faults.push(`the content of v${id} is lost`);
      else if (digest(bytes) !== hash) faults.push(`the content of v${id} is another`);
    }
    return faults;
  }

  async hear({ agent, session }: AgentName, telling: Telling): Promise<void> {
    await this.#clock.between(() => undefined);
    const one = this.#agents.get(session) ?? new Agent(this.#stage, agent, session);
    this.#agents.set(session, one);
    if (telling.kind === "tool_start" || telling.kind === "tool_end") {
      const paths = telling.paths.map((path) => ({ path: this.#stage.at(path) as AbsPath }));
      const use = { call: telling.call, tool: "Edit", reach: { kind: "paths", paths } } as const;
      if (telling.kind === "tool_start") await one.tell({ kind: "tool_start", use });
      else await one.tell({ kind: "tool_end", use });
    } else await one.tell(telling);
    await this.#clock.between(() => undefined);
  }

  restore(request: RestoreRequest): Promise<Outcome> {
    const { target, within, include = [], exclude = [], overwrite } = request;
    // Where it fails is told by the command alone.
    const deletions = request.deletions === "keep" ? "keep" : "remove";
    const paths = { within: within as readonly RelPath[], include, exclude };
    const restore = { target, ...paths, deletions, overwrite } as const;
    return this.#order(async () => {
      const isMortal = this.#callsLeft !== Number.POSITIVE_INFINITY;
      // Of one that is to die all calls are the order's own.
      const planId = isMortal ? undefined : planAside(this.#stage, restore);
      return this.#stage.restore(restore, { planId }).catch((thrown: unknown) => {
        const isOther = thrown instanceof UnfError && thrown.code === "conflict";
        must(!isOther, () => `another plan than ${planId}, which nobody touched: ${thrown}`);
        throw thrown;
      });
    });
  }

  invert(kind: "undo" | "redo"): Promise<Outcome> {
    return this.#order(() => this.#stage.invert(kind));
  }

  oops(): Promise<Outcome> {
    const request = { kind: "last", count: 1, agent: null } as const;
    const { project } = this.#stage;
    return this.#order(() => oopsProject(project, { request, planId: undefined, argv: ["oops"] }));
  }

  async checkpoint(label: string): Promise<number> {
    const order = { label, message: null, payload: null, pinned: false };
    return (await setCheckpoint(this.#stage.project, order)).id;
  }

  checkpointAt(id: number): number {
    return this.#stage.timeline.checkpoints().find((one) => one.id === id)?.snapshot ?? 0;
  }

  async prune(policy: RetentionPolicy): Promise<{ named: number; gone: number }> {
    const upTo = this.newest()?.id ?? (0 as const);
    const now = this.#clock.wall();
    const request = { policy, now, upTo, include: [], exclude: [], maxBytes: null };
    const before = this.#stage.rows().length;
    const order = { request, planId: undefined, cause: "asked", argv: ["prune"] } as const;
    const { plan } = await pruneProject(this.#stage.project, order);
    return { named: plan.ids.size, gone: before - this.#stage.rows().length };
  }

  async pack(): Promise<void> {
    const quiet = () => undefined;
    await packCold({
      now: this.#clock.wall(),
      limits: { ...limits.pack, countMin: 1, graceMs: 0 },
      contents: this.#stage.project.ports.contents,
      timelines: [this.#stage.timeline],
      breathe: async () => undefined,
      isIdle: () => true,
      hasRoom: () => true,
      mayWrite: quiet,
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    });
  }

  async collect(emptyTrash: boolean): Promise<void> {
    using needs = openTimelineNeeds(
      join(this.#stage.directory, "timeline.db") as AbsPath,
      (this.#clock.wall() - limits.collect.operationMs) as WallMs,
    );
    await collect(
      {
        clock: this.#clock,
        limits: { ...limits.collect, sliceMs: limits.daemon.sliceMs },
        contents: this.#stage.project.ports.contents,
        timelines: [{ name: this.root, needs }],
        mayWrite: () => undefined,
      },
      { dryRun: false, emptyTrash },
    );
  }

  async kill(): Promise<void> {
    this.#clock.clear();
    await this.#stage.crash();
    await this.#stage.project.start({ cause: "sweep" });
  }

  async dieIn(request: RestoreRequest, patience: number): Promise<void> {
    await this.#clock.follow();
    this.#callsLeft = patience;
    await this.restore(request).catch((thrown: unknown) => {
      if (this.#callsLeft >= 0) throw thrown;
    });
    this.#callsLeft = Number.POSITIVE_INFINITY;
    await this.kill();
  }

  readOnly(directory: string, work: () => Promise<void>): Promise<undefined> {
    return this.#refusing(refuseBelow(join(this.root, directory)), work);
  }

  full(patience: number, work: () => Promise<void>): Promise<undefined> {
    return this.#refusing(refuseNew(patience), work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stage[Symbol.asyncDispose]();
  }

  #asItIs(): WholeStage {
    const { root, directory } = this;
    return {
      root,
      directory,
      restore: this.restore.bind(this),
      invert: this.invert.bind(this),
      oops: this.oops.bind(this),
      prune: this.prune.bind(this),
      collect: this.collect.bind(this),
    };
  }

  async #order(work: () => Promise<Parameters<typeof reportOf>[0]>): Promise<Outcome> {
    await this.#clock.follow();
    try {
      return reportOf(await work());
    } catch (thrown) {
      if (!isExpected(thrown)) throw thrown;
      return { refused: thrown.code };
    }
  }

  async #refusing(refuse: Refusal, work: () => Promise<void>): Promise<undefined> {
    await this.flush();
    this.#refuse = refuse;
    try {
      await work();
    } finally {
      this.#refuse = () => undefined;
    }
  }

  /** Each disk that the engine sees dies with it. */
  #mortal(fs: FileSystem): FileSystem {
    return watchDisk(fs, {
      before: (method, args) => {
        this.#callsLeft -= 1;
        if (this.#callsLeft < 0) throw systemError("EIO");
        const code = this.#refuse(method, args);
        if (code !== undefined) throw systemError(code);
      },
    });
  }

  async #keepCap(share: number): Promise<CapReport> {
    const quiet = () => undefined;
    const empty = { files: 0, bytes: 0 };
    const used = () => this.#stage.timeline.facts().contentBytes;
    const before = this.#stage.rows().length;
    const capBytes = Math.max(1, Math.floor(used() * share));
    const keepAllMs = 24 * 3_600_000;
    const policy = { keepAllMs, hourlyMs: 7 * keepAllMs, dailyMs: 30 * keepAllMs, weeklyMs: null };
    const watch = new CapWatch({
      clock: this.#clock,
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      bounds: () => ({
        capBytes,
        projectCapBytes: 0,
        policy: { ...policy, bringsBack: true },
        isAutomatic: true,
      }),
      agesFrom: () => this.#ages.now(),
      measure: async () => ({
        objects: { files: 1, bytes: used() },
        packs: empty,
        trash: empty,
        timelines: empty,
        backups: empty,
        rescues: empty,
        logs: empty,
        other: empty,
        projectBytes: new Map(),
      }),
      eachProject: (work) => work(this.#stage.project),
      readSizes: async () => (_, size) => (this.#fault.sizeOf ?? ((same) => same))(size),
      collect: () => this.collect(false),
      emptyOldest: () => this.collect(true),
    });
    watch.look({ isLow: false, missingBytes: 0 });
    await watch.idle;
    return { gone: before - this.#stage.rows().length, usedBytes: used(), capBytes };
  }
}
