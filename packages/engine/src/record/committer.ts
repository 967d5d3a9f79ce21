import { type MonoMs, StorageError, type WallMs } from "@unf/core/base";
import type { CommitLimits } from "@unf/core/capture";
import type { Clock } from "@unf/core/ports";
import type { StoragePorts } from "../base/storage-ports.ts";
import type { Contents } from "../contents/contents.ts";
import { Recorder, type RecorderPorts } from "./recorder.ts";
import { Renames } from "./renames.ts";

type CommitEvents = Pick<RecorderPorts, "onCommitted" | "onUnstored">;

export interface CommitterPorts extends CommitEvents {
  readonly clock: Clock;
  readonly contents: Pick<Contents, "uses">;
  readonly openRecorder: (events: CommitEvents) => Recorder;
  /** Gives a full disk some room, once; false when there is nothing left to give. */
  readonly makeRoom: () => boolean;
}

/** The committer of a project, with the recorder that it commits. */
export function openCommitter(
  ports: Omit<RecorderPorts, "limits"> & {
    readonly limits: { readonly commit: CommitLimits };
    readonly storage?: StoragePorts;
  },
): Committer {
  const { clock, limits, storage, onCommitted, onUnstored } = ports;
  return new Committer({
    clock,
    contents: ports.contents,
    openRecorder: (events) => new Recorder({ ...ports, limits: limits.commit, ...events }),
    onCommitted,
    onUnstored,
    makeRoom: () => storage?.makeRoom() ?? false,
  });
}

/** Commits a recorder's rows when they are due, and counts what was committed. */
export class Committer implements Disposable {
  readonly recorder: Recorder;
  readonly #ports: CommitterPorts;
  readonly #uses: Disposable;
  #renames: Renames;
  #alarm: Disposable | undefined;
  #commits = 0;
  #rows = 0;
  #lastCommitAt: MonoMs | undefined;

  constructor(ports: CommitterPorts) {
    this.#ports = ports;
    const { clock, openRecorder, onCommitted, onUnstored } = ports;
    this.recorder = openRecorder({
      onCommitted: (rows) => {
        this.#commits += 1;
        this.#rows += rows.length;
        this.#lastCommitAt = clock.mono();
        onCommitted(rows);
      },
      onUnstored,
    });
    this.#uses = ports.contents.uses.add(() => this.recorder.waitingHashes());
    this.#renames = this.#openRenames();
  }

  /** Commits that wrote rows. */
  get commits(): number {
    return this.#commits;
  }

  get rows(): number {
    return this.#rows;
  }

  get lastCommitAt(): MonoMs | undefined {
    return this.#lastCommitAt;
  }

  commit(): void {
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
    this.#renames.pair("early");
    try {
      this.recorder.commit();
    } catch (thrown) {
      const isFull = thrown instanceof StorageError && thrown.code === "no_space";
      if (!isFull || !this.#ports.makeRoom()) throw thrown;
      // The reserve is there for this: what is under way can be finished.
      this.recorder.commit();
    }
  }

  /** As `commit`; the disk is waited for while everything else goes on. */
  async flushAndCommit(): Promise<void> {
    await this.recorder.flushAhead();
    this.commit();
  }

  /** Commits when everything on disk has been looked at, so that nothing more is to be waited for. */
  finish(): void {
    this.#renames.pair("final");
    this.commit();
  }

  /** Forgets what waits, as nothing of it will be committed; gives the time of the earliest row. */
  discard(): WallMs | undefined {
    this.#renames[Symbol.dispose]();
    this.#renames = this.#openRenames();
    return this.recorder.discard();
  }

  /** Commits now what is due now, and the rest when it is due. */
  schedule(): void {
    if (this.#alarm !== undefined) return;
    const { clock } = this.#ports;
    const now = clock.mono();
    const due = this.recorder.dueAt(now);
    if (due === undefined) return;
    if (due <= now) this.commit();
    else this.#alarm = clock.alarm(due, () => this.commit());
  }

  [Symbol.dispose](): void {
    this.#alarm?.[Symbol.dispose]();
    this.#renames[Symbol.dispose]();
    this.#uses[Symbol.dispose]();
  }

  #openRenames(): Renames {
    const { clock } = this.#ports;
    const renames = new Renames({ clock, recorder: this.recorder, onDue: () => this.commit() });
    this.recorder.observer = renames;
    return renames;
  }
}
