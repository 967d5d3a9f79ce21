import { parentPath, type RelPath, type WallMs } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import type { Gap } from "@unf/core/timeline";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { CaptureObserver } from "../capture/capture-loop-ports.ts";
import { seeMode } from "../capture/see-modes.ts";
import type { Committer } from "../record/committer.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ProjectPorts } from "../site/project-ports.ts";
import type { RootGuard } from "../site/root-guard.ts";
import type { Suspension } from "../site/suspension.ts";
import type { MassChange } from "../sweep/mass-change.ts";
import type { Attachment } from "./attachment.ts";
import type { Rules } from "./rules.ts";
import { wholeProject } from "./sweep-requests.ts";
import type { Sweeps } from "./sweeps.ts";

/** A project as the hints about it are taken in. */
export interface HintedProject {
  readonly context: CaptureContext;
  readonly loop: Pick<CaptureLoop, "look" | "touched" | "touchedIfOpen">;
  readonly mass: Pick<MassChange, "noted">;
  readonly committer: Pick<Committer, "schedule">;
  readonly sessions: Pick<Sessions, "isAgentAbout">;
  readonly guard: Pick<RootGuard, "isHere">;
  /** While nothing can be recorded, only the fate of the watch matters. */
  readonly suspension: Pick<Suspension, "isOn" | "onFailure">;
  readonly attachment: Pick<Attachment, "lose" | "died" | "noteUnwatched">;
  readonly sweeps: Pick<Sweeps, "requests" | "doubt">;
  readonly rules: Pick<Rules, "reread" | "rewatch">;
  missed(gap: Pick<Gap, "reason" | "from" | "to">): void;
}

/**
 * Longest that one full queue takes to be handed over, in pieces. An overflow is told of at its end,
 * so what arrived within this time before it may have been behind the hints that were lost.
 */
const drainMs = 1000;

/** How exactly it is known when hints arrived; bounds how many instants are kept. */
const slotMs = 100;

/**
 * Turns a watcher's hints, and what the capture loop finds beside files, into touches and sweeps.
 * Believes none of the hints.
 */
export class Intake implements CaptureObserver {
  readonly #ports: Pick<ProjectPorts, "clock" | "log" | "timeline">;
  readonly #project: HintedProject;
  /** When hints arrived: the last instant older than `drainMs`, and later ones a slot apart. */
  #arrivals: WallMs[];

  constructor(ports: Pick<ProjectPorts, "clock" | "log" | "timeline">, project: HintedProject) {
    this.#ports = ports;
    this.#project = project;
    this.#arrivals = [ports.clock.wall()];
  }

  receive(hints: readonly Hint[]): void {
    try {
      for (const hint of hints) {
        const isOfWatch = hint.kind === "root_lost" || hint.kind === "dead";
        if (isOfWatch || !this.#project.suspension.isOn) this.#receiveOne(hint);
      }
    } catch (thrown) {
      // The hints behind that one are lost.
      this.#project.sweeps.doubt();
      this.#project.suspension.onFailure(thrown);
    }
    this.#arrived();
  }

  /** A touched path turned out not to exist and has no head: what was below it must go. */
  onAbsent(path: RelPath): void {
    const { context, sweeps } = this.#project;
    const isKnown = this.#hasHeadsBelow(path) || context.recorder.holdsWithin(path);
    if (isKnown) sweeps.requests.add(path, true);
  }

  /**
   * The path found no room among the open bursts. What it held until the sweep that this asks for is
   * lost, unless it is of no interest.
   */
  onCrowded(path: RelPath): void {
    if (this.#mayBeRecorded(path)) this.#overflowed();
    else this.#project.sweeps.requests.add(parentPath(path));
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
  onCreated(path: RelPath): void {
    if (this.#hasHeadsBelow(path)) this.#project.sweeps.requests.add(path, true);
  }

  onDirectory(path: RelPath): void {
    this.#project.sweeps.requests.add(path);
  }

  onWorked(): void {
    this.#project.committer.schedule();
  }

  onUnreadSignature(thrown: unknown): void {
    this.#ports.log.error("signature.failed", { error: thrown });
  }

  isRootThere(): boolean {
    return this.#project.guard.isHere();
  }

  #hasHeadsBelow(path: RelPath): boolean {
    return this.#ports.timeline.heads(path, undefined, 1).length > 0;
  }

  /** Events were lost. A sweep of the whole project is asked for with the gap. */
  #overflowed(): void {
    const to = this.#ports.clock.wall();
    this.#project.missed({ reason: "overflow", from: this.#certainUntil(), to });
    this.#project.rules.rewatch(wholeProject);
  }

  #receiveOne(hint: Hint): void {
    const { context, mass, committer, attachment, sweeps } = this.#project;
    switch (hint.kind) {
      case "touched":
      case "gone":
        if (context.filter.isIgnoreFile(hint.path)) this.#rulesChanged(hint.path);
        this.#touched(hint.path, hint);
        return;
      case "directory":
        mass.noted(hint.path);
        sweeps.requests.add(hint.path);
        return;
      case "mode":
        if (context.filter.covers(hint.path)) {
          if (seeMode(context, hint.path, this.#ports.clock.wall())) committer.schedule();
        }
        return;
      case "overflow":
        this.#overflowed();
        return;
      case "unwatched":
        if (attachment.noteUnwatched(hint.path, hint.code)) sweeps.requests.add(hint.path);
        return;
      case "root_lost":
        attachment.lose(`the directory was ${hint.why}`);
        return;
      case "dead":
        attachment.died(hint.cause);
        return;
    }
  }

  /** Recorded first, where an agent may have written them: then it is known how far they reach. */
  #rulesChanged(path: RelPath): void {
    const { sessions, loop, rules } = this.#project;
    if (sessions.isAgentAbout) loop.look(path);
    rules.reread(path);
  }

  /** One of few is captured by itself; one of many is swept with them, unless it is hot already. */
  #touched(path: RelPath, hint: Extract<Hint, { kind: "touched" | "gone" }>): void {
    const { loop, sweeps, mass } = this.#project;
    const isClosed = hint.kind === "touched" && hint.closed;
    const isOfMany = this.#mayBeRecorded(path) && mass.noted(path);
    if (!isOfMany) loop.touched(path, isClosed);
    else if (!loop.touchedIfOpen(path, isClosed))
      sweeps.requests.add(parentPath(path), hint.kind === "gone");
  }

  #mayBeRecorded(path: RelPath): boolean {
    return this.#project.context.filter.verdict(path, "file").recorded;
  }
}
