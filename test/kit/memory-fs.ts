import {
  type AbsPath,
  decodePath,
  encodePath,
  invariant,
  joinPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import type { DirectoryEntry, EntryStat, FileSystem, ReadOutcome, Tree } from "@unf/core/ports";
import {
  type CrashRules,
  type DirectoryNode,
  type FileNode,
  MemoryDisk,
  type MemoryNode,
  syncNode,
  syncTree,
  systemError,
} from "./memory-disk.ts";

/** The calls of the port and of its trees, as `before` sees them. */
export type Call = keyof FileSystem | keyof Pick<Tree, "within">;

export interface MemoryFs extends FileSystem {
  /**
   * The power fails. What was not made durable is lost: a file's bytes since its last sync (all of
   * them where there was none, which leaves an empty file), a directory's entries since its last.
   * `keep` is asked for each such change and may save it, as a real disk sometimes does.
   */
  crash(keep?: () => boolean, more?: Omit<CrashRules, "keep">): void;
  /** The system writes back by itself what was changed at or below `path`. */
  writeBack(path: AbsPath): void;
  /** Replaces a file's bytes in place, without making them durable. */
  overwrite(path: AbsPath, bytes: Uint8Array): void;
  chmod(path: AbsPath, mode: number): void;
  makeFifo(path: AbsPath): void;
  /** Sets the time of the last change, as `touch -d` does; ctime tells of it. */
  setTime(path: AbsPath, mtimeNs: bigint): void;
  /** Where something lies now that is named through a place of a tree; other paths as they are. */
  truePath(path: AbsPath): AbsPath;
}

export interface MemoryFsOptions {
  /**
   * Asked before each call of the port, with its true path; a system code returned here is thrown
   * instead of doing it.
   */
  readonly before?: (call: Call, path: AbsPath) => string | undefined;
  readonly freeBytes?: number;
  /** The clock that stamps files; a millisecond later each time unless given. Unit: ns. */
  readonly now?: () => bigint;
  /** A removed file's inode number goes to the next new one. */
  readonly reuseInodes?: boolean;
}

/**
 * A disk in memory that forgets what was not synced. One user who is not root, one device. Links
 * inside a path are followed. Starts with an empty, durable `/`.
 */
export function createMemoryFs(options: MemoryFsOptions = {}): MemoryFs {
  const disk = new MemoryDisk(options.now ?? steadyTime(), options.reuseInodes ?? false);
  const port = createPort(disk, options.freeBytes ?? 2 ** 40);
  const truePath = (path: AbsPath) => (disk.places.truePath(path) ?? path) as AbsPath;
  return {
    ...(options.before === undefined ? port : checked(port, options.before, truePath)),
    truePath,
    writeBack: (path) => syncTree(existing(disk.find(path), path)),
    overwrite: (path, bytes) => disk.overwrite(fileAt(disk, path), bytes),
    chmod: (path, mode) => {
      const node = existing(disk.find(path), path);
      node.mode = (node.mode & ~0o777) | (mode & 0o777);
      disk.changed(node);
    },
    makeFifo: (path) => disk.place(path, disk.newFile("special", empty, 0o644)),
    setTime: (path, mtimeNs) => {
      const node = existing(disk.find(path), path);
      disk.changed(node);
      node.mtimeNs = mtimeNs;
    },
    crash: (keep = () => false, more = {}) => disk.crash({ keep, ...more }),
  };
}

function createPort(disk: MemoryDisk, freeBytes: number): FileSystem {
  return {
    lstat: (path) => statOf(disk.lookUp(path)),
    list: (path) => listOf(disk.lookUp(path), path),
    stamp: (directory, names) => stampOf(disk, directory, names),
    read: (path, limit) => readPath(disk, path, limit),
    readRange: (path, offset, length) => {
      const node = disk.lookUp(path);
      if (node?.kind !== "file") return undefined;
      if ((node.mode & 0o400) === 0) throw systemError("EACCES", path);
      return node.bytes.slice(offset, Math.max(offset, offset + length));
    },
    append: (path, bytes, mode) => {
      const node = fileAt(disk, path);
      if ((node.mode & 0o200) === 0) throw systemError("EACCES", path);
      disk.overwrite(node, joined(node.bytes, bytes));
      if (mode !== undefined) node.mode = (node.mode & ~0o777) | (mode & 0o777);
    },
    writeNew: (path, bytes, { mode, sync }) => {
      const node = disk.newFile("file", bytes, mode);
      if (sync) syncNode(node);
      disk.place(path, node);
    },
    copyNew: (from, to) => {
      const source = fileAt(disk, from);
      const node = disk.newFile("file", source.bytes, source.mode);
      syncNode(node);
      disk.place(to, node);
    },
    symlink: (path, target) => {
      const node = disk.newFile("link", target, 0o777);
      syncNode(node);
      disk.place(path, node);
    },
    link: (from, to) => {
      const node = existing(disk.find(from), from);
      if (node.kind === "directory") throw systemError("EPERM", from);
      disk.place(to, node);
      disk.changed(node);
    },
    rename: (from, to) => disk.rename(from, to),
    exchange: (a, b) => {
      disk.exchange(a, b);
      return true;
    },
    moveNew: (from, to) => {
      if (disk.lookUp(to) !== undefined) throw systemError("EEXIST", to);
      disk.rename(from, to);
    },
    // One user, who is not root.
    adopt: () => false,
    keepAttributes: () => [],
    remove: (path) => disk.remove(path),
    makeDirectory: (path, mode) => disk.makeDirectory(path, mode),
    removeDirectory: (path) => disk.removeDirectory(path),
    openTree: (root) => openTree(disk, root),
    syncFile: (path) => syncNode(existing(disk.find(path), path)),
    flushFile: async (path) => syncNode(existing(disk.find(path), path)),
    syncDirectory: (path) => syncNode(existing(disk.find(path), path)),
    syncAll: () => syncTree(disk.root),
    flushAll: async () => syncTree(disk.root),
    freeBytes: () => freeBytes,
  };
}

function openTree(disk: MemoryDisk, root: AbsPath): Tree {
  const top = disk.directoryAt(root);
  let isOpen = true;
  return {
    within: (directory, work) => {
      invariant(isOpen, "a tree is not used after it was closed");
      const found = walk(top, directory);
      return found && disk.places.run(found, (place) => work(place as AbsPath));
    },
    [Symbol.dispose]: () => {
      isOpen = false;
    },
  };
}

function walk(top: DirectoryNode, directory: RelPath): DirectoryNode | undefined {
  let found = top;
  for (const name of directory === "" ? [] : directory.split("/")) {
    if ((found.mode & 0o100) === 0) throw systemError("EACCES", directory);
    const next = found.entries.get(name);
    if (next?.kind !== "directory") return undefined;
    if ((next.mode & 0o400) === 0) throw systemError("EACCES", directory);
    found = next;
  }
  return found;
}

function checked(
  port: FileSystem,
  before: NonNullable<MemoryFsOptions["before"]>,
  truePath: (path: AbsPath) => AbsPath,
): FileSystem {
  const check = (call: Call, path: AbsPath) => {
    const code = before(call, truePath(path));
    if (code !== undefined) throw systemError(code, path);
  };
  const calls = Object.entries(port).map(([call, work]) => [
    call,
    (path: AbsPath, ...rest: readonly unknown[]) => {
      check(call as Call, path);
      return work(path, ...rest);
    },
  ]);
  const fs: FileSystem = Object.fromEntries(calls);
  return {
    ...fs,
    openTree: (root) => {
      const tree = fs.openTree(root);
      return {
        within: (directory, work) => {
          check("within", joinPath(root, directory));
          return tree.within(directory, work);
        },
        [Symbol.dispose]: () => tree[Symbol.dispose](),
      };
    },
  };
}

function steadyTime(): () => bigint {
  let now = 1_700_000_000_000_000_000n;
  return () => {
    now += 1_000_000n;
    return now;
  };
}

function statOf(node: MemoryNode | undefined): EntryStat | undefined {
  if (node === undefined) return undefined;
  const { ino, mode, mtimeNs, ctimeNs, kind } = node;
  const size = kind === "directory" ? 4096n : BigInt(node.bytes.length);
  const nlink = kind === "directory" ? 1 : node.nlink;
  return { ino, mode, mtimeNs, ctimeNs, dev: 1n, size, kind, nlink, uid: 0 };
}

function stampOf(
  disk: MemoryDisk,
  directory: AbsPath,
  names: readonly string[],
): string | undefined {
  try {
    const stats = ["", ...names].map((name) =>
      Object.values(
        statOf(disk.lookUp(name === "" ? directory : joinPath(directory, name as RelPath))) ?? {},
      ),
    );
    return [...stats.map(String), ...names].join("/");
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

function listOf(node: MemoryNode | undefined, path: AbsPath): DirectoryEntry[] | undefined {
  if (node?.kind !== "directory") return undefined;
  if ((node.mode & 0o400) === 0) throw systemError("EACCES", path);
  return [...node.entries].map(([name, { kind }]) => ({
    name: name.isWellFormed() ? name : decodePath(encodePath(name)),
    kind,
  }));
}

function readPath(disk: MemoryDisk, path: AbsPath, limit: number): ReadOutcome {
  let node: MemoryNode | undefined;
  try {
    node = disk.lookUp(path);
  } catch (thrown) {
    return { kind: "unreadable", code: (thrown as { readonly code: string }).code };
  }
  const stat = statOf(node);
  if (node === undefined || stat === undefined) return { kind: "gone" };
  if (node.kind === "directory" || node.kind === "special") return { kind: "not_regular" };
  if (node.bytes.length > limit) return { kind: "too_large", stat };
  if ((node.mode & 0o400) === 0) return { kind: "unreadable", code: "EACCES" };
  return { kind: "content", bytes: node.bytes.slice(), stat };
}

function existing(node: MemoryNode | undefined, path: AbsPath): MemoryNode {
  if (node === undefined) throw systemError("ENOENT", path);
  return node;
}

function fileAt(disk: MemoryDisk, path: AbsPath): FileNode {
  const node = existing(disk.find(path), path);
  if (node.kind !== "file") throw systemError("EINVAL", path);
  return node;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

const empty = new Uint8Array(0);
