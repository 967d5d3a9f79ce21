/** Some files of the home. */
export interface PartSize {
  readonly files: number;
  /** What they take on the disk: whole blocks, directories included. */
  readonly bytes: number;
}

/** What the home takes on its disk, by what it is for; without what is there only while programs run. */
export interface HomeSize {
  readonly objects: PartSize;
  readonly packs: PartSize;
  readonly trash: PartSize;
  /** With their write-ahead logs and the backups beside them. */
  readonly timelines: PartSize;
  readonly logs: PartSize;
  /** Settings, the spool, what a restore moved aside, what was damaged. */
  readonly other: PartSize;
  /** Of `timelines`, by the project's id. */
  readonly projectBytes: ReadonlyMap<string, number>;
}

/** All of it. */
export function sumHome({ objects, packs, trash, timelines, logs, other }: HomeSize): number {
  return [objects, packs, trash, timelines, logs, other].reduce((sum, { bytes }) => sum + bytes, 0);
}
