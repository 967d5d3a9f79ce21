import { isWithin, type MonoMs, type RelPath } from "@unf/core/base";
import { decideSweepAt, type WaitingSweeps } from "@unf/core/bursts";
import type { Clock } from "@unf/core/ports";
import type { MassChange } from "../sweep/mass-change.ts";

export const wholeProject = "" as RelPath;

/** A subtree in doubt. `wasReported`: the system reported deletions in it. */
export interface SweepRequest {
  readonly within: RelPath;
  readonly wasReported: boolean;
}

/** More scattered requests than this are one sweep of the whole project. */
const requestsMax = 64;

export interface SweepRequestPorts {
  readonly clock: Clock;
  readonly runner: RequestRunner;
  /** Sets the pace while a mass change goes on; ends once everything that was asked for was swept. */
  readonly mass: Pick<MassChange, "pace" | "end">;
}

export interface RequestRunner {
  runRequested(request: SweepRequest): Promise<void>;
}

/**
 * Subtrees in doubt, gathered and swept from the top: a directory covers everything below it. What
 * is asked for during a sweep waits for its end, so that sweeps never pile up.
 */
export class SweepRequests implements Disposable {
  readonly #ports: SweepRequestPorts;
  readonly #waiting = new Map<RelPath, boolean>();
  /** Handed to the runner, which has not come to them or not to their end. */
  #underWay: readonly SweepRequest[] = [];
  #since: Omit<WaitingSweeps, "before"> | undefined;
  #before: WaitingSweeps["before"];
  #lastAt = 0;
  #alarm: Disposable | undefined;
  #isSweeping = false;
  #isHeld = false;
  #isClosed = false;

  constructor(ports: SweepRequestPorts) {
    this.#ports = ports;
  }

  add(within: RelPath, wasReported = false): void {
    const now = this.#ports.clock.mono();
    this.#since = { firstAt: this.#since?.firstAt ?? now, lastAt: now };
    this.#lastAt = now;
    this.#waiting.set(within, wasReported || this.#waiting.get(within) === true);
    if (this.#waiting.size > requestsMax) {
      const anyReported = [...this.#waiting.values()].includes(true);
      this.#waiting.clear();
      this.#waiting.set("" as RelPath, anyReported);
    }
    if (this.#alarm === undefined && !this.#isSweeping) this.#arm();
  }

  /** Calls `onDone` once it is quiet, though nothing was asked for. */
  awaitQuiet(): void {
    this.#lastAt = this.#ports.clock.mono();
    if (this.#alarm === undefined && !this.#isSweeping) this.#arm();
  }

  /** Sweeps nothing by itself until `release`. */
  hold(): void {
    this.#isHeld = true;
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
  }

  release(): void {
    this.#isHeld = false;
    const isBusy = this.#since !== undefined || this.#ports.mass.pace !== undefined;
    if (isBusy && this.#alarm === undefined && !this.#isSweeping) this.#arm();
  }

  /** Hands out what waits; nobody else will sweep it. */
  take(): SweepRequest[] {
    const tops = planTops(this.#waiting);
    this.#waiting.clear();
    this.#since = undefined;
    return tops;
  }

  /** The same, and what was handed to the runner before and may not have been swept yet. */
  takeUnswept(): SweepRequest[] {
    const all = new Map(this.#underWay.map((one) => [one.within, one.wasReported]));
    for (const { within, wasReported } of this.take())
      all.set(within, wasReported || all.get(within) === true);
    return planTops(all);
  }

  /** Sweeps nothing more by itself; what waits can still be taken. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#alarm?.[Symbol.dispose]();
  }

  /** Sets the alarm for the next sweep, or for the moment at which nothing is in doubt any more. */
  #arm(): void {
    if (this.#isClosed || this.#isHeld) return;
    const { clock } = this.#ports;
    const now = clock.mono();
    const due = this.#dueAt();
    this.#alarm = clock.alarm(Math.max(due, now) as MonoMs, () => {
      this.#alarm = undefined;
      // Requests that came since the alarm was set may have moved the moment.
      if (this.#dueAt() > clock.mono()) this.#arm();
      else if (this.#since === undefined) this.#ports.mass.end();
      else void this.#release();
    });
  }

  #dueAt(): MonoMs {
    const mass = this.#ports.mass.pace;
    if (this.#since !== undefined)
      return decideSweepAt({ ...this.#since, before: this.#before }, mass);
    return (this.#lastAt + (mass?.quietMs ?? 0)) as MonoMs;
  }

  /** Sweeps what waits now. Whoever sweeps hears of failures; here they end nothing. */
  async #release(): Promise<void> {
    const { clock, runner } = this.#ports;
    const tops = this.take();
    this.#isSweeping = true;
    this.#underWay = tops;
    const startedAt = clock.mono();
    await Promise.allSettled(tops.map((request) => runner.runRequested(request)));
    this.#underWay = [];
    const endedAt = clock.mono();
    this.#before = { endedAt, tookMs: endedAt - startedAt };
    this.#isSweeping = false;
    this.#arm();
  }
}

/** The requests that no other one contains; one that was reported marks the one that contains it. */
function planTops(waiting: ReadonlyMap<RelPath, boolean>): SweepRequest[] {
  const shortFirst = [...waiting].sort(([a], [b]) => a.length - b.length);
  const tops: { within: RelPath; wasReported: boolean }[] = [];
  for (const [within, wasReported] of shortFirst) {
    const top = tops.find((one) => isWithin(one.within, within));
    if (top === undefined) tops.push({ within, wasReported });
    else top.wasReported ||= wasReported;
  }
  return tops;
}
