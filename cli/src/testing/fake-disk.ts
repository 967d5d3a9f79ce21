import type { EntryStat, FileSystem } from "@unf/core/ports";

/**
 * A disk that holds these files, by absolute path, and can only be looked at. `directories`: those that are
 * there.
 */
export function fakeDisk(
  files: Readonly<Record<string, string>>,
  directories: readonly string[] = [],
): FileSystem {
  const statOf = (path: string): EntryStat | undefined => {
    const content = files[path];
    const isDirectory = content === undefined && directories.includes(path);
    if (content === undefined && !isDirectory) return undefined;
    const size = BigInt(Buffer.byteLength(content ?? ""));
    return {
      kind: isDirectory ? "directory" : "file",
      nlink: 1,
      uid: 1000,
      dev: 1n,
      ino: 1n,
      size,
      mtimeNs: 1n,
      ctimeNs: 1n,
      mode: isDirectory ? 0o040755 : 0o100644,
    };
  };
  return {
    lstat: statOf,
    read: (path) => {
      const stat = statOf(path);
      const bytes = Buffer.from(files[path] ?? "");
      return stat === undefined ? { kind: "gone" } : { kind: "content", bytes, stat };
    },
    freeBytes: () => 64 * 1024 ** 3,
    list: refuse,
    stamp: refuse,
    readRange: (path, offset, length) =>
      files[path] === undefined
        ? undefined
        : Buffer.from(files[path]).subarray(offset, offset + length),
    writeNew: refuse,
    append: refuse,
    copyNew: refuse,
    symlink: refuse,
    link: refuse,
    openTree: refuse,
    rename: refuse,
    exchange: refuse,
    moveNew: refuse,
    adopt: refuse,
    keepAttributes: refuse,
    remove: refuse,
    makeDirectory: refuse,
    removeDirectory: refuse,
    syncFile: refuse,
    syncDirectory: refuse,
    syncAll: refuse,
    flushAll: refuse,
    flushFile: refuse,
  };
}

function refuse(): never {
  throw new Error("this disk can only be looked at");
}
