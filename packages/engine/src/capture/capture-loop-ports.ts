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
  /** False while the root is away: then nothing is captured, so nothing is recorded as deleted. */
  readonly isRootThere: () => boolean;
  /** A touched path turned out to be a directory. */
  readonly onDirectory: (path: RelPath) => void;
  /** A path vanished that has no head: it may have been a directory. */
  readonly onAbsent: (path: RelPath) => void;
  readonly onCrowded: (path: RelPath) => void;
  readonly onCreated: (path: RelPath) => void;
  readonly onFailure: (thrown: unknown) => void;
  /** Rows or settlements may wait for a commit now. */
  readonly onWorked: () => void;
}
