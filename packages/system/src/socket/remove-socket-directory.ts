import type { AbsPath } from "@unf/core/base";
import { isAbsent } from "../disk/base/remove-entry.ts";
import { removeAll, removeEmptyDirectory } from "../disk/base/writes.ts";
import { socketPlace } from "./socket-place.ts";

/**
 * Removes the directory of a home's socket where it lies outside the home, as it does on systems other than
 * Linux if the home's path is long, with the socket that a killed daemon left. Nothing may listen there any more.
 */
export function removeSocketDirectory(home: AbsPath): void {
  const { directory, path } = socketPlace(home);
  if (directory === undefined || directory.startsWith(`${home}/`)) return;
  try {
    removeAll(path);
    removeEmptyDirectory(directory);
  } catch (thrown) {
    if (!isAbsent(thrown)) throw thrown;
  }
}
