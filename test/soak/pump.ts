import { setTimeout as pause } from "node:timers/promises";
import { Writers } from "../fuzz/writers.ts";
import { until } from "../kit/index.ts";
import type { Plot } from "./place.ts";

/** How much a round of a writer does, and how long it rests then. */
export interface Pace {
  readonly operations: number;
  readonly restMs: number;
}

/** Keeps one project busy: a seeded writer, round after round, until it is stopped. */
export class Pump {
  readonly #plot: Plot;
  readonly #pace: Pace;
  #seed: number;
  #isStopped = true;
  #running: Promise<void> = Promise.resolve();

  constructor(plot: Plot, seed: number, pace: Pace) {
    this.#plot = plot;
    this.#seed = seed;
    this.#pace = pace;
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#running = this.#run();
  }

  /** Resolves when the round that runs is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let round = 0; !this.#isStopped; round += 1) {
      this.#seed += 1;
      // The first round is a storm: everything that a tool can do, ignore files included.
      const mood = round === 0 ? "storm" : "gentle";
      using writers = new Writers(this.#plot.base, this.#seed, this.#pace.operations, mood);
      // In a tree that is nearly empty most of it may fail, which is nothing to complain of here.
      await until("the round is over", () => writers.haveEnded, { limitMs: 300_000 });
      if (!this.#isStopped) await pause(this.#pace.restMs);
    }
  }
}
