import type { EntryStat } from "../ports/file-system.ts";

/**
 * When a directory was made, where that can be believed. A system that does not know gives the time
 * of the last change instead, and so does one that knows, until the directory changes for the first
 * time.
 */
export function birthOf({ birthNs, ctimeNs }: EntryStat): bigint | undefined {
  return birthNs !== undefined && birthNs < ctimeNs ? birthNs : undefined;
}
