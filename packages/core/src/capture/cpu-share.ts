import type { MonoMs } from "../base/brand.ts";

interface Sample {
  readonly at: MonoMs;
  readonly cpuMs: number;
}

/** Tells what part of one core the program used lately, by readings of its processor time. */
export class CpuShare {
  readonly #windowMs: number;
  #samples: readonly Sample[] = [];

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** `cpuMs`: used since the program began. */
  note(at: MonoMs, cpuMs: number): void {
    // One reading from before the window stays, so that there is a span as long as it.
    const begin = this.#samples.findLastIndex((sample) => at - sample.at >= this.#windowMs);
    this.#samples = [...this.#samples.slice(Math.max(begin, 0)), { at, cpuMs }];
  }

  /** 1 is a whole core; 0 before there are two readings. */
  get share(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at <= first.at) return 0;
    return (last.cpuMs - first.cpuMs) / (last.at - first.at);
  }
}
