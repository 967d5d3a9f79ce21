/** Some files of the home. */
export interface PartSize {
  readonly files: number;
  /** Room they take on the disk: whole blocks, directories included. */
  readonly bytes: number;
}

/**
 * Room that the home takes on its disk, by purpose; without files that are there only while
 * programs run.
 */
export interface HomeSize {
  readonly objects: PartSize;
  readonly packs: PartSize;
  readonly trash: PartSize;
  /** With their write-ahead logs. */
  readonly timelines: PartSize;
  /** Copies of timelines from before they were brought to a newer format. */
  readonly backups: PartSize;
  readonly logs: PartSize;
  /** Files that restores moved aside. */
  readonly rescues: PartSize;
  /** Settings, the spool, what was damaged. */
  readonly other: PartSize;
  /** Of `timelines`, by the project's id. */
  readonly projectBytes: ReadonlyMap<string, number>;
}

/** All of it. */
export function sumHome(size: HomeSize): number {
  const { trash, backups, rescues, logs, other } = size;
  const rest = [trash, backups, rescues, logs, other];
  return rest.reduce((sum, { bytes }) => sum + bytes, sumHistory(size));
}

/**
 * Adds up the parts that thinning makes smaller: only these are held against the cap. The trash is
 * as good as gone.
 */
export function sumHistory({ objects, packs, timelines }: HomeSize): number {
  return objects.bytes + packs.bytes + timelines.bytes;
}
