import { lstatSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { systemCode, UnfError } from "@unf/core/base";
import { replaceUnflushed } from "../../disk/atomic-replace.ts";
import { randomName } from "../../disk/base/random-name.ts";
import { newDirectory, removeAll } from "../../disk/base/writes.ts";
import { writeNew } from "../../disk/write-new.ts";
import { homeDirectory } from "../../home/home-directory.ts";
import { makePrivateDirectory, requireOwn } from "../../home/private-directory.ts";

/** A library of native code that the executable carries. */
export interface NativePart {
  readonly name: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly bytes: () => Uint8Array;
}

/** The facts that only the runtime can tell of a file. */
export interface NativeFiles {
  /** SHA-256 of a file's bytes, in hexadecimal. */
  readonly digestOf: (path: string) => string;
  /** Exports of the library in a file. */
  readonly load: (path: string) => unknown;
}

/**
 * Loads a part from `cache/native` of the home, which only its owner can enter. Bytes that are not those
 * that the executable carries are replaced, whoever wrote them: a file there is looked through each time.
 * Without a home, or where nothing can be written, the part lies in a directory of its own until it is
 * loaded.
 */
export function loadPart(
  part: NativePart,
  files: NativeFiles,
  env: Readonly<Record<string, string | undefined>>,
): unknown {
  const kept = keep(part, files, env);
  if (kept !== undefined) return files.load(kept);
  const directory = join(tmpdir(), `unf-native-${randomName()}`);
  newDirectory(directory, 0o700);
  try {
    const path = join(directory, `${part.name}.node`);
    writeNew(path, part.bytes(), { mode: 0o600, sync: false });
    return files.load(path);
  } finally {
    removeAll(directory);
  }
}

/** The file in the home that has the part's bytes now; `undefined` where there cannot be one. */
function keep(
  part: NativePart,
  files: NativeFiles,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  try {
    const home = homeDirectory(env);
    // A command that only asks makes no home.
    if (lstatSync(join(home, "format.json"), { throwIfNoEntry: false }) === undefined)
      return undefined;
    requireOwn(home);
    const cache = join(home, "cache");
    const directory = join(cache, "native");
    // Node keeps what it compiled there, too, and makes it as it makes all directories.
    if (lstatSync(cache, { throwIfNoEntry: false }) === undefined) makePrivateDirectory(cache);
    requireOwn(cache);
    makePrivateDirectory(directory);
    const path = join(directory, `${part.name}-${part.digest.slice(0, 16)}.node`);
    if (!isPart(path, part, files)) replaceUnflushed(path, part.bytes(), 0o600);
    return path;
  } catch (thrown) {
    // A home of somebody else, a full disk, one that is read-only: there is a way without it.
    if (systemCode(thrown) === undefined && !(thrown instanceof UnfError)) throw thrown;
    return undefined;
  }
}

function isPart(path: string, { digest }: NativePart, files: NativeFiles): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.uid !== process.getuid?.()) return false;
  return (stats.mode & 0o022) === 0 && files.digestOf(path) === digest;
}
