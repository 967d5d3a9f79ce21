import type { AbsPath, ProjectId } from "@unf/core/base";
import type { Config } from "@unf/core/config";
import type { Log } from "@unf/core/ports";
import type { Project } from "@unf/engine";
import type { SnapshotNotice } from "@unf/protocol";
import type { Lock } from "@unf/system";
import type { AgentListener } from "../agent-events/agent-listener.ts";

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
  /** The listener of a project to the agents' events. */
  readonly listenerOf: (project: Project) => AgentListener;
}
