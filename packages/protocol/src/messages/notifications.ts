/** Sent as notification `progress` while a request is carried out that may take long. */
export interface Progress {
  readonly phase: "scanning" | "planning" | "staging" | "applying" | "recording" | "pruning";
  /** Versions, when pruning; steps of an operation, from `staging` to `recording`. */
  readonly files: number;
  readonly recorded: number;
  /** `null` while unknown. */
  readonly total: number | null;
}

/** Notification `snapshot` to subscribers: one recorded row, as `unf log --json` shows it. */
export interface SnapshotNotice {
  readonly root: string;
  readonly id: number;
  readonly path: string;
  readonly event: "create" | "modify" | "delete" | "rename";
  readonly settled: boolean;
  readonly at: string;
  readonly bytes: number;
}

/** Every notification the daemon may send. */
export interface Notifications {
  progress: Progress;
  snapshot: SnapshotNotice;
}
