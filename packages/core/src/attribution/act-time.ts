import { limits } from "../config/limits.ts";

/** Times that the disk tells of a file's change. Unit: milliseconds since 1970, with fractions. */
export interface ActTimes {
  /** Change time (ctime) of the file; `null` when it is gone. */
  readonly changed: number | null;
  /** The same of the nearest directory above it that is there; `null` when that is not known. */
  readonly directoryChanged: number | null;
  /** When the watcher told that the file is gone; `null` when it did not. */
  readonly hinted: number | null;
  /** When the recorder looked. */
  readonly seen: number;
  /** Up to when the path is known to have been as it was before; `null` when that is not known. */
  readonly known: number | null;
}

/**
 * The instant of the act that a row tells of. That of a write is the file's own change time, which no
 * program can set. A file that came with its directory has an older one, and one that went has none:
 * then it is the directory's, which cannot be earlier than the act; else the moment it was told of, or
 * seen.
 */
export function decideActTime(times: ActTimes): number {
  const { changed, directoryChanged, hinted, seen, known } = times;
  // A time stamp of the kernel may be a little older than the write.
  const from = known === null ? Number.NEGATIVE_INFINITY : known - limits.sessions.clockSlackMs;
  const within = (time: number | null, to: number): number | null =>
    time !== null && time >= from && time <= to ? time : null;
  // The directory may have changed again since the file was told to be gone.
  const latest = within(hinted, seen) ?? seen;
  return within(changed, seen) ?? within(directoryChanged, latest) ?? latest;
}
