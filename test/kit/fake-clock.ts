import type { MonoMs, WallMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";

interface Alarm {
  readonly at: number;
  readonly order: number;
  readonly ring: () => void;
}

/**
 * A clock that stands still until it is told to go on. Alarms ring in the order of their times, and
 * of two at one time the one set first.
 */
export class FakeClock implements Clock {
  /**
   * Called each time a long loop lets others have their turn: the place to change the world. The
   * loop goes on when the promise it returns does; without one, after a turn of the event loop.
   */
  onBreathe: () => void | Promise<void> = () => undefined;
  readonly #start: number;
  readonly #creepMs: number;
  readonly #alarms = new Set<Alarm>();
  #elapsed = 0;
  #jumped = 0;
  #set = 0;

  /**
   * `start`: the wall time at which it stands. `creepMs`: goes on by this much each time the
   * monotonic time is asked for, so that work which measures itself takes time.
   */
  constructor({ start, creepMs = 0 }: { readonly start: number; readonly creepMs?: number }) {
    this.#start = start;
    this.#creepMs = creepMs;
  }

  /** Alarms that have not rung. */
  get waiting(): number {
    return this.#alarms.size;
  }

  /** When the next alarm rings; `undefined` while none is set. */
  get nextAlarmAt(): MonoMs | undefined {
    return this.#next(Number.POSITIVE_INFINITY)?.at as MonoMs | undefined;
  }

  /** The time without the creep: to look at it changes nothing. */
  get now(): MonoMs {
    return this.#elapsed as MonoMs;
  }

  wall(): WallMs {
    return Math.floor(this.#start + this.#elapsed + this.#jumped) as WallMs;
  }

  mono(): MonoMs {
    this.#elapsed += this.#creepMs;
    return this.#elapsed as MonoMs;
  }

  alarm(at: MonoMs, ring: () => void): Disposable {
    const alarm = { at, order: this.#set, ring };
    this.#set += 1;
    this.#alarms.add(alarm);
    return { [Symbol.dispose]: () => void this.#alarms.delete(alarm) };
  }

  async breathe(): Promise<void> {
    const going = this.onBreathe();
    await (going ?? nextTurn());
  }

  /** Goes on by `ms`; whatever alarms start on the way has had a few turns of the loop after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await turns();
    while (this.ringNext(end as MonoMs)) await turns();
    this.stall(end - this.#elapsed);
  }

  /** Rings the first alarm that is due at `until` or before; false when there is none. */
  ringNext(until: MonoMs): boolean {
    const alarm = this.#next(until);
    if (alarm === undefined) return false;
    this.#alarms.delete(alarm);
    this.#elapsed = Math.max(this.#elapsed, alarm.at);
    alarm.ring();
    return true;
  }

  /** Time passes and no alarm rings, as when the process is stopped; the late ones ring afterwards. */
  stall(ms: number): void {
    this.#elapsed += Math.max(0, ms);
  }

  /** The wall time is set forward or back by `ms`; the monotonic one does not notice. */
  jump(ms: number): void {
    this.#jumped += ms;
  }

  /** Forgets every alarm: whoever set them has died. */
  clear(): void {
    this.#alarms.clear();
  }

  #next(end: number): Alarm | undefined {
    let first: Alarm | undefined;
    for (const alarm of this.#alarms) {
      if (alarm.at > end) continue;
      const isEarlier =
        first === undefined ||
        alarm.at < first.at ||
        (alarm.at === first.at && alarm.order < first.order);
      if (isEarlier) first = alarm;
    }
    return first;
  }
}

/** Enough turns for work of a few steps; longer work goes on during the next ones. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
