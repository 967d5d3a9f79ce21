import { lstatSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { systemCode, UnfError } from "@unf/core/base";
import { replaceUnflushed } from "../../disk/atomic-replace.ts";
import { homeDirectory } from "../../home/home-directory.ts";
import { makePrivateDirectory, requireOwn } from "../../home/private-directory.ts";

/** A file that the executable carries. */
export interface CarriedFile {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly bytes: () => Uint8Array;
}

/** SHA-256 of a file's bytes, in hexadecimal; the runtime knows how to tell it quickly. */
export type DigestOf = (path: string) => string;

/**
 * Runs `work` with a directory of `cache` in the home, which only its owner can enter. Gives `undefined`
 * where there is no home, or where it cannot be written.
 */
export function inCache<T>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  work: (directory: string) => T,
): T | undefined {
  try {
    const home = homeDirectory(env);
    // A command that only asks makes no home.
    if (lstatSync(join(home, "format.json"), { throwIfNoEntry: false }) === undefined)
      return undefined;
    requireOwn(home);
    const cache = join(home, "cache");
    const directory = join(cache, name);
    // Node keeps what it compiled there, too, and makes it as it makes all directories.
    if (lstatSync(cache, { throwIfNoEntry: false }) === undefined) makePrivateDirectory(cache);
    requireOwn(cache);
    makePrivateDirectory(directory);
    return work(directory);
  } catch (thrown) {
    // A home of somebody else, a full disk, one that is read-only: there is a way without it.
    if (systemCode(thrown) === undefined && !(thrown instanceof UnfError)) throw thrown;
    return undefined;
  }
}

/** Has a carried file lie at `path`. Other bytes are replaced, whoever wrote them: it is looked through each time. */
export function keepFile(path: string, file: CarriedFile, digestOf: DigestOf): void {
  if (!isKept(path, file, digestOf)) replaceUnflushed(path, file.bytes(), 0o600);
}

function isKept(path: string, { digest }: CarriedFile, digestOf: DigestOf): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.uid !== process.getuid?.()) return false;
  return (stats.mode & 0o022) === 0 && digestOf(path) === digest;
}
