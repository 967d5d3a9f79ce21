import { basename } from "node:path";
import process from "node:process";

/** Bun shows the files that an executable carries below this path; no disk has it. */
const inside = "/$bunfs/";

/** A program of the background that the executable has unpacked for Node, in the cache of the home. */
const unpacked = /\/cache\/programs-[0-9a-f]{16}\/[a-z]+\.cjs$/;

/**
 * The file that the system runs: Node, or the executable, by whose path an unpacked program is called. Read
 * at the start: a program that runs for weeks starts others also when an upgrade has replaced its file.
 */
export const ownExecutable: string = unpacked.test(process.argv[1] ?? "")
  ? process.argv0
  : process.execPath;

/** True in a program of the executable, of which `self` is a file; false where Node runs installed files. */
export function isCarried(self: string): boolean {
  return self.startsWith(inside) || unpacked.test(self);
}

/** The directory of unpacked programs with that digest, which is hexadecimal. */
export function unpackedName(digest: string): string {
  return `programs-${digest.slice(0, 16)}`;
}

/** The files of the page of `unf ui` that the executable carries, by their addresses; undefined in Node's. */
export function carriedPage(): Readonly<Record<string, string>> | undefined {
  const { unfPage } = globalThis as { unfPage?: () => Readonly<Record<string, string>> };
  return unfPage?.();
}

/** A program by its file, with the words that it is to get. */
export interface Started {
  /** The file that Node runs, or one that the executable carries. */
  readonly path: string;
  readonly args: readonly string[];
  /** Options of Node and V8; the executable has neither. */
  readonly nodeOptions?: readonly string[];
}

/** The command line that starts a program: its first word is the file that the system runs. */
export function commandLine({ path, args, nodeOptions = [] }: Started): [string, ...string[]] {
  if (isCarried(path)) return [ownExecutable, wordFor(path), ...args];
  return [ownExecutable, ...nodeOptions, path, ...args];
}

/** The word that has the executable play a program: `:daemon`. No command of a person begins so. */
export function wordFor(path: string): string {
  return `:${basename(path, ".cjs")}`;
}

/** The runtime that a person is told of: `node 24.21.0`, `bun 1.4.5`. */
export function runtimeName(): string {
  const { bun, node } = process.versions;
  return bun === undefined ? `node ${node}` : `bun ${bun}`;
}
