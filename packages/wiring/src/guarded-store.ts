import type { AbsPath, FileSystem, Timeline } from "@unf/core";

/**
 * The timeline, asking `mayWrite` before everything it writes: a process whose lock or home was
 * taken away must not write beside the one that has them now.
 */
export function guardTimeline(timeline: Timeline, mayWrite: () => void): Timeline {
  const guarded = <Args extends unknown[], Result>(write: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      mayWrite();
      return write(...args);
    };
  };
  return {
    ...timeline,
    commit: guarded(timeline.commit),
    openGap: guarded(timeline.openGap),
    extendGap: guarded(timeline.extendGap),
    closeGap: guarded(timeline.closeGap),
    startOperation: guarded(timeline.startOperation),
    finishOperation: guarded(timeline.finishOperation),
    openSession: guarded(timeline.openSession),
    endSession: guarded(timeline.endSession),
    openTurn: guarded(timeline.openTurn),
    endTurn: guarded(timeline.endTurn),
    openToolCall: guarded(timeline.openToolCall),
    endToolCall: guarded(timeline.endToolCall),
    setMeta: guarded(timeline.setMeta),
    deleteSnapshots: guarded(timeline.deleteSnapshots),
    settleReleased: guarded(timeline.settleReleased),
    dropFromInbox: guarded(timeline.dropFromInbox),
  };
}

/** The disk, asking `mayWrite` before a directory is made in the home: it might make a home anew. */
export function guardHome(fs: FileSystem, home: AbsPath, mayWrite: () => void): FileSystem {
  return {
    ...fs,
    makeDirectory: (path, mode) => {
      if (path.startsWith(`${home}/`)) mayWrite();
      fs.makeDirectory(path, mode);
    },
  };
}
