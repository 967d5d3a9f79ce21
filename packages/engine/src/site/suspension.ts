import { type MonoMs, StorageError, systemCode, UnfError, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock, Log, Timeline, TimelineFacts } from "@unf/core/ports";
import { formatUtc } from "@unf/core/time";
import type { GapReason } from "@unf/core/timeline";
import type { StoragePorts } from "../base/storage-ports.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { Committer } from "../record/committer.ts";
import type { GapLedger } from "./gap-ledger.ts";

export interface SuspensionPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly root: string;
  readonly timeline: Timeline;
  readonly storage?: StoragePorts;
}

/** A project that is suspended while its store cannot be written. */
export interface SuspendedProject {
  readonly gaps: GapLedger;
  readonly committer: Pick<Committer, "commit" | "discard">;
  readonly loop: Pick<CaptureLoop, "drop">;
  /** Finishes what is half done in the store. */
  recoverStore(): Promise<void>;
  sweepWhole(): Promise<unknown>;
}

/**
 * Whether a project is recorded at all. When its store fails, everything that waits is dropped,
 * since none of it was acknowledged and the files are still on disk; a gap begins; and every ten
 * seconds the store is tried afresh. Then the project is recovered and swept, and the gap is closed.
 */
export class Suspension {
  readonly #ports: SuspensionPorts;
  readonly #project: SuspendedProject;
  /** The id of the project in the timeline that was opened. */
  readonly #id: string | undefined;
  #failure: { readonly error: StorageError; readonly since: WallMs } | undefined;
  #retryAt = 0;
  #lookedAt = 0;
  #facts: TimelineFacts | undefined;

  constructor(ports: SuspensionPorts, project: SuspendedProject) {
    this.#ports = ports;
    this.#project = project;
    this.#id = ports.timeline.meta("project");
  }

  get isOn(): boolean {
    return this.#failure !== undefined;
  }

  /** Why nothing is recorded, for a person, and since when; `undefined` while it is. */
  get facts():
    | {
        readonly why: string;
        /** The failure, without its consequences. */
        readonly cause: string;
        readonly since: WallMs;
        readonly isDamaged: boolean;
      }
    | undefined {
    if (this.#failure === undefined) return undefined;
    const { since } = this.#failure;
    const isFull = this.#failure.error.code === "no_space";
    // The state of the disk by now says more than the call that failed.
    const error = (isFull ? this.#ports.storage?.held() : undefined) ?? this.#failure.error;
    // Unlike a full disk this does not pass by itself.
    const isDamaged = error.code === "store_damaged";
    const hint = error.hint === undefined ? "" : `; ${error.hint}`;
    return {
      cause: error.message,
      why: `${error.message}: recording stopped at ${formatUtc(since)}${hint}`,
      since,
      isDamaged,
    };
  }

  /** Throws the failure while nothing is recorded, or nothing ought to be from now on. */
  check(): void {
    this.look();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** The timeline's figures; while it cannot be read, those it gave last. */
  readFacts(): TimelineFacts {
    try {
      this.#facts = this.#ports.timeline.facts();
      return this.#facts;
    } catch (thrown) {
      if (!(thrown instanceof StorageError)) throw thrown;
      return this.#facts ?? noFacts;
    }
  }

  /** Suspends when `thrown` is a failure of the store; false when it is something else. */
  take(thrown: unknown): boolean {
    if (!(thrown instanceof StorageError)) return false;
    this.suspend(thrown);
    return true;
  }

  /** For what nobody waits for, alarms and hints: suspends, or logs what was foreseen. Bugs go on. */
  onFailure(thrown: unknown): void {
    if (this.take(thrown)) return;
    if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
    this.#ports.log.error("capture.failed", { root: this.#ports.root, error: thrown });
  }

  /** Runs `work`; a failure of the store ends it and suspends, and is no failure of the caller. */
  async shelter(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (!this.take(thrown)) throw thrown;
    }
  }

  suspend(error: StorageError): void {
    const { clock, log, root, timeline, storage } = this.#ports;
    const now = clock.wall();
    const earliest = this.#drop() ?? now;
    // Calls to a suspended project fail again and again; that must not put off the next try.
    if (this.#failure !== undefined) return;
    this.#retryAt = clock.mono() + limits.suspension.retryMs;
    const isFull = error.code === "no_space";
    this.#failure = { error, since: now };
    log.error("project.suspended", { root, code: error.code, why: error.message });
    if (isFull) storage?.makeRoom();
    // Whether a commit that failed took place, only a fresh connection can tell.
    timeline.reopen();
    this.#project.gaps.begin(reasonOf(error), Math.min(earliest, now) as WallMs);
  }

  /** Looks whether recording must stop: no room left, or the timeline's file was taken away. */
  look(): void {
    if (this.#failure !== undefined) return;
    const { clock, root, storage, timeline } = this.#ports;
    const held = storage?.held();
    if (held !== undefined) {
      this.#finish();
      this.suspend(held);
    }
    if (clock.mono() - this.#lookedAt < limits.daemon.lockCheckMs) return;
    this.#lookedAt = clock.mono();
    if (!timeline.isInPlace()) this.suspend(takenAway(root));
  }

  /** There is still room for what is under way. */
  #finish(): void {
    try {
      this.#project.committer.commit();
    } catch (thrown) {
      if (!this.take(thrown)) throw thrown;
    }
  }

  /** Forgets everything that waits in memory; gives the time of the earliest of it. */
  #drop(): WallMs | undefined {
    this.#project.loop.drop();
    return this.#project.committer.discard();
  }

  /** True when the store may be tried again. `asked`: by a person, who need not wait as long. */
  isDue(asked: boolean): boolean {
    if (this.#failure === undefined) return false;
    if (this.#ports.storage?.held() !== undefined) {
      // Once there is room again there is nothing else to wait for.
      this.#retryAt = 0;
      return false;
    }
    const { retryMs, askedMs } = limits.suspension;
    const at = asked ? this.#retryAt - retryMs + askedMs : this.#retryAt;
    return this.#ports.clock.mono() >= at;
  }

  /** Tries the store afresh and records again when it is well. Runs alone in its project. */
  async resume(): Promise<void> {
    if (this.#failure === undefined) return;
    const { clock, log, root, timeline } = this.#ports;
    const { gaps } = this.#project;
    this.#retryAt = (clock.mono() + limits.suspension.retryMs) as MonoMs;
    timeline.reopen();
    if (timeline.meta("project") !== this.#id) throw takenAway(root);
    gaps.write();
    await this.#project.recoverStore();
    for (const reason of reasons) gaps.end(reason);
    const { since } = this.#failure;
    // From here on hints count again; what they miss the sweep finds.
    this.#failure = undefined;
    this.#drop();
    log.info("project.resumed", { root, since: formatUtc(since) });
    await this.#project.sweepWhole();
  }
}

const reasons = ["disk_full", "io_error"] as const satisfies readonly GapReason[];

function reasonOf(error: StorageError): (typeof reasons)[number] {
  return error.code === "no_space" ? "disk_full" : "io_error";
}

function takenAway(root: string): StorageError {
  return new StorageError(
    "failed",
    `the timeline of ${root} was removed or replaced while it was open`,
    { hint: "put it back, or begin a new one: unf restart" },
  );
}

const noFacts: TimelineFacts = {
  snapshots: 0,
  settled: 0,
  files: 0,
  firstAt: null,
  lastAt: null,
  lastId: null,
  contentBytes: 0,
  timelineBytes: 0,
};
