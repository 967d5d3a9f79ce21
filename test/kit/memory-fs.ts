import {
  type AbsPath,
  type DirectoryEntry,
  decodePath,
  type EntryStat,
  encodePath,
  type FileSystem,
  type ReadOutcome,
} from "@unf/core";

/** The calls of the port, as `before` sees them. */
export type Call = keyof FileSystem;

export interface MemoryFs extends FileSystem {
  /**
   * The power fails. What was not made durable is lost: a file's bytes since its last sync (all of
   * them where there was none, which leaves an empty file), a directory's entries since its last.
   * `keep` is asked for each such change and may save it, as a real disk sometimes does.
   */
  crash(keep?: () => boolean): void;
  /** Replaces a file's bytes in place, without making them durable. */
  overwrite(path: AbsPath, bytes: Uint8Array): void;
}

export interface MemoryFsOptions {
  /** Asked before each call; a system code returned here is thrown instead of doing it. */
  readonly before?: (call: Call, path: AbsPath) => string | undefined;
  readonly freeBytes?: number;
}

interface FileNode {
  readonly kind: "file" | "link";
  readonly facts: Facts;
  bytes: Uint8Array;
  /** What a crash leaves; `undefined` before the first sync. */
  durable: Uint8Array | undefined;
}
interface DirectoryNode {
  readonly kind: "directory";
  readonly facts: Facts;
  entries: Map<string, Node>;
  /** What a crash leaves. */
  durable: Map<string, Node>;
}
type Node = FileNode | DirectoryNode;

interface Facts {
  readonly ino: bigint;
  mode: number;
  mtimeNs: bigint;
  ctimeNs: bigint;
}

const types = { file: 0o100000, link: 0o120000, directory: 0o040000 };

/**
 * A disk in memory that forgets what was not synced. One user, one device, no hard links; a link
 * inside a path is not followed but ends it with ENOTDIR. Starts with an empty, durable `/`.
 */
export function createMemoryFs(options: MemoryFsOptions = {}): MemoryFs {
  const disk = createDisk();
  const { freeBytes = 2 ** 40 } = options;
  const checked = <T>(call: Call, path: AbsPath, work: () => T): T => {
    const code = options.before?.(call, path);
    if (code !== undefined) throw systemError(code, path);
    return work();
  };
  return {
    lstat: (path) => checked("lstat", path, () => statOf(disk.find(path))),
    list: (path) => checked("list", path, () => listOf(disk.find(path))),
    read: (path, limit) => checked("read", path, () => readOf(disk.find(path), limit)),
    writeNew: (path, bytes, { mode, sync }) =>
      checked("writeNew", path, () => {
        const node = disk.newFile("file", bytes, mode);
        if (sync) node.durable = node.bytes;
        disk.place(path, node);
      }),
    copyNew: (from, to) =>
      checked("copyNew", from, () => {
        const source = disk.find(from);
        if (source === undefined) throw systemError("ENOENT", from);
        if (source.kind !== "file") throw systemError("EINVAL", from);
        const node = disk.newFile("file", source.bytes, source.facts.mode);
        node.durable = node.bytes;
        disk.place(to, node);
      }),
    symlink: (path, target) =>
      checked("symlink", path, () => {
        const node = disk.newFile("link", target, 0o777);
        node.durable = node.bytes;
        disk.place(path, node);
      }),
    rename: (from, to) => checked("rename", from, () => disk.rename(from, to)),
    remove: (path) => checked("remove", path, () => disk.remove(path)),
    makeDirectory: (path, mode) => checked("makeDirectory", path, () => disk.make(path, mode)),
    removeDirectory: (path) => checked("removeDirectory", path, () => disk.removeDirectory(path)),
    syncFile: (path) => checked("syncFile", path, () => syncNode(existing(disk.find(path), path))),
    syncDirectory: (path) =>
      checked("syncDirectory", path, () => syncNode(existing(disk.find(path), path))),
    syncAll: (path) => checked("syncAll", path, () => syncTree(disk.root)),
    freeBytes: (path) => checked("freeBytes", path, () => freeBytes),
    overwrite: (path, bytes) => {
      const node = existing(disk.find(path), path);
      if (node.kind !== "file") throw systemError("EINVAL", path);
      node.bytes = bytes.slice();
      disk.touch(node);
    },
    crash: (keep = () => false) => crashDirectory(disk.root, keep, new Set()),
  };
}

function createDisk() {
  let inodes = 0n;
  let clock = 1_700_000_000_000_000_000n;
  const facts = (mode: number): Facts => {
    inodes += 1n;
    clock += 1_000_000n;
    return { ino: inodes, mode, mtimeNs: clock, ctimeNs: clock };
  };
  const newDirectory = (mode: number): DirectoryNode => ({
    kind: "directory",
    facts: facts(types.directory | (mode & 0o777)),
    entries: new Map(),
    durable: new Map(),
  });
  const root = newDirectory(0o755);
  const touch = (node: Node) => {
    clock += 1_000_000n;
    node.facts.mtimeNs = clock;
    node.facts.ctimeNs = clock;
  };
  const names = (path: AbsPath) => path.split("/").filter((name) => name !== "");

  /** The directory an entry lies in, and the entry's name. */
  const parentOf = (path: AbsPath): { readonly parent: DirectoryNode; readonly name: string } => {
    const all = names(path);
    const name = all.pop();
    if (name === undefined) throw systemError("EBUSY", path);
    let node: Node | undefined = root;
    for (const step of all) {
      node = node.kind === "directory" ? node.entries.get(step) : undefined;
      if (node === undefined) throw systemError("ENOENT", path);
      if (node.kind !== "directory") throw systemError("ENOTDIR", path);
    }
    return { parent: node, name };
  };
  const find = (path: AbsPath): Node | undefined => {
    let node: Node | undefined = root;
    for (const step of names(path)) {
      node = node?.kind === "directory" ? node.entries.get(step) : undefined;
    }
    return node;
  };
  return {
    root,
    touch,
    find,
    newFile: (kind: "file" | "link", bytes: Uint8Array, mode: number): FileNode => ({
      kind,
      facts: facts(types[kind] | (mode & 0o777)),
      bytes: bytes.slice(),
      durable: undefined,
    }),
    place: (path: AbsPath, node: Node) => {
      const { parent, name } = parentOf(path);
      if (parent.entries.has(name)) throw systemError("EEXIST", path);
      parent.entries.set(name, node);
      touch(parent);
    },
    rename: (from: AbsPath, to: AbsPath) => {
      const source = parentOf(from);
      const target = parentOf(to);
      const node = existing(source.parent.entries.get(source.name), from);
      const there = target.parent.entries.get(target.name);
      if (there === node) return;
      if (there?.kind === "directory") {
        if (node.kind !== "directory") throw systemError("EISDIR", to);
        if (there.entries.size > 0) throw systemError("ENOTEMPTY", to);
      } else if (there !== undefined && node.kind === "directory") {
        throw systemError("ENOTDIR", to);
      }
      source.parent.entries.delete(source.name);
      target.parent.entries.set(target.name, node);
      for (const directory of [source.parent, target.parent]) touch(directory);
    },
    remove: (path: AbsPath) => {
      const node = find(path);
      if (node === undefined) return;
      if (node.kind === "directory") throw systemError("EISDIR", path);
      const { parent, name } = parentOf(path);
      parent.entries.delete(name);
      touch(parent);
    },
    make: (path: AbsPath, mode: number) => {
      let node: DirectoryNode = root;
      for (const step of names(path)) {
        const next: Node = node.entries.get(step) ?? newDirectory(mode);
        if (next.kind !== "directory") throw systemError("EEXIST", path);
        if (!node.entries.has(step)) touch(node);
        node.entries.set(step, next);
        node = next;
      }
    },
    removeDirectory: (path: AbsPath): boolean => {
      const node = find(path);
      if (node === undefined) return false;
      if (node.kind !== "directory") throw systemError("ENOTDIR", path);
      if (node.entries.size > 0) return false;
      const { parent, name } = parentOf(path);
      parent.entries.delete(name);
      touch(parent);
      return true;
    },
  };
}

function statOf(node: Node | undefined): EntryStat | undefined {
  if (node === undefined) return undefined;
  const size = node.kind === "directory" ? 4096n : BigInt(node.bytes.length);
  return { ...node.facts, dev: 1n, size, kind: node.kind, nlink: 1, uid: 0 };
}

function listOf(node: Node | undefined): DirectoryEntry[] | undefined {
  if (node?.kind !== "directory") return undefined;
  return [...node.entries].map(([name, { kind }]) => ({
    name: decodePath(encodePath(name)),
    kind,
  }));
}

function readOf(node: Node | undefined, limit: number): ReadOutcome {
  if (node === undefined) return { kind: "gone" };
  const stat = statOf(node);
  if (node.kind === "directory" || stat === undefined) return { kind: "not_regular" };
  if (node.bytes.length > limit) return { kind: "too_large", stat };
  return { kind: "content", bytes: node.bytes.slice(), stat };
}

function existing(node: Node | undefined, path: AbsPath): Node {
  if (node === undefined) throw systemError("ENOENT", path);
  return node;
}

function syncNode(node: Node): void {
  if (node.kind === "directory") node.durable = new Map(node.entries);
  else node.durable = node.bytes;
}

function syncTree(node: Node): void {
  syncNode(node);
  if (node.kind !== "directory") return;
  for (const below of node.entries.values()) syncTree(below);
}

/** A node that was moved stands in one place afterwards, never in two. */
function crashDirectory(node: DirectoryNode, keep: () => boolean, placed: Set<Node>): void {
  const left = new Map<string, Node>();
  for (const name of new Set([...node.durable.keys(), ...node.entries.keys()])) {
    const before = node.durable.get(name);
    const now = node.entries.get(name);
    const entry = before === now || !keep() ? before : now;
    if (entry === undefined || placed.has(entry)) continue;
    placed.add(entry);
    left.set(name, entry);
    if (entry.kind === "directory") crashDirectory(entry, keep, placed);
    else if (entry.bytes !== entry.durable && !keep()) entry.bytes = entry.durable ?? empty;
  }
  node.entries = left;
  syncTree(node);
}

const empty = new Uint8Array(0);

function systemError(code: string, path: string): Error & { readonly code: string } {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
