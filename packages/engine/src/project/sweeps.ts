import type { RelPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Cause } from "@unf/core/timeline";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { Committer } from "../record/committer.ts";
import type { GapLedger } from "../site/gap-ledger.ts";
import type { ProjectPorts } from "../site/project-ports.ts";
import type { RootGuard } from "../site/root-guard.ts";
import type { Suspension } from "../site/suspension.ts";
import { type SweepOrder, sweepGuarded } from "../sweep/guarded-sweep.ts";
import { KnownDirectories } from "../sweep/known-directories.ts";
import type { MassChange } from "../sweep/mass-change.ts";
import { Skipped } from "../sweep/skipped.ts";
import type { Progress, SweepOwner, SweepReport } from "../sweep/sweep-ports.ts";
import { VanishWatch } from "../sweep/vanish-watch.ts";
import { type HintedTree, Knowledge } from "./knowledge.ts";
import {
  type RequestRunner,
  type SweepRequest,
  SweepRequests,
  wholeProject,
} from "./sweep-requests.ts";
import { SweepTimer } from "./sweep-timer.ts";

/** A project as its sweeps see it. */
export interface SweptProject extends HintedTree {
  readonly context: CaptureContext;
  readonly committer: Committer;
  readonly guard: Pick<RootGuard, "isHere">;
  readonly suspension: Pick<Suspension, "isOn">;
  readonly gaps: GapLedger;
  readonly mass: MassChange;
  readonly loop: Pick<CaptureLoop, "touchedIfOpen" | "isUnsure">;
  readonly rules: SweptRules & HintedTree["rules"];
  /** Runs a sweep after all other work that must not run at the same time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

export interface SweptRules {
  /** Many ignore files were found changed by a sweep, which has judged by them already. */
  rereadAll(ignoreFiles: readonly RelPath[]): void;
}

/** A sweep may put something else in doubt; one that always does is no use. */
const doubtRoundsMax = 3;

type SweepsPorts = Pick<ProjectPorts, "clock" | "timeline" | "limits" | "log">;

/** The sweeps of one project: those that somebody waits for, and those that something asked for. */
export class Sweeps implements SweepOwner, RequestRunner, Disposable {
  readonly requests: SweepRequests;
  readonly #ports: SweepsPorts;
  readonly #project: SweptProject;
  readonly #skipped: Skipped;
  readonly #vanish: VanishWatch;
  readonly #timer: SweepTimer;
  readonly #directories = new KnownDirectories(limits.sweep.knownDirectoriesMax);
  readonly #knowledge: Knowledge;
  #doubtfulSince: WallMs | undefined;
  #isClosed = false;

  constructor(ports: SweepsPorts, project: SweptProject) {
    this.#ports = ports;
    this.#project = project;
    const { clock } = ports;
    this.#timer = new SweepTimer(clock, ports.limits);
    this.#skipped = new Skipped(ports.limits.skippedMax);
    this.requests = new SweepRequests({ clock, runner: this, mass: project.mass });
    this.#knowledge = new Knowledge(project);
    this.#vanish = new VanishWatch(clock, ports.limits.vanish, () =>
      this.requests.add(wholeProject),
    );
  }

  /** True until the project was swept as a whole for the first time. */
  get isScanning(): boolean {
    return !this.#timer.hasSwept;
  }

  /** True when a whole sweep is due that nothing else asked for. */
  isDue(watch: Parameters<SweepTimer["isDue"]>[0]): boolean {
    return this.#timer.isDue(watch);
  }

  /** How often that is. */
  everyMs(watch: Parameters<SweepTimer["isDue"]>[0]): number {
    return this.#timer.everyMs(watch);
  }

  /** Nobody recorded since then, and the power may have failed: recent stamps prove nothing. */
  awaySince(time: WallMs): void {
    this.#project.gaps.open("daemon_away", time);
    this.#doubtfulSince = (time - this.#ports.limits.writeBackMs) as WallMs;
  }

  /** Sweeps nothing by itself from before `attach` on until `runFirst`; gives what `attach` does. */
  async awaitFirst(attach: () => Promise<boolean>): Promise<boolean> {
    this.requests.hold();
    const isWatched = await attach();
    if (!isWatched) this.requests.release();
    return isWatched;
  }

  /**
   * Sweeps the whole project, with what was asked for while nothing was swept, as for each directory
   * that cannot be watched; `none`: takes what is on disk as swept, without looking.
   */
  async runFirst(
    cause: Cause | "none",
    onProgress?: (progress: Progress) => void,
  ): Promise<SweepReport | undefined> {
    const sweep = () => {
      const wasReported = this.requests.take().some((request) => request.wasReported);
      return this.run({ within: wholeProject, cause: cause as Cause, wasReported }, onProgress);
    };
    try {
      if (cause !== "none") return await this.#project.exclusively(sweep);
      this.#timer.swept(this.#ports.clock.mono());
      return undefined;
    } finally {
      this.requests.release();
    }
  }

  /** The rules changed: what was not recorded may be now. */
  forgetSkipped(): void {
    this.#skipped.clear();
    this.#directories.clear();
  }

  /** Something went unseen or unrecorded: until everything was swept, no hint is relied on. */
  doubt(): void {
    this.#knowledge.shake();
  }

  /**
   * Makes the timeline what is on disk by sweeping only what is in doubt, for somebody for whom every
   * hint until now was handed over and captured. False when hints do not tell all: then everything
   * is in doubt.
   */
  async runDoubtful(onProgress?: (progress: Progress) => void): Promise<boolean> {
    for (let round = 0; round < doubtRoundsMax; round += 1) {
      if (!this.#knowledge.isWhole) return false;
      const doubtful = this.requests.takeUnswept();
      if (doubtful.length === 0) return true;
      try {
        for (const { within } of doubtful) await this.runBarrier(within, onProgress);
      } catch (thrown) {
        this.doubt();
        throw thrown;
      }
    }
    return false;
  }

  /** Sweeps for somebody who waits for the answer. */
  runBarrier(within: RelPath, onProgress?: (progress: Progress) => void): Promise<SweepReport> {
    return this.run({ cause: "sweep", isBarrier: true, within }, onProgress);
  }

  /** Sweeps now; for work that runs exclusively already. */
  async run(order: SweepOrder, onProgress?: (progress: Progress) => void): Promise<SweepReport> {
    const { context, committer, gaps, mass, loop } = this.#project;
    const { within } = order;
    // Rows that wait for their commit would be missing among the heads.
    committer.commit();
    // Files are compared with the timeline where rows were dropped from memory, or changes went unseen.
    if (gaps.count > 0 || this.#doubtfulSince !== undefined) this.#directories.clear();
    this.#directories.begin(context, within === "");
    const isTrusted = this.#directories.get(within) !== undefined;
    // No hint is needed for rules that changed, nor for those of a directory that came anew.
    if (!isTrusted) context.filter.forget(within);
    const unclosed = gaps.takeUnclosed();
    const startedAt = this.#ports.clock.mono();
    const known = this.#knowledge.begin();
    const report = await sweepGuarded(
      {
        ...this.#ports,
        ...{ context, committer, mass, loop, owner: this },
        ...{ skipped: this.#skipped, known: this.#directories, isTrusted },
        sliceMs: this.#ports.limits.sliceMs,
        vanish: this.#vanish,
        doubtfulSince: this.#doubtfulSince,
        onProgress: onProgress ?? (() => undefined),
      },
      order,
    );
    await committer.flushAndCommit();
    const isKnown = within === "" && report.complete;
    this.#directories.end(isKnown);
    if (isKnown) {
      this.#timer.swept(startedAt);
      this.#knowledge.complete(known);
      this.#doubtfulSince = undefined;
      context.standing.swept();
      gaps.close(unclosed, report.recorded);
      mass.swept();
    }
    if (!report.complete) this.doubt();
    if (mass.pace !== undefined) this.requests.awaitQuiet();
    return report;
  }

  /** Sweeps what was asked for and waits; for work that runs exclusively already, after disposal. */
  async finish(): Promise<void> {
    for (const request of this.requests.take()) {
      await this.#orLog(request.within, () => this.run({ ...request, cause: "event" }));
    }
    this.#project.mass.end();
  }

  async runRequested(request: SweepRequest): Promise<void> {
    if (this.#isClosed) return;
    const order = { ...request, cause: "event" } as const;
    await this.#orLog(order.within, () => this.#project.exclusively(() => this.run(order)));
  }

  mayRecord(): boolean {
    return this.#project.guard.isHere() && !this.#project.suspension.isOn;
  }

  onRulesChanged(paths: readonly RelPath[]): void {
    this.#project.rules.rereadAll(paths);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.requests[Symbol.dispose]();
    this.#vanish[Symbol.dispose]();
  }

  async #orLog(within: RelPath, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.doubt();
      this.#ports.log.error("sweep.failed", { within, error: String(thrown) });
    }
  }
}
