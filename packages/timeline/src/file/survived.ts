import type { Connection } from "./driver.ts";

/**
 * A COMMIT that failed with a disk error may have committed: only what a fresh connection finds
 * counts. What is found is made durable once more by a checkpoint, which writes it to another file:
 * after a failed flush the system may take the unwritten pages of the first one for written.
 */
export function hasSurvived(connection: Connection, isFound: () => boolean): boolean {
  connection.drop();
  return isFound() && connection.pragma("wal_checkpoint(FULL)") === 0;
}
