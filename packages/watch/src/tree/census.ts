import { readdirSync } from "node:fs";
import {
  type AbsPath,
  childPath,
  decodePath,
  joinPath,
  type RelPath,
  UnfError,
} from "@unf/core/base";
import type { WatchScope } from "@unf/core/ports";
import { failureCode, isGone } from "../base/failure.ts";
import { systemPath } from "../base/system-path.ts";
import { listDirectories } from "./list-directories.ts";
import { runSliced } from "./run-sliced.ts";

/** Everything below a root, as far as a backend must know that watches it as a whole. */
export interface Census {
  directories: number;
  /** Entries of covered directories, themselves included. */
  entries: number;
  /** Directories that could not be listed, with the system's code. */
  readonly refused: Map<RelPath, string>;
  /** The topmost directories that are not covered. */
  readonly uncovered: RelPath[];
}

/** Counts what is covered. Throws `not_found` when the root is not a directory. */
export async function takeCensus(root: AbsPath, scope: WatchScope): Promise<Census> {
  const census: Census = {
    directories: 0,
    entries: 0,
    refused: new Map(),
    uncovered: [],
  };
  await runSliced(walk(root, scope, census));
  return census;
}

/** Names in a directory, or the system's code of the failure. */
function listNames(directory: AbsPath): string[] | string {
  try {
    return readdirSync(systemPath(directory), { encoding: "buffer" }).map(decodePath);
  } catch (thrown) {
    return failureCode(thrown);
  }
}

function* walk(root: AbsPath, scope: WatchScope, census: Census): Generator<void> {
  const open: RelPath[] = ["" as RelPath];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const below = countDirectory(root, at, census);
    if (typeof below === "string") refuse(root, at, census, below);
    else {
      for (const name of below) {
        const path = childPath(at, name);
        if (scope.covers(path)) open.push(path);
        else census.uncovered.push(path);
      }
    }
    yield;
  }
}

/** Counts one directory; gives the names of the directories in it, or the failure's code. */
function countDirectory(root: AbsPath, at: RelPath, census: Census): Set<string> | string {
  const directory = joinPath(root, at);
  const names = listNames(directory);
  if (typeof names === "string") return names;
  const below = listDirectories(directory);
  if (typeof below === "string") return below;
  census.directories += 1;
  census.entries += names.length;
  return below;
}

function refuse(root: AbsPath, at: RelPath, census: Census, code: string): void {
  if (!isGone(code)) census.refused.set(at, code);
  else if (at === "") {
    throw new UnfError("not_found", `cannot watch ${root}: no such directory`);
  }
}
