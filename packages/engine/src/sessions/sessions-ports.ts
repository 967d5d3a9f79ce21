import type { AbsPath, SnapshotId } from "@unf/core/base";
import type {
  Clock,
  Digest,
  FileSystem,
  Log,
  ProcessTrees,
  Timeline,
  WriterProbe,
} from "@unf/core/ports";
import type { Author } from "@unf/core/timeline";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { Committer } from "../record/committer.ts";
import type { Row } from "../record/recorder.ts";

/** Ports of a project's sessions. */
export interface SessionsPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly timeline: Timeline;
  readonly digest: Digest;
  readonly committer: Committer;
  readonly loop: () => Pick<CaptureLoop, "look" | "touchedPaths">;
  /** Records everything on disk; gives the newest row then. */
  readonly flush: () => Promise<SnapshotId | null>;
  /** True once the watcher has told of everything that happened until now. */
  readonly hearOut: () => Promise<boolean>;
  readonly storePrompts: boolean;
  /** Somebody else is found to have written a row. */
  readonly onAttributed: (row: Row, author: Author) => void;
  readonly onFailure: (thrown: unknown) => void;
  /** Left out where the system does not tell who writes. */
  readonly writers?: WriterProbe | undefined;
  /** Left out where the system does not tell of processes. */
  readonly trees?: ProcessTrees | undefined;
}
