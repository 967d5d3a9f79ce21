import { lstatSync, readdirSync } from "node:fs";
import { type AbsPath, childPath, decodePath, joinPath, type RelPath } from "@unf/core/base";
import { failureCode, isGone } from "../base/failure.ts";
import { systemPath } from "../base/system-path.ts";

/**
 * Names of the directories in a directory, links not followed; or the system's code of the failure.
 */
export function listDirectories(directory: AbsPath): Set<string> | string {
  const at = systemPath(directory);
  try {
    const found = new Set<string>();
    // latin1 keeps every byte of a name and costs less than a buffer each.
    for (const entry of readdirSync(at, { withFileTypes: true, encoding: "latin1" })) {
      if (entry.isDirectory()) found.add(decodePath(Buffer.from(entry.name, "latin1")));
    }
    return found;
  } catch (thrown) {
    const code = failureCode(thrown);
    return isGone(code) ? listOneByOne(directory) : code;
  }
}

/**
 * The same where the file system does not tell the kinds of its entries: there Node asks for each by
 * its name, which fails for the whole list when one has just vanished or is not ASCII.
 */
function listOneByOne(directory: AbsPath): Set<string> | string {
  try {
    const found = new Set<string>();
    for (const bytes of readdirSync(systemPath(directory), { encoding: "buffer" })) {
      const name = decodePath(bytes);
      const path = systemPath(joinPath(directory, childPath("" as RelPath, name)));
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) found.add(name);
    }
    return found;
  } catch (thrown) {
    return failureCode(thrown);
  }
}
