export interface FlushReply {
  readonly projects: readonly {
    readonly root: string;
    /** Last snapshot id: everything on disk before the call is in the timeline up to here. */
    readonly last_id: number | null;
    readonly recorded: number;
  }[];
}
