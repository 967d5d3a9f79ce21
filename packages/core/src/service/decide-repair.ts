import { isOlderVersion } from "../base/version.ts";
import type { EnabledService } from "./service-note.ts";

/**
 * True when the entry is to name this installation instead: what it names is gone, or it was written by
 * an older version. Never the other way round, so that two installations do not take it from each other.
 */
export function isServiceStale(
  { node, program, version }: Pick<EnabledService, "node" | "program" | "version">,
  ownVersion: string,
  exists: (path: string) => boolean,
): boolean {
  return !exists(node) || !exists(program) || isOlderVersion(version, ownVersion);
}
