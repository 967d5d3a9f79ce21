import { limits } from "../config/limits.ts";

/**
 * Bytes that must be free before a timeline of this size is brought to a newer format: the copy of
 * it that is kept, and what the migration writes anew before it is committed.
 */
export function planMigrationRoom(timelineBytes: number): number {
  return Math.ceil(timelineBytes * limits.backup.roomFactor);
}
