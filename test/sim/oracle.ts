import {
  type AbsPath,
  childPath,
  isWithin,
  joinPath,
  parentPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import type { Filter } from "@unf/core/filter";
import type { TimelineReader } from "@unf/core/ports";
import type { Point } from "@unf/core/timeline";
import { isPlainText } from "@unf/system/signature";
import type { MemoryFs } from "../kit/memory-fs.ts";
import { recordedRows } from "../kit/recorded-rows.ts";
import { modelDigest } from "./digest.ts";
import { SharedFilter } from "./shared-filter.ts";

/** Every recorded path with mode and content: `100644 <digest>`. */
export type Tree = ReadonlyMap<RelPath, string>;

/** The tree on disk, as far as it can be looked at and is to be recorded. */
export interface SeenTree {
  readonly tree: Tree;
  /** Files that are binary or too large. */
  readonly unrecordable: ReadonlySet<RelPath>;
  /** Files and directories that cannot be read: of these and what is below nothing is demanded. */
  readonly unreadable: readonly RelPath[];
}

/** Stands for a library of file formats: there is one format. */
export function modelSignature(firstBytes: Uint8Array): string | undefined {
  return firstBytes[0] === 0xff && firstBytes[1] === 0xd8 ? "image/jpeg" : undefined;
}

const shared = new SharedFilter();

const judge = (bytes: Uint8Array) => (isPlainText(bytes) ? undefined : modelSignature(bytes));

/** Says what ought to be recorded, from the disk alone: with rules read just now, no stat trusted. */
export class Oracle {
  readonly #disk: MemoryFs;
  readonly #root: AbsPath;
  readonly #maxFileBytes: number;
  #filter: Filter;

  constructor(disk: MemoryFs, root: AbsPath, maxFileBytes: number) {
    this.#disk = disk;
    this.#root = root;
    this.#maxFileBytes = maxFileBytes;
    this.#filter = shared.takeOver(readRules(disk, root), judge);
  }

  look(): SeenTree {
    this.#filter = shared.takeOver(readRules(this.#disk, this.#root), judge);
    const seen = noSight();
    this.#visit("" as RelPath, seen);
    return seen;
  }

  /** The entry at the path itself, whatever the rules say; `unreadable` when it does not say. */
  stateOf(path: RelPath): string | undefined {
    // An entry that is seen through a link stands elsewhere.
    for (let above = parentPath(path); above !== ""; above = parentPath(above))
      if (this.#kindOf(above) === "link") return undefined;
    const read = this.#disk.read(joinPath(this.#root, path), this.#maxFileBytes);
    if (read.kind === "unreadable") return "unreadable";
    if (read.kind !== "content") return undefined;
    return `${read.stat.mode.toString(8)} ${modelDigest(read.bytes)}`;
  }

  /** Files that only a restore writes, and only for a while. */
  temporaries(directory = "" as RelPath): RelPath[] {
    let entries: ReturnType<MemoryFs["list"]>;
    try {
      entries = this.#disk.list(joinPath(this.#root, directory));
    } catch (thrown) {
      if (systemCode(thrown) !== "EACCES") throw thrown;
    }
    return (entries ?? []).flatMap(({ name, kind }) => {
      const path = childPath(directory, name);
      if (kind === "directory") return this.temporaries(path);
      return /^\.unf-\d+-\d+\.new$/.test(name) ? [path] : [];
    });
  }

  #kindOf(path: RelPath): string | undefined {
    try {
      return this.#disk.lstat(joinPath(this.#root, path))?.kind;
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown;
      return undefined;
    }
  }

  #visit(directory: RelPath, seen: Sight): void {
    const { unreadable } = seen;
    let entries: ReturnType<MemoryFs["list"]>;
    try {
      entries = this.#disk.list(joinPath(this.#root, directory));
    } catch (thrown) {
      if (systemCode(thrown) !== "EACCES") throw thrown;
      unreadable.push(directory);
      return;
    }
    // Of what is in a directory that may be listed but not entered, nothing can be said either.
    if (((this.#disk.lstat(joinPath(this.#root, directory))?.mode ?? 0) & 0o100) === 0)
      unreadable.push(directory);
    for (const { name, kind } of entries ?? []) {
      const path = childPath(directory, name);
      if (kind === "directory") {
        // An entry that is hidden in a directory that no rule lets in any more cannot be seen to have gone.
        this.#visit(path, this.#filter.covers(path) ? seen : { ...noSight(), unreadable });
      } else if (kind === "file" || kind === "link") {
        const verdict = this.#filter.verdict(path, kind);
        if (verdict.recorded) this.#readFile(path, seen);
        else if (verdict.isBinary === true) seen.unrecordable.add(path);
      }
    }
  }

  #readFile(path: RelPath, { tree, unrecordable, unreadable }: Sight): void {
    const read = this.#disk.read(joinPath(this.#root, path), this.#maxFileBytes);
    if (read.kind === "unreadable") unreadable.push(path);
    if (read.kind === "too_large") unrecordable.add(path);
    if (read.kind !== "content") return;
    const verdict = this.#filter.judgeContent(path, read.bytes);
    if (read.stat.kind === "link" || verdict.recorded)
      tree.set(path, `${read.stat.mode.toString(8)} ${modelDigest(read.bytes)}`);
    else if (verdict.layer !== "private_key") unrecordable.add(path);
  }
}

interface Sight extends SeenTree {
  readonly tree: Map<RelPath, string>;
  readonly unrecordable: Set<RelPath>;
  readonly unreadable: RelPath[];
}

function noSight(): Sight {
  return { tree: new Map(), unrecordable: new Set(), unreadable: [] };
}

/** Reads a project's ignore files as the programs do. */
export function readRules(disk: Pick<MemoryFs, "read">, root: AbsPath) {
  return (path: RelPath): Uint8Array | undefined => {
    const read = disk.read(joinPath(root, path), 2 ** 20);
    return read.kind === "content" && read.stat.kind === "file" ? read.bytes : undefined;
  };
}

/** The project at an instant, by the timeline. */
export function recordedTree(timeline: TimelineReader, at: Point): Map<RelPath, string> {
  const tree = new Map<RelPath, string>();
  for (const row of recordedRows(timeline.stateAt(at, [])))
    tree.set(row.path, `${row.mode.toString(8)} ${row.hash}`);
  return tree;
}

/** The first path in which the two differ, in words; `undefined` when they are equal. */
export function compareTrees(
  recorded: Tree,
  disk: Tree,
  unreadable: readonly RelPath[] = [],
): string | undefined {
  for (const path of new Set([...recorded.keys(), ...disk.keys()])) {
    if (recorded.get(path) === disk.get(path)) continue;
    if (unreadable.some((hidden) => isWithin(hidden, path))) continue;
    return `${path}: recorded ${short(recorded.get(path))}, on disk ${short(disk.get(path))}`;
  }
  return undefined;
}

function short(state: string | undefined): string {
  return state?.slice(0, 15) ?? "nothing";
}
