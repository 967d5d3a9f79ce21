/** The answer to "are you alive and recording?". Sent without touching disk or database. */
export interface Pong {
  readonly pid: number;
  readonly uptime_ms: number;
  /** How late the event loop was at its worst in the last 15 s. */
  readonly loop_lag_ms: number;
  readonly projects: number;
  /** Commits since start, over all projects. */
  readonly commits: number;
  readonly last_commit_at: string | null;
  /** True when the daemon records only, after a crash loop. */
  readonly safe_mode: boolean;
  /** Generation of the intent it works by; `null` while it could not read one. */
  readonly generation: number | null;
  /** `null` while it only records. Missing in what an earlier daemon says. */
  readonly busy?: Busy | null;
}

/** Work of the daemon beside recording. */
export interface Busy {
  /** `restore`, `prune`, …: the request, or the job of the housekeeping. */
  readonly what: string;
  readonly since: string;
}
