import { type AbsPath, childPath, joinPath, type RelPath } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { directoryAbove, linkOrCopy, nearestThere, setAside } from "./rescue.ts";

/** Rescues of one operation of another project, and the place where they are looked for here. */
export interface TakenRescues {
  /** The rescue directory of that operation. */
  readonly from: AbsPath;
  /** The rescue directory of the same operation here. */
  readonly to: AbsPath;
  /** Of the other project's root here: its paths lie below it. */
  readonly below: RelPath;
}

/**
 * Gives each rescued file of an operation a second name where it comes along to: the other project keeps
 * its own. Durable when it returns. What an earlier try left whole stays, and all else that stands there
 * is put aside, since it belongs to an operation of a history that is no more.
 */
export function takeRescues(fs: FileSystem, { from, to, below }: TakenRescues): void {
  const place = joinPath(to, below);
  const pairs = listEntries(fs, from, "" as RelPath).map((path) => {
    return { there: joinPath(from, path), here: joinPath(place, path) };
  });
  if (pairs.every(({ there, here }) => isSame(fs, there, here))) return;
  setAside({ fs }, to);
  const known = nearestThere({ fs }, to);
  const grown = new Set<AbsPath>([known]);
  for (const { there, here } of pairs) {
    const directory = directoryAbove(here);
    fs.makeDirectory(directory, 0o700);
    linkOrCopy({ fs }, there, here);
    for (let above = directory; !grown.has(above); above = directoryAbove(above)) grown.add(above);
  }
  for (const directory of grown) fs.syncDirectory(directory);
}

/** Everything that is no directory, by paths relative to the rescue. */
function listEntries(fs: FileSystem, rescue: AbsPath, directory: RelPath): RelPath[] {
  const entries = fs.list(joinPath(rescue, directory)) ?? [];
  return entries.flatMap(({ name }) => {
    const path = childPath(directory, name);
    const isDirectory = fs.lstat(joinPath(rescue, path))?.kind === "directory";
    return isDirectory ? listEntries(fs, rescue, path) : [path];
  });
}

function isSame(fs: FileSystem, one: AbsPath, other: AbsPath): boolean {
  const [a, b] = [fs.lstat(one), fs.lstat(other)];
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
