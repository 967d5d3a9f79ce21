import { limits } from "../config/limits.ts";

/** Room that a file system has left for an ordinary user. */
export interface DiskRoom {
  readonly freeBytes: number;
  readonly freeInodes: number;
  /** 0 where inodes are made as they are needed: then they cannot run out. */
  readonly inodes: number;
}

/**
 * `good`; `low`: a person should know; `short`: nothing may be recorded, so that what is under way
 * can still be finished and the gap be written down.
 */
export type DiskLevel = "good" | "low" | "short";

/** Where the levels begin, for one disk. */
export interface DiskMarks {
  readonly lowBytes: number;
  readonly shortBytes: number;
  /**
   * From here on a disk that was short is so no longer: above `shortBytes`, or it would flutter, and
   * by more than the ballast, which is given back while the disk is short and made anew afterwards.
   */
  readonly enoughBytes: number;
}

/** The marks that follow from the setting `store.min_free`. */
export function planDiskMarks(minFree: number): DiskMarks {
  return {
    lowBytes: Math.max(limits.disk.lowBytes, minFree * 2),
    shortBytes: minFree,
    enoughBytes: minFree * 2 + limits.disk.ballastBytes,
  };
}

/** Decides how the disk stands. `before`: what was decided last; `short` ends at a higher mark. */
export function decideDiskLevel(room: DiskRoom, marks: DiskMarks, before: DiskLevel): DiskLevel {
  const { lowInodes, shortInodes } = planInodeMarks(room.inodes);
  const wasShort = before === "short";
  const bytesMin = wasShort ? marks.enoughBytes : marks.shortBytes;
  const inodesMin = wasShort ? shortInodes * 2 : shortInodes;
  if (room.freeBytes < bytesMin || isBelow(room, inodesMin)) return "short";
  return room.freeBytes < marks.lowBytes || isBelow(room, lowInodes) ? "low" : "good";
}

/** True when the ballast can be made without bringing the disk near the mark it is there for. */
export function hasRoomForBallast(room: DiskRoom, marks: DiskMarks): boolean {
  return room.freeBytes >= marks.enoughBytes;
}

/** True when a person is told that inodes are short, and not bytes as `60 MiB`. */
export function isShortOfInodes(room: DiskRoom): boolean {
  return isBelow(room, planInodeMarks(room.inodes).shortInodes * 2);
}

/** On a small file system a share of all, so that one with few inodes can be used at all. */
function planInodeMarks(inodes: number): {
  readonly lowInodes: number;
  readonly shortInodes: number;
} {
  return {
    lowInodes: Math.min(limits.disk.lowInodes, Math.floor(inodes / 10)),
    shortInodes: Math.min(limits.disk.shortInodes, Math.floor(inodes / 50)),
  };
}

function isBelow({ inodes, freeInodes }: DiskRoom, mark: number): boolean {
  return inodes > 0 && freeInodes < mark;
}
