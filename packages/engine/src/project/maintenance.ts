import type { WallMs } from "@unf/core/base";
import type { Clock, Digest, Log, Timeline } from "@unf/core/ports";
import { Slice } from "../base/slice.ts";
import type { CaptureContext } from "../capture/capture-context.ts";
import { Leftovers } from "../change/run/leftovers.ts";
import type { Contents } from "../contents/contents.ts";
import { checkHeads } from "../keep/verify/check-heads.ts";
import type { Committer } from "../record/committer.ts";
import type { GapLedger } from "../site/gap-ledger.ts";
import type { Site } from "../site/site.ts";
import { drainInbox } from "./inbox.ts";
import { settleTails } from "./settle-tails.ts";

export interface MaintenancePorts {
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly contents: Contents;
  readonly digest: Digest;
  readonly limits: {
    readonly inboxMs: number;
    readonly idleMs: number;
    readonly sliceMs: number;
  };
  readonly log: Log;
}

export interface MaintainedProject extends Site {
  readonly committer: Committer;
  /** True while nothing else is done in the project. */
  readonly isIdle: boolean;
}

/**
 * Work for when nothing else is done: finishes what was left half done, empties the inbox, and
 * frees memory after a longer silence.
 */
export class Maintenance {
  readonly leftovers: Leftovers;
  readonly #ports: MaintenancePorts;
  readonly #project: MaintainedProject;
  #relaxedAfter = 0;
  #isOutlined = false;
  #nextAt = 0;

  constructor(ports: MaintenancePorts, project: MaintainedProject) {
    this.leftovers = new Leftovers(project);
    this.#ports = ports;
    this.#project = project;
  }

  /** False while something else is done, and while nothing was left or committed since everything was put in order. */
  get isDue(): boolean {
    // Long work in this project holds up the tick of no other.
    if (!this.#project.isIdle) return false;
    if (this.leftovers.isDue || !this.#isOutlined) return true;
    const isDone = this.#project.committer.commits === this.#relaxedAfter;
    return !isDone && this.#ports.clock.mono() >= this.#nextAt;
  }

  /** Empties the inbox of objects that have aged; after a longer silence gives memory back. */
  async run(): Promise<void> {
    if (this.leftovers.isDue) await this.leftovers.finish();
    const { clock, timeline, limits } = this.#ports;
    // Asking the inbox costs more than all else that an idle daemon does.
    this.#nextAt = clock.mono() + limits.inboxMs / 4;
    const { commits, lastCommitAt } = this.#project.committer;
    await this.drainInbox((clock.wall() - limits.inboxMs) as WallMs);
    // An older program, or a crash, may have left it undone.
    if (!this.#isOutlined) await this.#outline();
    if (lastCommitAt === undefined || clock.mono() - lastCommitAt < limits.idleMs) return;
    await this.#outline();
    timeline.relax();
    this.#relaxedAfter = commits;
  }

  async #outline(): Promise<void> {
    const { clock, timeline, limits } = this.#ports;
    const slice = new Slice(clock, limits.sliceMs);
    while (timeline.outline()) if (slice.isOver()) await slice.next();
    this.#isOutlined = true;
  }

  /**
   * Finishes what an earlier recorder left undone, or this one when its store failed. `context`: of
   * a project whose last recorder was cut off, so that its heads' objects are looked at.
   */
  async recover(gaps: GapLedger, context?: CaptureContext): Promise<void> {
    gaps.adoptUnclosed();
    await this.drainInbox();
    if (context !== undefined) await checkHeads(this.#ports, context);
    settleTails(this.#ports.timeline, this.#project.committer.recorder);
  }

  /** Makes what the inbox holds durable in the store; with `before`, only what was committed earlier. */
  drainInbox(before?: WallMs): Promise<number> {
    const { clock, limits } = this.#ports;
    const slice = new Slice(clock, limits.sliceMs);
    const breathe = async () => {
      if (slice.isOver()) await slice.next();
    };
    return drainInbox({ ...this.#ports, breathe }, before);
  }
}
