import type { Attributed } from "@unf/core/attribution";
import { type MonoMs, StorageError, type WallMs } from "@unf/core/base";
import type { CommitLimits } from "@unf/core/capture";
import type { StoragePorts } from "../base/storage-ports.ts";
import { Recorder } from "./recorder.ts";
import type { RecorderOwner, RecorderPorts, Row } from "./recorder-ports.ts";
import { Renames } from "./renames.ts";

export interface CommitterPorts extends Omit<RecorderPorts, "limits"> {
  readonly limits: { readonly commit: CommitLimits };
  /** Gives a full disk some room. */
  readonly storage?: StoragePorts;
}

/** Commits a recorder's rows when they are due, and counts what was committed. */
export class Committer implements RecorderOwner, Disposable {
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
    this.recorder = new Recorder({ ...ports, limits: ports.limits.commit, owner: this });
    this.#uses = ports.contents.uses.add(() => this.recorder.waitingHashes());
    this.#renames = this.#openRenames();
  }

  attribute(...row: Parameters<RecorderOwner["attribute"]>): Attributed {
    return this.#ports.owner.attribute(...row);
  }

  onCommitted(rows: readonly Row[]): void {
    this.#commits += 1;
    this.#rows += rows.length;
    this.#lastCommitAt = this.#ports.clock.mono();
    this.#ports.owner.onCommitted(rows);
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
      if (!isFull || this.#ports.storage?.makeRoom() !== true) throw thrown;
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
