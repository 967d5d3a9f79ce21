import type { AbsPath, BlobId, RelPath, Turn } from "@unf/core/base";
import type { ForgetOrder } from "@unf/core/forget";
import type { OopsPlan, OopsRequest, UndoPlan } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import type { RestorePlan, RestoreRequest } from "@unf/core/restore";
import type { PrunePlan } from "@unf/core/retention";
import type { HomeSize } from "@unf/core/storage";
import type { Snapshot } from "@unf/core/timeline";
import type { ForgetPlan, OopsScope, PruneRequest } from "@unf/engine";
import type { ProjectEntry } from "@unf/maintenance";
import type { SnapshotNotice } from "@unf/protocol";

/** History, read directly from disk: daemon or not, and without creating anything. */
export interface HistoryAccess {
  /**
   * Throws `foreign_store`, `newer_store`; a home that does not exist yet reads as empty. `onCopy`:
   * a timeline cannot be read in place, on a full or read-only disk, so a copy of it is.
   */
  openHomeReader(home: AbsPath, onCopy?: () => void): HomeReader;
  /**
   * Known projects that were recorded in this very directory and are no longer where they were:
   * what `unf watch --relink` takes. Watched ones first.
   */
  findMoved(home: AbsPath, root: AbsPath): Promise<readonly ProjectEntry[]>;
  /**
   * New snapshots as they are recorded, until the iterator is closed or the signal comes, which ends
   * also a wait for the next.
   */
  follow(
    home: AbsPath,
    root: AbsPath | undefined,
    signal?: AbortionSignal,
  ): AsyncIterable<SnapshotNotice>;
  /** Looks at every file of the home: what it takes on its disk. */
  measureHome(home: AbsPath, breathe?: () => Promise<void>): Promise<HomeSize>;
}

/** The part of an `AbortSignal` that following needs. */
export interface AbortionSignal {
  readonly aborted: boolean;
  addEventListener(event: "abort", listener: () => void, options: { once: true }): void;
}

/** Everything the CLI reads of a home. Opening it creates nothing. */
export interface HomeReader extends Disposable {
  readonly home: AbsPath;
  /** Watched projects by root, then those with history only. */
  projects(): readonly ProjectEntry[];
  open(project: ProjectEntry): ProjectReader;
}

/** History of one project, read directly from disk, daemon or not. */
export interface ProjectReader extends Disposable {
  readonly project: ProjectEntry;
  readonly timeline: TimelineReader;
  /** Bytes of a recorded version. Throws `store_damaged` when they are lost, `not_found` for a deletion. */
  content(snapshot: Snapshot): Uint8Array;
  /** False when the content of a version is not there any more. Looks at its size only. */
  isKept(snapshot: Snapshot): boolean;
  /**
   * Plans what the restore would do right now; reads disk and timeline, changes nothing. Others have
   * their turn between the files.
   */
  planRestore(request: RestoreRequest, turn?: Turn): Promise<RestorePlan>;
  /**
   * Plans what the undo or redo would do right now. Throws `not_found` when there is nothing to
   * take back.
   */
  planInvert(kind: "undo" | "redo", operation: number | null, turn?: Turn): Promise<UndoPlan>;
  /** Which rows orders to forget mean, and what hangs on them. */
  planForget(orders: readonly ForgetOrder[], turn?: Turn): Promise<ForgetPlan>;
  /** Plans what the `oops` would take back right now. Throws `not_found` when there is nothing. */
  planOops(request: OopsRequest, turn?: Turn): Promise<OopsPreview>;
  /** Plans what the prune would remove right now, counted by path. */
  /** `breathe`: called again and again in a long history. */
  planPrune(request: PruneRequest, breathe?: () => Promise<void>): Promise<PrunePlan>;
}

/** A planned `oops`. */
export interface OopsPreview {
  readonly plan: OopsPlan;
  /** Scopes that are taken back, the newest first. */
  readonly scopes: readonly OopsScope[];
  /** Files that may be of somebody else or another turn: nothing is done to them. */
  readonly doubtful: readonly RelPath[];
  /** Merged texts that it would write and that are recorded nowhere yet. */
  readonly contents: ReadonlyMap<BlobId, Uint8Array>;
}

export type { OopsRequest } from "@unf/core/operations";
export type { ForgetPlan, PruneRequest } from "@unf/engine";
export type { ProjectEntry } from "@unf/maintenance";
