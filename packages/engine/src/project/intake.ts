import { parentPath, type RelPath, type WallMs } from "@unf/core/base";
import type { Clock, Hint, TimelineReader } from "@unf/core/ports";
import type { GapReason } from "@unf/core/timeline";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import { seeMode } from "../capture/see-modes.ts";
import type { MassChange } from "../sweep/mass-change.ts";
import type { SweepRequests } from "./sweep-requests.ts";

export interface IntakePorts {
  readonly clock: Clock;
  readonly context: CaptureContext;
  readonly loop: CaptureLoop;
  readonly timeline: TimelineReader;
  readonly requests: SweepRequests;
  /** While nothing can be recorded, only the fate of the watch matters. */
  readonly isSuspended: () => boolean;
  /** Hints come from a watcher, which can do nothing about a failure. */
  readonly onFailure: (thrown: unknown) => void;
  readonly mass: MassChange;
  /** Something is to be committed that is no capture. */
  readonly onNoted: () => void;
  /** The span in which events were lost; a sweep of the whole project is asked for with it. */
  readonly onGap: (reason: GapReason, from: WallMs) => void;
  readonly onRootLost: (why: string) => void;
  readonly onWatcherDead: (cause: unknown) => void;
  /** True when the directory must be swept now. */
  readonly onUnwatched: (path: RelPath, code: string) => boolean;
  /** True while an agent is known to be at work, or was lately. */
  readonly isAgentAbout: () => boolean;
  /** An ignore file changed: rules below `directory` are read again before the next look. */
  readonly onRulesChanged: (path: RelPath) => void;
}

/**
 * Longest that one full queue takes to be handed over, in pieces. An overflow is told of at its end,
 * so what arrived within this time before it may have been behind the hints that were lost.
 */
const drainMs = 1000;

/** How exactly it is known when hints arrived; bounds how many instants are kept. */
const slotMs = 100;

/** Turns a watcher's hints into touches and sweeps. Believes none of them. */
export class Intake {
  readonly #ports: IntakePorts;
  /** When hints arrived: the last instant older than `drainMs`, and later ones a slot apart. */
  #arrivals: WallMs[];

  constructor(ports: IntakePorts) {
    this.#ports = ports;
    this.#arrivals = [ports.clock.wall()];
  }

  receive(hints: readonly Hint[]): void {
    try {
      for (const hint of hints) {
        const isOfWatch = hint.kind === "root_lost" || hint.kind === "dead";
        if (isOfWatch || !this.#ports.isSuspended()) this.#receiveOne(hint);
      }
    } catch (thrown) {
      this.#ports.onFailure(thrown);
    }
    this.#arrived();
  }

  /** A touched path turned out not to exist and has no head: what was below it must go. */
  absent(path: RelPath): void {
    const { timeline, context, requests } = this.#ports;
    const isKnown =
      timeline.heads(path, undefined, 1).length > 0 || context.recorder.holdsWithin(path);
    if (isKnown) requests.add(path, true);
  }

  /**
   * The path found no room among the open bursts. What it held until the sweep that this asks for is
   * lost, unless it is of no interest.
   */
  crowded(path: RelPath): void {
    const { requests, onGap } = this.#ports;
    if (this.#mayBeRecorded(path)) onGap("overflow", this.#certainUntil());
    else requests.add(parentPath(path));
  }

  /** Up to then nothing was lost, whatever the queue dropped since. */
  #certainUntil(): WallMs {
    const before = this.#ports.clock.wall() - drainMs;
    return this.#arrivals.findLast((at) => at <= before) ?? (this.#arrivals[0] as WallMs);
  }

  #arrived(): void {
    const now = this.#ports.clock.wall();
    const arrivals = this.#arrivals;
    const last = arrivals.at(-1);
    if (last === undefined || last > now) {
      // The clock was set back: the instants that are to come again say nothing.
      this.#arrivals = [now];
      return;
    }
    if (now - last < slotMs) return;
    arrivals.push(now);
    while (arrivals.length > 1 && (arrivals[1] as WallMs) <= now - drainMs) arrivals.shift();
  }

  /** A file stands where the timeline has none: what was below a directory of that name must go. */
  created(path: RelPath): void {
    if (this.#ports.timeline.heads(path, undefined, 1).length > 0)
      this.#ports.requests.add(path, true);
  }

  #receiveOne(hint: Hint): void {
    const { requests, context, mass, clock } = this.#ports;
    switch (hint.kind) {
      case "touched":
      case "gone":
        if (context.filter.isIgnoreFile(hint.path)) this.#rulesChanged(hint.path);
        this.#touched(hint.path, hint);
        return;
      case "directory":
        mass.noted(hint.path);
        requests.add(hint.path);
        return;
      case "mode":
        if (context.filter.covers(hint.path) && seeMode(context, hint.path, clock.wall()))
          this.#ports.onNoted();
        return;
      case "overflow":
        this.#ports.onGap("overflow", this.#certainUntil());
        return;
      case "unwatched":
        if (this.#ports.onUnwatched(hint.path, hint.code)) requests.add(hint.path);
        return;
      case "root_lost":
        this.#ports.onRootLost(`the directory was ${hint.why}`);
        return;
      case "dead":
        this.#ports.onWatcherDead(hint.cause);
        return;
    }
  }

  /** Recorded first, where an agent may have written them: then it is known how far they reach. */
  #rulesChanged(path: RelPath): void {
    const { isAgentAbout, loop, onRulesChanged } = this.#ports;
    if (isAgentAbout()) loop.look(path);
    onRulesChanged(path);
  }

  /** One of few is captured by itself; one of many is swept with them, unless it is hot already. */
  #touched(path: RelPath, hint: Extract<Hint, { kind: "touched" | "gone" }>): void {
    const { loop, requests, mass } = this.#ports;
    const isClosed = hint.kind === "touched" && hint.closed;
    const isOfMany = this.#mayBeRecorded(path) && mass.noted(path);
    if (!isOfMany) loop.touched(path, isClosed);
    else if (!loop.touchedIfOpen(path, isClosed))
      requests.add(parentPath(path), hint.kind === "gone");
  }

  #mayBeRecorded(path: RelPath): boolean {
    return this.#ports.context.filter.verdict(path, "file").recorded;
  }
}
