import type { RelPath } from "@unf/core/base";
import type { DirectoryReader, DirectoryWriter } from "@unf/core/ports";
import type { SeenMode } from "@unf/core/timeline";

type Directories = DirectoryReader & DirectoryWriter;

export interface ModelDirectories extends Directories {
  /** A batch with these was committed, `after` the newest row before it. */
  noteModes(seen: readonly SeenMode[], after: number): void;
  dropBefore(id: number): void;
}

interface Seen extends SeenMode {
  readonly after: number;
}

/** `newestIn`: of what a point means the newest row; `holdsAny`: whether a path below has rows. */
export function createModelDirectories(
  newestIn: (point: Parameters<DirectoryReader["ownDirectoryMode"]>[1]) => number,
  holdsAny: (directory: RelPath) => boolean,
): ModelDirectories {
  let all: Seen[] = [];
  const ofPath = (path: RelPath) =>
    all.filter((one) => one.path === path).sort((a, b) => a.after - b.after);
  return {
    ownDirectoryMode: (path, point) => {
      const id = newestIn(point);
      const own = ofPath(path);
      if ("at" in point) {
        const isSeen = ({ after, at }: Seen) => after < id || (after === id && at <= point.at);
        return own.findLast(isSeen)?.mode;
      }
      const before = own.findLast(({ after }) => after < id);
      const around = own.filter((one) => one === before || one.after === id);
      return (
        around.map(({ mode }) => mode).reduce((all, mode) => all & mode, around[0]?.mode ?? 0) ||
        undefined
      );
    },
    directoryModes: () =>
      [...new Set(all.map(({ path }) => path))].flatMap((path) => ofPath(path).at(-1) ?? []),
    dropEmptyDirectories: () => {
      all = all.filter(({ path }) => path === "" || holdsAny(path));
    },
    noteModes: (seen, after) => {
      for (const { path, mode, at } of seen) {
        all = all.filter((one) => one.path !== path || one.after !== after || one.at <= at - 1000);
        all.push({ path, mode, at, after });
      }
    },
    dropBefore: (id) => {
      const isOld = (one: Seen) =>
        ofPath(one.path)
          .slice(ofPath(one.path).indexOf(one) + 1)
          .some(({ after }) => after < id);
      const old = new Set(all.filter(isOld));
      all = all.filter((one) => !old.has(one));
    },
  };
}
