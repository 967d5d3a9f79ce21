import type { MonoMs } from "../base/brand.ts";

/** Bounds on the costs of a path. Reasons in `config/limits.ts`. */
export interface PaceLimits {
  /** Costs older than this do not count. */
  readonly windowMs: number;
  readonly slotMs: number;
  /** Contents recorded of one path, on average over the window. */
  readonly bytesPerSecondMax: number;
  /** Of one core, on average over `cpuWindowMs`. */
  readonly cpuShareMax: number;
  readonly cpuWindowMs: number;
  readonly pathsMax: number;
}

/** Costs of one capture: bytes recorded, and how long it took. */
export interface Cost {
  readonly bytes: number;
  readonly ms: number;
}

interface Slot {
  readonly begin: number;
  bytes: number;
  ms: number;
}

/** Costs of each path in the last minute: only of paths recorded in it, and never too many. */
export class PathCosts {
  readonly #limits: PaceLimits;
  /** In the order of their last costs. */
  readonly #slots = new Map<string, Slot[]>();

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** Paths whose costs are known. */
  get size(): number {
    return this.#slots.size;
  }

  note(path: string, at: MonoMs, cost: Cost): void {
    const { slotMs, pathsMax } = this.#limits;
    const slots = this.#within(this.#slots.get(path) ?? [], at);
    const begin = Math.floor(at / slotMs) * slotMs;
    const last = slots.at(-1);
    if (last?.begin === begin) {
      last.bytes += cost.bytes;
      last.ms += cost.ms;
    } else slots.push({ begin, ...cost });
    this.#slots.delete(path);
    this.#slots.set(path, slots);
    for (const [oldest, known] of this.#slots) {
      if (this.#slots.size <= pathsMax && this.#within(known, at).length > 0) break;
      this.#slots.delete(oldest);
    }
  }

  /**
   * True when the path costs too much: more bytes than one may, or, while the program is `busy`, more
   * than its part of the time that all of them may take.
   */
  isTooMuch(path: string, now: MonoMs, busy: boolean): boolean {
    const slots = this.#slots.get(path);
    if (slots === undefined) return false;
    const { windowMs, bytesPerSecondMax, cpuShareMax } = this.#limits;
    let bytes = 0;
    let ms = 0;
    for (const slot of this.#within(slots, now)) {
      bytes += slot.bytes;
      ms += slot.ms;
    }
    if (bytes >= (bytesPerSecondMax * windowMs) / 1000) return true;
    return busy && ms > (cpuShareMax * windowMs) / this.#slots.size;
  }

  #within(slots: readonly Slot[], now: MonoMs): Slot[] {
    return slots.filter(({ begin }) => now - begin < this.#limits.windowMs);
  }
}
