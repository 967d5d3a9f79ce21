import type { Cause, MonoMs, RelPath } from "@unf/core";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { Committer } from "../capture/committer.ts";
import type { CaptureContext } from "../capture/take-snapshot.ts";
import { Skipped } from "../sweep/skipped.ts";
import { type Progress, type SweepReport, sweep } from "../sweep/sweep.ts";
import type { GapLedger } from "./gap-ledger.ts";
import type { ProjectPorts } from "./project-ports.ts";

export interface SweeperPorts extends Pick<ProjectPorts, "clock" | "timeline" | "limits"> {
  readonly context: CaptureContext;
  readonly committer: Committer;
  readonly loop: CaptureLoop;
  readonly gaps: GapLedger;
  /** False once the root is away or the store has failed: the sweep ends there. */
  readonly mayRecord: () => boolean;
  readonly onRulesChanged: (path: RelPath) => void;
}

/** Sweeps one project, closes the gaps a whole sweep closes, and knows when the last one was. */
export class Sweeper {
  readonly #ports: SweeperPorts;
  readonly #skipped: Skipped;
  #sweptAt: MonoMs | undefined;

  constructor(ports: SweeperPorts) {
    this.#ports = ports;
    this.#skipped = new Skipped(ports.limits.skippedMax);
  }

  /** True until the project was swept as a whole for the first time. */
  get isScanning(): boolean {
    return this.#sweptAt === undefined;
  }

  /** The project begins without a sweep, because none was wanted. */
  goWithout(): void {
    this.#sweptAt = this.#ports.clock.mono();
  }

  /** Rules changed: what was skipped before may be recordable now. */
  forgetSkipped(): void {
    this.#skipped.clear();
  }

  /** True when a whole sweep is due that nothing else asked for. */
  isDue(isDegraded: boolean): boolean {
    const { clock, limits } = this.#ports;
    const everyMs = isDegraded ? limits.degradedSweepEveryMs : limits.sweepEveryMs;
    return this.#sweptAt !== undefined && clock.mono() - this.#sweptAt >= everyMs;
  }

  async run(
    within: RelPath,
    cause: Cause,
    onProgress?: (progress: Progress) => void,
  ): Promise<SweepReport> {
    const { clock, committer, context, gaps, limits, loop, mayRecord, timeline } = this.#ports;
    // Rows that wait for their commit would be missing among the heads.
    committer.commit();
    // No hint is needed for rules that changed, nor for those of a directory that came anew.
    context.filter.forget(within);
    const unclosed = gaps.takeUnclosed();
    const report = await sweep(
      {
        clock,
        timeline,
        context,
        skipped: this.#skipped,
        sliceMs: limits.sliceMs,
        isRootThere: mayRecord,
        leaveToBurst: (path) => loop.touchedIfOpen(path),
        onRulesChanged: this.#ports.onRulesChanged,
        onProgress: onProgress ?? (() => undefined),
      },
      within,
      cause,
    );
    committer.commit();
    if (within === "" && report.complete) {
      this.#sweptAt = clock.mono();
      gaps.close(unclosed, report.recorded);
    }
    return report;
  }
}
