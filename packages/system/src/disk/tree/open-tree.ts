import { closeSync, constants, fstatSync, lstatSync } from "node:fs";
import { type AbsPath, invariant, systemCode } from "@unf/core/base";
import type { Tree } from "@unf/core/ports";
import { nativePath } from "../base/native-path.ts";
import { openToRead } from "../base/open-to-read.ts";
import { openCheckedTree } from "./checked-tree.ts";
import { treeNames } from "./tree-names.ts";

const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);
const noFollow = constants.O_NOFOLLOW ?? 0;

/**
 * A tree as the `FileSystem` port says: on Linux by descriptors, so that nothing that others do
 * leads out of it; where descriptors cannot be named by a path, by the checks of `openCheckedTree`.
 */
export function openTree(root: AbsPath): Tree {
  if (process.platform !== "linux") return openCheckedTree(root);
  const top = openToRead(nativePath(root), flags);
  if (!isPlace(top)) {
    closeSync(top);
    return openCheckedTree(root);
  }
  let isOpen = true;
  return {
    within: (directory, work) => {
      // The number may by now be that of another file.
      invariant(isOpen, "a tree is not used after it was closed");
      const fd = walk(top, treeNames(directory));
      if (fd === undefined) return undefined;
      try {
        return work(placeOf(fd));
      } finally {
        if (fd !== top) closeSync(fd);
      }
    },
    [Symbol.dispose]: () => {
      if (isOpen) closeSync(top);
      isOpen = false;
    },
  };
}

/**
 * Opens each directory anew through the one above it, and keeps the last: what was replaced since
 * the last walk is never taken for what it was. The result is `top` itself for no names.
 */
function walk(top: number, names: readonly string[] | undefined): number | undefined {
  if (names === undefined) return undefined;
  let fd = top;
  for (const name of names) {
    const above = fd;
    try {
      fd = openToRead(nativePath(`${placeOf(above)}/${name}`), flags | noFollow);
    } catch (thrown) {
      if (isNoDirectory(thrown)) return undefined;
      throw thrown;
    } finally {
      if (above !== top) closeSync(above);
    }
  }
  return fd;
}

/** The path of the directory itself: the dot makes it that, where the number alone is a link to it. */
function placeOf(fd: number): AbsPath {
  return `/proc/self/fd/${fd}/.` as AbsPath;
}

/** False where `/proc` is missing or another process's. */
function isPlace(fd: number): boolean {
  const real = fstatSync(fd, { bigint: true });
  const named = lstatSync(placeOf(fd), { bigint: true, throwIfNoEntry: false });
  return named !== undefined && named.ino === real.ino && named.dev === real.dev;
}

function isNoDirectory(thrown: unknown): boolean {
  const code = systemCode(thrown);
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP";
}
