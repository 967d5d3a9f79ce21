import {
  type Cause,
  type Filter,
  type Hint,
  parentPath,
  type RelPath,
  type WallMs,
} from "@unf/core";
import { CaptureLoop } from "../capture/capture-loop.ts";
import { Committer } from "../capture/committer.ts";
import { Recorder } from "../capture/recorder.ts";
import type { CaptureContext } from "../capture/take-snapshot.ts";
import { Skipped } from "../sweep/skipped.ts";
import { type Progress, type SweepReport, sweep } from "../sweep/sweep.ts";
import { Attachment } from "./attachment.ts";
import { decideCondition, type ProjectCondition } from "./condition.ts";
import { GapLedger } from "./gap-ledger.ts";
import { Intake } from "./intake.ts";
import type { FlushReport, ProjectPorts } from "./project-ports.ts";
import { RootGuard } from "./root-guard.ts";
import { settleTails } from "./settle-tails.ts";
import { SweepRequests } from "./sweep-requests.ts";
import { Upkeep } from "./upkeep.ts";
import { WorkQueue } from "./work-queue.ts";

const wholeProject = "" as RelPath;

/** How long a flush waits for the watcher to hand over what it has seen. The sweep does not rely on it. */
const barrierMs = 1000;

/**
 * One recorded project: takes hints, keeps its timeline true, and answers flush.
 *
 * Sweeps, flushes and restores run one at a time in the order they were asked for; captures from
 * events run between their slices.
 */
export class Project {
  readonly ports: ProjectPorts;
  readonly context: CaptureContext;
  readonly loop: CaptureLoop;
  readonly committer: Committer;
  readonly #guard: RootGuard;
  readonly #skipped: Skipped;
  readonly #intake: Intake;
  readonly #requests: SweepRequests;
  readonly #gaps: GapLedger;
  readonly #attachment: Attachment;
  #sweptAt: number | undefined;
  readonly #upkeep: Upkeep;
  readonly #queue = new WorkQueue();
  #closing = false;

  constructor(ports: ProjectPorts) {
    this.ports = ports;
    const { clock, timeline, contents, limits } = ports;
    this.#guard = new RootGuard(ports, ports.identity);
    this.committer = new Committer(
      clock,
      (onCommitted) =>
        new Recorder({ timeline, contents, clock, limits: limits.commit, onCommitted }),
      ports.onCommitted,
    );
    this.#upkeep = new Upkeep(ports, this.committer);
    this.context = {
      root: ports.root,
      fs: ports.fs,
      recorder: this.committer.recorder,
      digest: ports.digest,
      signatures: ports.signatures,
      isRootThere: () => this.#guard.look() === "here",
      filter: ports.filter,
      maxFileBytes: ports.maxFileBytes,
    };
    this.#skipped = new Skipped(limits.skippedMax);
    this.#gaps = new GapLedger(timeline, clock);
    this.#requests = new SweepRequests(clock, (within) => this.#sweepSoon(within));
    this.#attachment = new Attachment({
      clock,
      log: ports.log,
      guard: this.#guard,
      scope: { covers: (directory) => this.context.filter.covers(directory) },
      deliver: (hints) => this.receive(hints),
      watch: ports.watch,
    });
    this.loop = this.#openLoop();
    this.#intake = this.#openIntake();
  }

  get condition(): ProjectCondition {
    return decideCondition({
      ...this.#attachment.facts,
      isScanning: this.#sweptAt === undefined,
    });
  }

  get directories(): number {
    return this.#attachment.directories;
  }

  receive(hints: readonly Hint[]): void {
    if (!this.#closing) this.#intake.receive(hints);
  }

  /** Finishes what an earlier recorder of this project left undone. Before `start`. */
  async recover(): Promise<void> {
    this.#guard.adoptReplaced();
    await this.#upkeep.drainInbox();
    settleTails(this.ports.timeline, this.context.recorder);
    this.#gaps.adoptUnclosed();
  }

  /**
   * Watches, then sweeps: whatever changes from the first watch on is seen by one or the other.
   * `awaySince`: nobody recorded since then; the sweep closes that gap. `undefined` report: the
   * root is not there, or no sweep was wanted.
   */
  async start(start: {
    readonly cause: Cause | "none";
    readonly awaySince?: WallMs;
    readonly onProgress?: (progress: Progress) => void;
  }): Promise<SweepReport | undefined> {
    const { cause, awaySince, onProgress } = start;
    if (awaySince !== undefined) this.#gaps.open("daemon_away", awaySince);
    if (!(await this.#attachment.attach())) return undefined;
    if (cause !== "none") {
      return this.exclusively(() => this.#sweepNow(wholeProject, cause, onProgress));
    }
    this.#sweptAt = this.ports.clock.mono();
    return undefined;
  }

  /** When it resolves, everything that was on disk before the call is in the timeline, settled and durable. */
  flush(onProgress?: (progress: Progress) => void): Promise<FlushReport> {
    return this.exclusively(() => this.flushNow([wholeProject], onProgress));
  }

  /** The flush itself, for work that runs exclusively already. */
  async flushNow(
    within: readonly RelPath[],
    onProgress?: (progress: Progress) => void,
  ): Promise<FlushReport> {
    const before = this.committer.rows;
    await this.#attachment.barrier(barrierMs);
    await this.loop.drain();
    for (const subtree of within) await this.#sweepNow(subtree, "sweep", onProgress);
    // A path whose burst opened while the sweep ran was left to that burst; it ends here.
    await this.loop.drain();
    this.committer.commit();
    return { lastId: this.ports.timeline.facts().lastId, recorded: this.committer.rows - before };
  }

  /** Runs `work` after everything asked for before, and alone. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(work);
  }

  /** New rules: what they now leave out or let in is found by the sweep that follows. */
  async reconfigure(rules: {
    readonly filter: Filter;
    readonly maxFileBytes: number;
  }): Promise<void> {
    this.context.filter = rules.filter;
    this.context.maxFileBytes = rules.maxFileBytes;
    this.#skipped.clear();
    await this.#attachment.rewatch(wholeProject);
    await this.exclusively(() => this.#sweepNow(wholeProject, "sweep"));
  }

  /** Called about once a second: looks at the root, sweeps when due, empties the inbox, frees memory. */
  async tick(): Promise<void> {
    if (this.#closing) return;
    const back = this.#attachment.look();
    if (back !== undefined) {
      this.#gaps.open("root_unavailable", back.since);
      if (await this.#attachment.attach()) this.#requests.add(wholeProject);
    }
    if (this.#attachment.isAway) return;
    await this.#sweepWhenDue();
    if (!this.#closing && this.#upkeep.isDue) await this.exclusively(() => this.#upkeep.run());
  }

  /** Stops watching, records what was touched, and makes everything durable. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    await this.#attachment.detach();
    this.#requests[Symbol.dispose]();
    await this.exclusively(async () => {
      await this.loop.drain();
      this.committer.commit();
      await this.#upkeep.drainInbox();
    });
    this.loop[Symbol.dispose]();
    this.committer[Symbol.dispose]();
    this.ports.timeline[Symbol.dispose]();
  }

  #openLoop(): CaptureLoop {
    const { ports } = this;
    const { clock, limits } = ports;
    return new CaptureLoop({
      clock,
      context: this.context,
      limits: { ...limits.burst, sliceMs: limits.sliceMs, openBurstsMax: limits.openBurstsMax },
      isRootThere: () => this.#guard.isHere(),
      onDirectory: (path) => this.#requests.add(path),
      onAbsent: (path) => this.#intake.absent(path),
      onCrowded: () => this.#requests.add(wholeProject),
      onFailure: (thrown) => ports.log.error("signature.failed", { error: thrown }),
      onWorked: () => this.committer.schedule(),
    });
  }

  #openIntake(): Intake {
    const { clock, timeline } = this.ports;
    return new Intake({
      clock,
      context: this.context,
      loop: this.loop,
      timeline,
      requests: this.#requests,
      onGap: (reason, from) => {
        this.#gaps.open(reason, from);
        this.#requests.add(wholeProject);
      },
      onRootLost: (why) => this.#attachment.lose(why),
      onWatcherDead: (cause) => {
        this.#attachment.died(cause);
        this.#gaps.open("watcher_failed", clock.wall());
      },
      onUnwatched: (path, code) => this.#attachment.noteUnwatched(path, code),
      onRulesChanged: (path) => this.#rulesChanged(path),
    });
  }

  async #sweepNow(
    within: RelPath,
    cause: Cause,
    onProgress?: (progress: Progress) => void,
  ): Promise<SweepReport> {
    const { clock, timeline, limits } = this.ports;
    // Rows that wait for their commit would be missing among the heads.
    this.committer.commit();
    // No hint is needed for rules that changed, nor for those of a directory that came anew.
    this.context.filter.forget(within);
    const gaps = this.#gaps.unclosed;
    const report = await sweep(
      {
        clock,
        timeline,
        context: this.context,
        skipped: this.#skipped,
        sliceMs: limits.sliceMs,
        isRootThere: () => this.#guard.isHere(),
        leaveToBurst: (path) => this.loop.touchedIfOpen(path),
        onRulesChanged: (path) => this.#rulesChanged(path),
        onProgress: onProgress ?? (() => undefined),
      },
      within,
      cause,
    );
    this.committer.commit();
    if (within === wholeProject && report.complete) {
      this.#sweptAt = clock.mono();
      this.#gaps.close(gaps, report.recorded);
    }
    return report;
  }

  #sweepSoon(within: RelPath): void {
    if (this.#closing) return;
    this.exclusively(() => this.#sweepNow(within, "event")).catch((thrown: unknown) => {
      this.ports.log.error("sweep.failed", { within, error: String(thrown) });
    });
  }

  #rulesChanged(path: RelPath): void {
    this.context.filter.forget(path);
    this.#skipped.clear();
    const directory = parentPath(path);
    this.#attachment.rewatch(directory).then(
      () => this.#requests.add(directory),
      (thrown: unknown) => this.#attachment.died(thrown),
    );
  }

  async #sweepWhenDue(): Promise<void> {
    const { clock, limits } = this.ports;
    const everyMs = this.#attachment.isDegraded ? limits.degradedSweepEveryMs : limits.sweepEveryMs;
    if (this.#sweptAt === undefined || clock.mono() - this.#sweptAt < everyMs) return;
    if (this.#attachment.isDegraded) await this.#attachment.attach();
    this.#requests.add(wholeProject);
  }
}
