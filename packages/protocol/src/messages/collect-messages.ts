export interface CollectParams {
  /** Only say what would be done. */
  readonly dry_run: boolean;
  /** Delete everything in the trash for good, with what this run puts there. */
  readonly empty_trash: boolean;
}

export interface ObjectCount {
  readonly objects: number;
  readonly bytes: number;
}

export interface CollectReply {
  /** Moved into the trash. */
  readonly collected: ObjectCount;
  /** Left out of packs that were written anew: gone at once. */
  readonly packed: ObjectCount;
  /** Deleted from the trash for good. */
  readonly emptied: ObjectCount;
  /** What lies in the trash afterwards. */
  readonly trash: ObjectCount;
  /** Put back from the trash, because something needs them. */
  readonly restored: number;
  /** Needed by nothing and left, because they were written lately. */
  readonly young: number;
}
