import type { AbsPath, Config, Log, ProjectId } from "@unf/core";
import type { Project } from "@unf/engine";
import type { SnapshotNotice } from "@unf/protocol";
import type { Lock } from "@unf/system";
import type { AgentEars } from "../agent-events/agent-ears.ts";

export type EndCause = "stop" | "restart" | "signal" | "lock_lost" | "home_lost";

export interface DaemonPorts {
  readonly home: AbsPath;
  readonly lock: Lock;
  readonly log: Log;
  readonly config: Config;
  /** Record and do nothing else: set after a crash loop. */
  readonly safeMode: boolean;
  /** Projects to leave out from now on, because they crashed earlier daemons. */
  readonly quarantine: readonly ProjectId[];
  /** It runs in a terminal and ends with it: whether one is wanted besides is not its to say. */
  readonly isForeground: boolean;
  readonly onEnd: (cause: EndCause) => void;
  /** About every 15 s: whatever else ought to be looked after. */
  readonly onCheck: () => Promise<void>;
  readonly onSnapshot: (notice: SnapshotNotice) => void;
  /** The receiver of a project's agent events. */
  readonly earsOf: (project: Project) => AgentEars;
}
