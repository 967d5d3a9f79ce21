import type { AbsPath, SnapshotId, WallMs } from "@unf/core/base";
import type { MassLimits, VanishLimits } from "@unf/core/bursts";
import type { BurstLimits, CommitLimits, PaceLimits } from "@unf/core/capture";
import type { Filter } from "@unf/core/filter";
import type {
  Clock,
  Digest,
  FileSystem,
  Hint,
  Log,
  ProcessTrees,
  RootWatch,
  Timeline,
  WatchScope,
  WriterProbe,
} from "@unf/core/ports";
import type { Cause } from "@unf/core/timeline";
import type { StoragePorts } from "../base/storage-ports.ts";
import type { Contents } from "../contents/contents.ts";
import type { Signatures } from "../contents/signatures.ts";
import type { Row } from "../record/recorder.ts";
import type { Progress } from "../sweep/sweep-ports.ts";
import type { WatchLimits } from "./condition.ts";
import type { HeldIgnoreFiles } from "./held-files.ts";
import type { Orders } from "./orders.ts";
import type { RootIdentity } from "./root-guard.ts";

export interface ProjectLimits {
  readonly burst: BurstLimits;
  readonly pace: PaceLimits;
  readonly commit: CommitLimits;
  /** Longest a loop works before sockets and watchers have their turn. Unit: ms. */
  readonly sliceMs: number;
  /** Steps of an operation that are written down at a time. */
  readonly journalSteps: number;
  readonly openBurstsMax: number;
  readonly mass: MassLimits;
  readonly vanish: VanishLimits;
  /** How long an object waits in the inbox before it is made durable in the store. */
  readonly inboxMs: number;
  /** Between two sweeps that nothing else asked for. */
  readonly sweepEveryMs: number;
  /** The same while some directories cannot be watched. */
  readonly degradedSweepEveryMs: number;
  /** After this long without a commit the timeline gives its memory back. */
  readonly idleMs: number;
  readonly skippedMax: number;
  /** Within this time a system writes what a program wrote to the disk. */
  readonly writeBackMs: number;
}

export interface ProjectPorts {
  readonly root: AbsPath;
  readonly identity: RootIdentity;
  readonly clock: Clock;
  readonly fs: FileSystem;
  readonly timeline: Timeline;
  readonly contents: Contents;
  readonly digest: Digest;
  /** Its `look` is what the filter was given to ask. */
  readonly signatures: Signatures;
  readonly filter: Filter;
  /**
   * Held ignore files for the filter; omitted, the rules of any ignore file count, whoever wrote
   * it.
   */
  readonly heldFiles?: HeldIgnoreFiles;
  readonly maxFileBytes: number;
  readonly limits: ProjectLimits;
  readonly log: Log;
  /** State of the store's disk; omitted by a process that only restores. */
  readonly storage?: StoragePorts;
  /** Starts watching the root; omitted by a process that only restores. */
  readonly watch?: (
    scope: WatchScope,
    deliver: (hints: readonly Hint[]) => void,
  ) => Promise<RootWatch>;
  /** Tells which processes write; omitted by a process that only restores, and where no system tells. */
  readonly writers?: WriterProbe | undefined;
  /** Tells which processes an agent has; omitted as `writers` is. */
  readonly trees?: ProcessTrees | undefined;
  /** Processor time of this program since it began; omitted by a process that only restores. Unit: ms. */
  readonly readCpuMs?: () => number;
  /** The system's limits on watching, for the words of a `degraded` project. */
  readonly readWatchLimits?: () => WatchLimits;
  readonly onCommitted: (rows: readonly Row[]) => void;
  /** Where the orders of this process stand while they are carried out. */
  readonly orders?: Orders;
  /** Whether the whole prompt of a turn is kept, and not only its first line. */
  readonly storePrompts: boolean;
  /** Where an operation keeps files that stand in its way and cannot be recorded. */
  readonly rescueDirectory: (operation: number) => AbsPath;
}

export interface ProjectStart {
  /** Why the first sweep records what it finds; `none`: no sweep is wanted. */
  readonly cause: Cause | "none";
  /** Nobody recorded since then. */
  readonly awaySince?: WallMs;
  readonly onProgress?: (progress: Progress) => void;
}

export interface FlushReport {
  readonly lastId: SnapshotId | null;
  readonly recorded: number;
}
