import { setTimeout as pause } from "node:timers/promises";
import type { EntryStat, FileSystem } from "@unf/core/ports";
import { FakeClock } from "../../kit/fake-clock.ts";

/** The kernel's time stamps are up to this old. Unit: ms. */
const grainMs = 12;

/**
 * The clock of a life that is played in minutes: it goes with the machine's, and between two acts
 * months pass, it is set forward or back, or everything stands still. What was written on disk at an
 * instant of the machine's time was written at the instant that this clock showed then.
 */
export class LifeClock extends FakeClock {
  readonly #spans: { readonly fromMs: number; readonly aheadMs: number }[] = [];

  constructor() {
    super({ start: Date.now() });
    this.#spans.push({ fromMs: 0, aheadMs: 0 });
  }

  /** Lets the time pass that has passed on the machine, with all that was due in it. */
  async follow(): Promise<void> {
    await this.advance(Math.max(0, Date.now() + this.#aheadMs() - this.wall()));
  }

  /** Between two acts: `change` moves the clock, and whatever is written from now on is written then. */
  async between(change: () => void | Promise<void>): Promise<void> {
    await this.follow();
    await pause(grainMs);
    await this.follow();
    await change();
    const fromMs = Date.now();
    this.#spans.push({ fromMs, aheadMs: this.wall() - fromMs });
    await pause(grainMs);
    await this.follow();
  }

  /** The disk on which every time is one of this clock. */
  disk(fs: FileSystem): FileSystem {
    const stamped = (stat: EntryStat): EntryStat => ({
      ...stat,
      mtimeNs: this.#fromMachine(stat.mtimeNs),
      ctimeNs: this.#fromMachine(stat.ctimeNs),
      ...(stat.birthNs === undefined ? {} : { birthNs: this.#fromMachine(stat.birthNs) }),
    });
    return {
      ...fs,
      lstat: (path) => {
        const stat = fs.lstat(path);
        return stat === undefined ? undefined : stamped(stat);
      },
      read: (path, limit) => {
        const read = fs.read(path, limit);
        return "stat" in read ? { ...read, stat: stamped(read.stat) } : read;
      },
    };
  }

  #aheadMs(): number {
    return this.#spans.at(-1)?.aheadMs ?? 0;
  }

  #fromMachine(ns: bigint): bigint {
    const ms = Number(ns / 1_000_000n);
    const span = this.#spans.findLast(({ fromMs }) => fromMs <= ms);
    return ns + BigInt(span?.aheadMs ?? 0) * 1_000_000n;
  }
}
