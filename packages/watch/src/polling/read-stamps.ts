import { lstat, readdir } from "node:fs/promises";
import { type AbsPath, childPath, decodePath, joinPath, type RelPath } from "@unf/core/base";
import type { WatchScope } from "@unf/core/ports";
import { failureCode, isGone } from "../base/failure.ts";
import { systemPath } from "../base/system-path.ts";

/** The facts that tell one state of an entry from the next. */
export interface Stamp {
  readonly kind: "directory" | "uncovered" | "other";
  /** Of a directory, which one it is; of all else, also everything that a write changes. */
  readonly text: string;
}

/** Everything that is covered, as one pass found it. */
export interface Stamps {
  readonly entries: ReadonlyMap<RelPath, Stamp>;
  /** Directories, the root included. */
  readonly directories: number;
  /** Directories that could not be read, with the system's code. */
  readonly refused: ReadonlyMap<RelPath, string>;
}

/** Asked for at the same time: a server that is far away answers as soon, and a pool of four is full. */
const atOnce = 16;

/** Reads the stamps of a tree; `undefined` when it has more than `most` entries. Follows no link. */
export async function readStamps(
  root: AbsPath,
  scope: WatchScope,
  most: number,
): Promise<Stamps | undefined> {
  const entries = new Map<RelPath, Stamp>();
  const refused = new Map<RelPath, string>();
  const open: RelPath[] = ["" as RelPath];
  let directories = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const found = await readDirectory(root, at, scope);
    if (typeof found === "string") {
      if (!isGone(found)) refused.set(at, found);
      continue;
    }
    directories += 1;
    for (const [path, stamp] of found) {
      entries.set(path, stamp);
      if (stamp.kind === "directory") open.push(path);
    }
    if (entries.size > most) return undefined;
  }
  return { entries, directories, refused };
}

type Found = [RelPath, Stamp][];

/** Or the system's code of the failure. */
async function readDirectory(
  root: AbsPath,
  at: RelPath,
  scope: WatchScope,
): Promise<Found | string> {
  const found: Found = [];
  try {
    const names = await readdir(systemPath(joinPath(root, at)), { encoding: "buffer" });
    for (let from = 0; from < names.length; from += atOnce) {
      const paths = names.slice(from, from + atOnce).map((name) => childPath(at, decodePath(name)));
      const stamps = await Promise.all(paths.map((path) => readStamp(root, path, scope)));
      paths.forEach((path, nth) => {
        const stamp = stamps[nth];
        if (stamp !== undefined) found.push([path, stamp]);
      });
    }
  } catch (thrown) {
    return failureCode(thrown);
  }
  return found;
}

async function readStamp(
  root: AbsPath,
  path: RelPath,
  scope: WatchScope,
): Promise<Stamp | undefined> {
  try {
    const stat = await lstat(systemPath(joinPath(root, path)), { bigint: true });
    const { dev, ino, mode, size, mtimeNs, ctimeNs } = stat;
    // The entries of a directory are compared name by name: its times say nothing more.
    if (stat.isDirectory()) {
      const kind = scope.covers(path) ? "directory" : "uncovered";
      return { kind, text: `${dev} ${ino}` };
    }
    return { kind: "other", text: `${dev} ${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}` };
  } catch (thrown) {
    if (isGone(failureCode(thrown))) return undefined;
    throw thrown;
  }
}
