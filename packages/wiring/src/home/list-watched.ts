import type { AbsPath } from "@unf/core/base";
import { listWatched as listWatchedOf, type ProjectEntry } from "@unf/maintenance/projects";
import { readIntent } from "@unf/system";

/** The projects of a home that are watched, by root; reads the intent and opens no timeline. */
export function listWatched(home: AbsPath): ProjectEntry[] {
  return listWatchedOf(readIntent(home));
}
