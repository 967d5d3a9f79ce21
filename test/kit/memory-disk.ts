import { decodePath } from "@unf/core/base";
import { crashTree } from "./memory-crash.ts";
import type { CrashRules, DirectoryNode, FileNode, MemoryNode, NodeFacts } from "./memory-nodes.ts";
import { MemoryPlaces } from "./memory-places.ts";

export type {
  CrashRules,
  DirectoryNode,
  FileNode,
  MemoryNode,
} from "./memory-nodes.ts";

/** Where an entry lies; an empty name stands for the directory itself. */
interface Place {
  readonly directory: DirectoryNode;
  readonly name: string;
}

const types = { file: 0o100000, link: 0o120000, directory: 0o040000, special: 0o010000 };

/** The entries, inodes and stamps of a disk in memory. Knows nothing of the port above it. */
export class MemoryDisk {
  readonly root: DirectoryNode;
  readonly places: MemoryPlaces;
  readonly #now: () => bigint;
  readonly #reuseInodes: boolean;
  #lastInode = 0n;
  #freeInodes: bigint[] = [];

  /** `reuseInodes`: a removed file's inode number goes to the next new one, as ext4 does it. */
  constructor(now: () => bigint, reuseInodes: boolean) {
    this.#now = now;
    this.#reuseInodes = reuseInodes;
    this.root = this.newDirectory(0o755);
    this.places = new MemoryPlaces(this.root);
  }

  newDirectory(mode: number): DirectoryNode {
    const entries = new Map<string, MemoryNode>();
    return {
      kind: "directory",
      ...this.#facts(types.directory | (mode & 0o777)),
      entries,
      durable: entries,
    };
  }

  newFile(kind: FileNode["kind"], bytes: Uint8Array, mode: number): FileNode {
    const facts = this.#facts(types[kind] | (mode & 0o777));
    const own = bytes.slice();
    const { mtimeNs, ctimeNs } = facts;
    const unsynced = [{ bytes: own, mtimeNs, ctimeNs }];
    return { kind, ...facts, bytes: own, nlink: 0, durable: undefined, unsynced };
  }

  /** The node an entry names, not followed when it is a link; `undefined` when there is none. */
  find(path: string): MemoryNode | undefined {
    return nodeOf(this.parentOf(path));
  }

  /** The same, where parents that are missing or no directories count as nothing there, too. */
  lookUp(path: string): MemoryNode | undefined {
    const found = this.#walk(path);
    if (typeof found !== "string") return nodeOf(found);
    if (found === "ENOENT" || found === "ENOTDIR") return undefined;
    throw systemError(found, path);
  }

  /** The directory an entry lies in, links among its parents followed, and the entry's name. */
  parentOf(path: string): Place {
    const found = this.#walk(path);
    if (typeof found === "string") throw systemError(found, path);
    return found;
  }

  /** The directory at a path, which may be a link to it. */
  directoryAt(path: string): DirectoryNode {
    // The dot keeps a last link from being an entry of its own.
    const node = this.find(`${path}/.`);
    if (node?.kind !== "directory") throw systemError("ENOTDIR", path);
    if ((node.mode & 0o400) === 0) throw systemError("EACCES", path);
    return node;
  }

  place(path: string, node: MemoryNode): void {
    const { directory, name } = this.#entryOf(path);
    if (directory.entries.has(name)) throw systemError("EEXIST", path);
    this.#set(directory, name, node);
    if (node.kind !== "directory") node.nlink += 1;
  }

  rename(from: string, to: string): void {
    const source = this.#entryOf(from);
    const target = this.#entryOf(to);
    const node = source.directory.entries.get(source.name);
    if (node === undefined) throw systemError("ENOENT", from);
    const there = target.directory.entries.get(target.name);
    if (there === node) return;
    if (node.kind === "directory" && isInside(node, target.directory)) {
      throw systemError("EINVAL", to);
    }
    if (there?.kind === "directory") {
      if (node.kind !== "directory") throw systemError("EISDIR", to);
      if (there.entries.size > 0) throw systemError("ENOTEMPTY", to);
    } else if (there !== undefined && node.kind === "directory") {
      throw systemError("ENOTDIR", to);
    }
    this.#set(source.directory, source.name, undefined);
    this.#set(target.directory, target.name, node);
    if (there !== undefined) this.#unlinked(there);
    node.ctimeNs = this.#now();
  }

  exchange(a: string, b: string): void {
    const [one, other] = [this.#entryOf(a), this.#entryOf(b)];
    const first = one.directory.entries.get(one.name);
    const second = other.directory.entries.get(other.name);
    if (first === undefined) throw systemError("ENOENT", a);
    if (second === undefined) throw systemError("ENOENT", b);
    this.#set(one.directory, one.name, second);
    this.#set(other.directory, other.name, first);
    first.ctimeNs = this.#now();
    second.ctimeNs = first.ctimeNs;
  }

  /** Removes a file or link; nothing there is no error. */
  remove(path: string): void {
    const node = this.lookUp(path);
    if (node === undefined) return;
    if (node.kind === "directory") throw systemError("EISDIR", path);
    const { directory, name } = this.#entryOf(path);
    this.#set(directory, name, undefined);
    this.#unlinked(node);
  }

  makeDirectory(path: string, mode: number): void {
    if (this.places.truePath(path) === undefined) throw systemError("ENOENT", path);
    const there = this.lookUp(path);
    if (there?.kind === "directory") return;
    if (there !== undefined) throw systemError("EEXIST", path);
    const above = path.slice(0, path.lastIndexOf("/"));
    if (above !== "") this.#makeParent(above, mode);
    this.place(path, this.newDirectory(mode));
  }

  removeDirectory(path: string): boolean {
    const node = this.lookUp(path);
    if (node?.kind !== "directory") return false;
    if (node.entries.size > 0) return false;
    const { directory, name } = this.#entryOf(path);
    this.#set(directory, name, undefined);
    this.#unlinked(node);
    return true;
  }

  /** Replaces a file's bytes in place. */
  overwrite(node: FileNode, bytes: Uint8Array): void {
    node.bytes = bytes.slice();
    node.mtimeNs = this.#now();
    node.ctimeNs = node.mtimeNs;
    const { mtimeNs, ctimeNs } = node;
    node.unsynced.push({ bytes: node.bytes, mtimeNs, ctimeNs });
  }

  changed(node: MemoryNode): void {
    node.ctimeNs = this.#now();
  }

  /** The power fails: see `CrashRules`. */
  crash(rules: CrashRules): void {
    crashTree(this.root, rules);
    this.#freeInodes = [];
    const seen = new Set<MemoryNode>();
    const inodes = new Set<bigint>();
    this.#adopt(this.root, seen, inodes);
  }

  /** Gives the system's code instead when the way ends early: that happens all the time. */
  #walk(given: string): Place | string {
    const path = this.places.truePath(given);
    if (path === undefined) return "ENOENT";
    let directory = this.root;
    for (let at = 1; ; ) {
      const slash = path.indexOf("/", at);
      const name = slash === -1 ? path.slice(at) : path.slice(at, slash);
      if (name === "." || name === "..") return this.#walkLinks(path);
      if (name !== "" && (directory.mode & 0o100) === 0) return "EACCES";
      if (slash === -1) return { directory, name };
      const next = name === "" ? directory : directory.entries.get(name);
      if (next === undefined) return "ENOENT";
      if (next.kind !== "directory") {
        return next.kind === "link" ? this.#walkLinks(path) : "ENOTDIR";
      }
      directory = next;
      at = slash + 1;
    }
  }

  /** The same for a path with links in it, which may lead up again. */
  #walkLinks(path: string): Place | string {
    let names = path.split("/");
    let chain = [this.root];
    let links = 0;
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] as string;
      if (name === "" || name === ".") continue;
      const directory = chain[chain.length - 1] as DirectoryNode;
      if (name === "..") {
        if (chain.length > 1) chain.pop();
        continue;
      }
      if ((directory.mode & 0o100) === 0) return "EACCES";
      if (at === names.length - 1) return { directory, name };
      const next = directory.entries.get(name);
      if (next === undefined) return "ENOENT";
      if (next.kind === "directory") {
        chain.push(next);
        continue;
      }
      if (next.kind !== "link") return "ENOTDIR";
      links += 1;
      if (links > 40) return "ELOOP";
      const target = decodePath(next.bytes);
      if (target.startsWith("/")) chain = [this.root];
      names = [...target.split("/"), ...names.slice(at + 1)];
      at = -1;
    }
    return { directory: chain[chain.length - 1] as DirectoryNode, name: "" };
  }

  /** After a crash: counts links anew, and gives no inode number to two nodes. */
  #adopt(node: MemoryNode, seen: Set<MemoryNode>, inodes: Set<bigint>): void {
    if (seen.has(node)) {
      if (node.kind !== "directory") node.nlink += 1;
      return;
    }
    seen.add(node);
    if (inodes.has(node.ino)) node.ino = this.#newInode();
    inodes.add(node.ino);
    if (node.kind !== "directory") node.nlink = 1;
    else for (const below of node.entries.values()) this.#adopt(below, seen, inodes);
  }

  #makeParent(path: string, mode: number): void {
    const there = this.lookUp(path);
    if (there === undefined) this.makeDirectory(path, mode);
  }

  #entryOf(path: string): Place {
    const found = this.parentOf(path);
    if (found.name === "") throw systemError("EBUSY", path);
    return found;
  }

  #set(directory: DirectoryNode, name: string, node: MemoryNode | undefined): void {
    if (directory.entries === directory.durable) directory.durable = new Map(directory.entries);
    if (node === undefined) directory.entries.delete(name);
    else directory.entries.set(name, node);
    directory.mtimeNs = this.#now();
    directory.ctimeNs = directory.mtimeNs;
  }

  #unlinked(node: MemoryNode): void {
    if (node.kind !== "directory") {
      node.nlink -= 1;
      if (node.nlink > 0) return;
    }
    if (this.#reuseInodes) this.#freeInodes.push(node.ino);
  }

  #facts(mode: number): NodeFacts {
    const now = this.#now();
    return { ino: this.#newInode(), mode, mtimeNs: now, ctimeNs: now };
  }

  #newInode(): bigint {
    const free = this.#freeInodes.pop();
    if (free !== undefined) return free;
    this.#lastInode += 1n;
    return this.#lastInode;
  }
}

export function syncNode(node: MemoryNode): void {
  if (node.kind === "directory") {
    node.durable = node.entries;
    return;
  }
  const last = node.unsynced.pop();
  if (last === undefined) return;
  node.durable = last;
  node.unsynced.length = 0;
}

export function syncTree(node: MemoryNode): void {
  syncNode(node);
  if (node.kind !== "directory") return;
  for (const below of node.entries.values()) syncTree(below);
}

function nodeOf({ directory, name }: Place): MemoryNode | undefined {
  return name === "" ? directory : directory.entries.get(name);
}

export function systemError(code: string, path: string): Error & { readonly code: string } {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

function isInside(node: DirectoryNode, directory: DirectoryNode): boolean {
  if (node === directory) return true;
  for (const below of node.entries.values()) {
    if (below.kind === "directory" && isInside(below, directory)) return true;
  }
  return false;
}
