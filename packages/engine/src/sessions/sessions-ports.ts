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
import type { AttributedProject } from "../attribution/brackets.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { Committer } from "../record/committer.ts";
import type { Row } from "../record/recorder.ts";

/** A project as its sessions see it. */
export interface SessionsProject extends AttributedProject {
  readonly loop: Pick<CaptureLoop, "look" | "touchedPaths">;
  readonly rules: AuthoredRules;
  /** Records everything on disk; gives the newest row then. */
  flush(): Promise<{ readonly lastId: SnapshotId | null }>;
}

export interface AuthoredRules {
  /** Somebody else is found to have written a row. */
  attributed(row: Row, author: Author): void;
}

/** Ports of a project's sessions. */
export interface SessionsPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly timeline: Timeline;
  readonly digest: Digest;
  readonly committer: Committer;
  readonly project: SessionsProject;
  readonly storePrompts: boolean;
  /** Left out where the system does not tell who writes. */
  readonly writers?: WriterProbe | undefined;
  /** Left out where the system does not tell of processes. */
  readonly trees?: ProcessTrees | undefined;
}
