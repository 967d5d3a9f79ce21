import {
  type AbsPath,
  type BlobId,
  joinPath,
  type ObjectStore,
  type PackedContent,
  type PackFacts,
  type RelPath,
  UnfError,
} from "@unf/core";
import { PackFile } from "./pack-file.ts";
import type { PackRecord } from "./pack-format.ts";
import { PackIndex } from "./pack-index.ts";
import type { PackPorts } from "./pack-ports.ts";

/** The end of a pack's file name. */
const suffix = ".pack";

/** A pack may take another's place while one looks: then everything is looked at again. */
const looksMax = 5;

/** Where a pack of this name lies. */
export function packPath({ packsDirectory }: Pick<PackPorts, "packsDirectory">, name: string) {
  return joinPath(packsDirectory, `${name}${suffix}` as RelPath);
}

/** A content in a pack that can be opened. */
interface Found {
  readonly file: PackFile;
  readonly record: PackRecord;
}

/** All packs of a home, for reading. What cannot be read is taken for absent. */
export class PackSet {
  readonly #ports: PackPorts;
  /** By name: a pack never changes, and a name is never used twice. */
  readonly #indexes = new Map<string, PackIndex>();

  constructor(ports: PackPorts) {
    this.#ports = ports;
  }

  /** Names in order. Whether they can be read is another question. */
  names(): string[] {
    const { fs, packsDirectory } = this.#ports;
    // Asked first: most homes have no packs, and to list what is not there is expensive.
    if (fs.lstat(packsDirectory) === undefined) return [];
    const entries = fs.list(packsDirectory) ?? [];
    const names = entries
      .filter(({ name, kind }) => name.endsWith(suffix) && kind !== "directory")
      .map(({ name }) => name.slice(0, -suffix.length))
      .sort();
    if (this.#indexes.size > names.length) this.#forgetAllBut(names);
    return names;
  }

  facts(): PackFacts[] {
    return this.names().flatMap((name) => {
      const index = this.#index(name, this.open(name, false));
      const stat = this.#ports.fs.lstat(packPath(this.#ports, name));
      if (index === undefined || stat === undefined) return [];
      const { entries, contentBytes } = index.footer;
      return { name, bytes: Number(stat.size), entries, contentBytes };
    });
  }

  has(hash: BlobId, size: number): boolean {
    for (const { record } of this.#find(hash)) if (record.bytes === size) return true;
    return false;
  }

  get(hash: BlobId): ReturnType<ObjectStore["get"]> {
    let kind: "missing" | "damaged" = "missing";
    for (const { file, record } of this.#find(hash)) {
      const bytes = file.readContent(record.offset);
      if (bytes !== undefined && this.#ports.digest(bytes) === hash)
        return { kind: "found", bytes };
      kind = "damaged";
    }
    return { kind };
  }

  list(digits: string): PackedContent[] {
    return this.names().flatMap((name) => {
      const file = this.open(name, false);
      return this.#index(name, file)?.list(file, digits) ?? [];
    });
  }

  /** Throws `store_damaged` when the index cannot be relied on. */
  records(name: string): PackRecord[] {
    const records = this.tryRecords(name);
    if (records !== undefined) return records;
    throw new UnfError("store_damaged", `the pack ${name} is damaged`, {
      hint: "unf verify --repair",
    });
  }

  /** The same, and `undefined` then. */
  tryRecords(name: string): PackRecord[] | undefined {
    const file = this.open(name, false);
    return this.#index(name, file)?.readAll(file, this.#ports.digest);
  }

  open(name: string, cached: boolean): PackFile {
    return new PackFile(this.#ports, packPath(this.#ports, name), cached);
  }

  /** Every place where the content lies; goes on to the next when one turns out to be damaged. */
  *#find(hash: BlobId): Iterable<Found> {
    for (let look = 0; look < looksMax; look += 1) {
      const names = this.names();
      for (const name of names) {
        const file = this.open(name, false);
        const record = this.#index(name, file)?.find(file, hash);
        if (record !== undefined) yield { file, record };
      }
      if (names.every((name) => this.#isThere(name))) return;
    }
  }

  #isThere(name: string): boolean {
    return this.#ports.fs.lstat(packPath(this.#ports, name)) !== undefined;
  }

  #index(name: string, file: PackFile): PackIndex | undefined {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const footer = file.readFooter();
    if (footer === undefined) return undefined;
    const index = new PackIndex(footer);
    this.#indexes.set(name, index);
    return index;
  }

  #forgetAllBut(names: readonly string[]): void {
    const there = new Set(names);
    for (const name of this.#indexes.keys()) if (!there.has(name)) this.#indexes.delete(name);
  }
}

/** Where the one that is being written lies, below the packs. */
export function packTemporaries({ packsDirectory }: Pick<PackPorts, "packsDirectory">): AbsPath {
  return joinPath(packsDirectory, "tmp" as RelPath);
}
