import { chmodSync } from "node:fs";
import type { OwnEntry } from "./facts.ts";

/** Takes other users' access to unf's own directories away. Those of other users are left alone. */
export function makePrivate(entries: readonly OwnEntry[]): void {
  for (const { path, mode, isOurs } of entries) {
    if (isOurs && mode !== 0o700) chmodSync(path, 0o700);
  }
}
