import type { RelPath } from "@unf/core/base";
import type { BurstLimits } from "@unf/core/capture";
import type { Clock } from "@unf/core/ports";
import type { CaptureContext } from "./capture-context.ts";
import type { PacePorts } from "./pace.ts";

export interface CaptureLoopPorts {
  readonly clock: Clock;
  readonly context: CaptureContext;
  readonly pace: PacePorts;
  readonly limits: BurstLimits & {
    /** Longest the loop works before it lets sockets and watchers have their turn. Unit: ms. */
    readonly sliceMs: number;
    /** Most paths with an open burst; beyond it the project is swept instead. */
    readonly openBurstsMax: number;
  };
  readonly observer: CaptureObserver;
}

/** The project around a capture loop: hears of all that a look finds beside a file to be recorded. */
export interface CaptureObserver {
  /** False while the root is away: then nothing is captured, so nothing is recorded as deleted. */
  isRootThere(): boolean;
  /** A touched path turned out to be a directory. */
  onDirectory(path: RelPath): void;
  /** A path vanished that has no head: it may have been a directory. */
  onAbsent(path: RelPath): void;
  /** The path found no room among the open bursts. */
  onCrowded(path: RelPath): void;
  /** A file stands where the timeline has none. */
  onCreated(path: RelPath): void;
  /** Rows or settlements may wait for a commit now. */
  onWorked(): void;
  /** The type of a content could not be told by its signature. */
  onUnreadSignature(thrown: unknown): void;
}
