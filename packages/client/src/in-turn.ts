import type { AbsPath } from "@unf/core/base";

/** For each home, when the last work that this process was asked for is over. */
const turns = new Map<AbsPath, Promise<void>>();

/**
 * Does the work when all that was asked for before it is over, however it ended. Without a daemon
 * each work takes the daemon's lock, which this process could not take twice; and nobody holds it
 * between two of them, so that a daemon can start.
 */
export function inTurn<T>(home: AbsPath, work: () => Promise<T>): Promise<T> {
  const result = (turns.get(home) ?? Promise.resolve()).then(work);
  const over = result.then(endTurn, endTurn);
  turns.set(home, over);
  return result;

  function endTurn(): void {
    if (turns.get(home) === over) turns.delete(home);
  }
}
