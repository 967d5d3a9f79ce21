import { type AbsPath, childPath, joinPath, type RelPath, UnfError } from "@unf/core/base";
import type { FileSystem, Tree } from "@unf/core/ports";
import type { FileMode } from "@unf/core/timeline";

export interface NewPlacePorts {
  readonly fs: FileSystem;
  /** User who writes; `undefined` where users have no numbers. */
  readonly uid: number | undefined;
  /** Of what is made below it; where it is not known, only the owner may enter. */
  readonly modeOf?: (directory: RelPath) => FileMode | undefined;
}

/** A directory that is filled anew, beside whatever others do around it. */
export interface NewPlace extends Disposable {
  /** Runs `work` in a directory below it, which is made where it is missing. Throws `refused`. */
  in(directory: RelPath, work: (place: AbsPath) => undefined): void;
}

/**
 * Opens an empty directory, making what is missing of it. Everything below the last directory that
 * nobody else can exchange is reached by descriptors, through no link. Throws `refused` when it is
 * another user's, or not what it seemed.
 */
export function openNewPlace(ports: NewPlacePorts, directory: AbsPath): NewPlace {
  const tree = openItself(ports, directory);
  const made = new Set(["" as RelPath]);
  const modeOf = (path: RelPath) => ((ports.modeOf?.(path) ?? 0) & 0o777) | 0o700;
  const way: Way = { fs: ports.fs, tree, made, modeOf };
  return {
    in(below, work) {
      const isDone = makeWay(way, below) && tree.within(below, (opened) => work(opened) ?? true);
      if (isDone !== true) throw exchanged(directory);
    },
    [Symbol.dispose]: () => tree[Symbol.dispose](),
  };
}

/** The directory for as long as it is written into, whatever is put in its place meanwhile. */
function openItself(ports: NewPlacePorts, directory: AbsPath): Tree {
  const { fs, uid } = ports;
  const base = findBase(ports, directory);
  const path = directory.slice(base === "/" ? 1 : base.length + 1) as RelPath;
  using tree = fs.openTree(base);
  const opened = makeWay({ fs, tree, made: new Set(["" as RelPath]), modeOf: () => 0o755 }, path)
    ? tree.within(path, (place) => {
        const owner = fs.lstat(place)?.uid;
        if (uid !== undefined && owner !== uid) throw notOwn(directory, owner);
        return fs.list(place)?.length === 0 ? fs.openTree(place) : undefined;
      })
    : undefined;
  if (opened === undefined) throw exchanged(directory);
  return opened;
}

interface Way {
  readonly fs: FileSystem;
  readonly tree: Tree;
  readonly made: Set<RelPath>;
  readonly modeOf: (directory: RelPath) => number;
}

/** False when something on the way is no directory, or none any more. */
function makeWay({ fs, tree, made, modeOf }: Way, path: RelPath): boolean {
  if (made.has(path)) return true;
  let above = "" as RelPath;
  for (const name of path.split("/")) {
    const next = childPath(above, name);
    if (!made.has(next)) {
      const isMade = tree.within(above, (place) => {
        const at = joinPath(place, name as RelPath);
        if (fs.lstat(at) === undefined) fs.makeDirectory(at, modeOf(next));
        return true;
      });
      if (isMade === undefined) return false;
      made.add(next);
    }
    above = next;
  }
  return true;
}

/**
 * The last directory on the way that only root and this user can put something else in the place of:
 * theirs is all above it, and nobody else may write there but in a sticky one.
 */
function findBase({ fs, uid }: NewPlacePorts, directory: AbsPath): AbsPath {
  const names = directory.split("/").filter((name) => name !== "");
  const top = directory.startsWith("/") ? "/" : "";
  let base = "";
  for (let depth = top === "" ? 1 : 0; depth <= names.length; depth += 1) {
    const path = top + names.slice(0, depth).join("/");
    const stat = fs.lstat(path as AbsPath);
    if (stat?.kind !== "directory") break;
    if (uid !== undefined && stat.uid !== 0 && stat.uid !== uid && base !== "") break;
    base = path;
    const isOpen = (stat.mode & 0o022) !== 0 && (stat.mode & 0o1000) === 0;
    if (uid !== undefined && isOpen) break;
  }
  return base as AbsPath;
}

function exchanged(directory: AbsPath): UnfError {
  return new UnfError("refused", `something else was put in the place of ${directory}`, {
    hint: "name a directory where nobody else can write after --to",
  });
}

function notOwn(directory: AbsPath, owner: number | undefined): UnfError {
  return new UnfError("refused", `${directory} belongs to another user (uid ${owner ?? "?"})`, {
    hint: "name a directory that does not exist yet after --to",
  });
}
