/** How a project is doing. */
type ProjectState =
  | "watching"
  /** First or catching-up sweep under way. */
  | "scanning"
  /** Recording, but by sweeps on a timer for all or part of the tree. */
  | "degraded"
  /** The root is not there. */
  | "missing"
  /** Kept out because it crashed the daemon, or its timeline cannot be opened. */
  | "error";

/** One project, as the daemon says. */
export interface ProjectStatus {
  readonly id: string;
  readonly root: string;
  readonly root_b64?: string;
  readonly state: ProjectState;
  /** Why the state is not `watching`, as one line. */
  readonly reason: string | null;
  readonly backend: string;
  /** Why this backend. */
  readonly backend_reason: string;
  readonly directories: number;
  readonly files: number;
  readonly versions: number;
  readonly bytes: number;
  readonly last_event_at: string | null;
  /** Paths touched but not recorded yet. */
  readonly pending: number;
  readonly open_gaps: number;
  /** Since when nothing is recorded because the store cannot be written; `null` while it can. */
  readonly stopped_since: string | null;
  /** Sessions of agents that are open, and the processes that told of each. Missing in what an earlier daemon says. */
  readonly sessions?: readonly {
    readonly id: string;
    readonly processes: readonly { readonly pid: number; readonly started: number }[];
  }[];
  /** Ignore files whose rules do not count, the first few, written as `root` is. Missing in what an earlier daemon says. */
  readonly set_aside?: readonly { readonly file: string; readonly reason: string }[];
}
