import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { decodePath } from "@unf/core/base";
import type { DirectoryEntry } from "@unf/core/ports";
import { readByteEntries } from "../runtime/byte-entries.ts";
import { nativePath } from "./base/native-path.ts";
import { isAbsent } from "./base/remove-entry.ts";

/** The character that Node puts where a name's bytes are not UTF-8; a name may really have it, too. */
const replacement = "\uFFFD";

/** Entries of a directory as the `FileSystem` port says. */
export function listEntries(path: string): DirectoryEntry[] | undefined {
  if (!isDirectory(path)) return undefined;
  try {
    return listTyped(path);
  } catch (thrown) {
    if (!isAbsent(thrown)) throw thrown;
  }
  // Where the file system does not tell kinds, Node asks for each entry, and fails for all when one
  // vanished meanwhile. That must not look as if the directory were gone.
  try {
    return listNames(path);
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined;
    throw thrown;
  }
}

/** False for a link to a directory too: `readdir` would follow it. */
function isDirectory(path: string): boolean {
  try {
    return lstatSync(nativePath(path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (thrown) {
    if (isAbsent(thrown)) return false;
    throw thrown;
  }
}

function listTyped(path: string): DirectoryEntry[] {
  const native = nativePath(path);
  const entries = readdirSync(native, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes(replacement))) {
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  }
  const named = readByteEntries(native);
  if (named === undefined) return listNames(path);
  return named.map((entry) => ({ name: decodePath(entry.name), kind: kindOf(entry) }));
}

function listNames(path: string): DirectoryEntry[] {
  return readdirSync(nativePath(path), { encoding: "buffer" }).map((name) => ({
    name: decodePath(name),
    kind: "unknown",
  }));
}

function kindOf(entry: Dirent<string> | Dirent<Buffer>): DirectoryEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "special";
}
