import { type Clock, type Log, limits, type MonoMs, type WallMs } from "@unf/core";

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
  /** How long nothing was recorded. Unit: ms. */
  readonly silenceMs: () => number;
  /** When each job was last done. */
  readonly readRuns: () => ReadonlyMap<string, WallMs>;
  readonly writeRuns: (runs: ReadonlyMap<string, WallMs>) => void;
}

/** Thrown into a job when the daemon ends. */
const ended = Symbol("housekeeping ended");

/** Does jobs that are due, one after the other, while nothing is recorded. */
export class Housekeeping {
  readonly #ports: HousekeepingPorts;
  readonly #jobs: readonly HousekeepingJob[];
  /** After a failure: not before. */
  readonly #retryAt = new Map<string, MonoMs>();
  #runs: Map<string, WallMs> | undefined;
  #working: Promise<void> | undefined;
  #isEnding = false;

  constructor(ports: HousekeepingPorts, jobs: readonly HousekeepingJob[]) {
    this.#ports = ports;
    this.#jobs = jobs;
  }

  /** Called every few seconds. */
  look(): void {
    if (this.#working !== undefined || !this.#isQuiet) return;
    const due = this.#jobs.filter((job) => this.#isDue(job));
    if (due.length === 0) return;
    this.#working = this.#work(due).finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when the job under way has ended. */
  async close(): Promise<void> {
    this.#isEnding = true;
    await this.#working;
  }

  get #isQuiet(): boolean {
    return !this.#isEnding && this.#ports.silenceMs() >= limits.housekeeping.silenceMs;
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
      if (!this.#isQuiet) return;
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

  #note({ name }: HousekeepingJob): void {
    const { clock, log, writeRuns } = this.#ports;
    this.#runs?.set(name, clock.wall());
    try {
      writeRuns(this.#runs ?? new Map());
    } catch (thrown) {
      // Then it is done once more after the next start.
      log.warn("note.unwritten", { error: thrown });
    }
  }
}
