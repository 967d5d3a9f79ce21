import type { MonoMs, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock, Log } from "@unf/core/ports";

/** Something that keeps the home small and tidy, and that can wait. */
export interface HousekeepingJob {
  /** Its key in `run/housekeeping.json`. */
  readonly name: string;
  readonly everyMs: number;
  /** Calls `breathe` every few milliseconds, and does not catch what that throws: then it is to end. */
  run(breathe: () => Promise<void>): Promise<void>;
}

export interface HousekeepingPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** True while nothing is recorded, for long enough. */
  readonly isQuiet: () => boolean;
  /** When each job was last done. */
  readonly readRuns: () => ReadonlyMap<string, WallMs>;
  readonly writeRuns: (runs: ReadonlyMap<string, WallMs>) => void;
  /** Jobs were done, or tried. */
  readonly onWorked: () => void;
}

/** Thrown into a job when the daemon ends. */
const ended = Symbol("housekeeping ended");

/** Does jobs that are due, one after the other, while nothing is recorded; when they have waited too long, also then. */
export class Housekeeping {
  readonly #ports: HousekeepingPorts;
  readonly #jobs: readonly HousekeepingJob[];
  readonly #begunAt: MonoMs;
  /** After a failure: not before. */
  readonly #retryAt = new Map<string, MonoMs>();
  #runs: Map<string, WallMs> | undefined;
  #notedAt: MonoMs | undefined;
  #working: Promise<void> | undefined;
  #isEnding = false;

  constructor(ports: HousekeepingPorts, jobs: readonly HousekeepingJob[]) {
    this.#ports = ports;
    this.#jobs = jobs;
    this.#begunAt = ports.clock.mono();
  }

  /** Called every few seconds. */
  look(): void {
    this.#keepNote();
    if (this.#working !== undefined || this.#isEnding) return;
    const due = this.#jobs.filter((job) => this.#isDue(job) && this.#mayRun(job));
    if (due.length === 0) return;
    this.#working = this.#work(due).finally(() => {
      this.#working = undefined;
      if (!this.#isEnding) this.#ports.onWorked();
    });
  }

  /** Resolves when the job under way has ended. */
  async close(): Promise<void> {
    this.#isEnding = true;
    await this.#working;
  }

  /** Saves the note every `noteMs`, since the rest of it changes by itself. */
  #keepNote(): void {
    const { clock, readRuns } = this.#ports;
    this.#notedAt ??= clock.mono();
    if (this.#isEnding || clock.mono() - this.#notedAt < limits.housekeeping.noteMs) return;
    this.#runs ??= new Map(readRuns());
    this.#note();
  }

  #mayRun(job: HousekeepingJob): boolean {
    return !this.#isEnding && (this.#ports.isQuiet() || this.#isOverdue(job));
  }

  /** Where something is recorded all the time, no silence is waited for in the end: jobs yield to captures. */
  #isOverdue({ name, everyMs }: HousekeepingJob): boolean {
    const { clock } = this.#ports;
    if (clock.mono() - this.#begunAt < limits.housekeeping.patienceMs) return false;
    const last = this.#runs?.get(name);
    const now = clock.wall();
    return last === undefined || last > now || now - last >= 2 * everyMs;
  }

  #isDue({ name, everyMs }: HousekeepingJob): boolean {
    const { clock, readRuns } = this.#ports;
    if (clock.mono() < (this.#retryAt.get(name) ?? 0)) return false;
    this.#runs ??= new Map(readRuns());
    const last = this.#runs.get(name);
    const now = clock.wall();
    // A run in the future is one by a clock that was wrong.
    return last === undefined || last > now || now - last >= everyMs;
  }

  async #work(due: readonly HousekeepingJob[]): Promise<void> {
    for (const job of due) {
      if (!this.#mayRun(job)) continue;
      if (await this.#runJob(job)) this.#note(job);
    }
  }

  /** True when it was done. */
  async #runJob({ name, run }: HousekeepingJob): Promise<boolean> {
    const { clock, log } = this.#ports;
    const begun = clock.mono();
    try {
      await run(async () => {
        await clock.breathe();
        if (this.#isEnding) throw ended;
      });
      log.info("housekeeping.done", { job: name, ms: Math.round(clock.mono() - begun) });
      return true;
    } catch (thrown) {
      if (thrown === ended) return false;
      log.error("housekeeping.failed", { job: name, error: thrown });
      this.#retryAt.set(name, (clock.mono() + limits.housekeeping.retryMs) as MonoMs);
      return false;
    }
  }

  #note(job?: HousekeepingJob): void {
    const { clock, log, writeRuns } = this.#ports;
    this.#notedAt = clock.mono();
    if (job !== undefined) this.#runs?.set(job.name, clock.wall());
    try {
      writeRuns(this.#runs ?? new Map());
    } catch (thrown) {
      // Then it is done once more after the next start.
      log.warn("note.unwritten", { error: thrown });
    }
  }
}
