import { type AbsPath, type BlobId, joinPath, type RelPath, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ObjectStore, PackedContent, PackFacts } from "@unf/core/ports";
import { PackFile } from "./pack-file.ts";
import type { PackRecord } from "./pack-format.ts";
import { beginningOfHash, PackIndex } from "./pack-index.ts";
import type { PackPorts } from "./pack-ports.ts";

/** The end of a pack's file name. */
const suffix = ".pack";

/** A pack may take another's place while one looks: then everything is looked at again. */
const looksMax = 5;

/** Where a pack of this name lies. */
export function packPath({ packsDirectory }: Pick<PackPorts, "packsDirectory">, name: string) {
  return joinPath(packsDirectory, `${name}${suffix}` as RelPath);
}

/** So often packs are asked before the beginnings of digests are kept, of one pack at a time. */
const asksBeforeKept = 64;

/** A content in a pack that can be opened. */
interface Found {
  readonly file: PackFile;
  readonly record: PackRecord;
}

interface Listing {
  /** Of the directory before it was listed. */
  readonly stamp: string;
  readonly names: readonly string[];
}

/** All packs of a home, for reading. What cannot be read is taken for absent. */
export class PackSet {
  readonly #ports: PackPorts;
  /** By name: a pack never changes, and a name is never used twice. */
  readonly #indexes = new Map<string, PackIndex>();
  #listing: Listing = { stamp: "", names: [] };
  #asked = 0;

  constructor(ports: PackPorts) {
    this.#ports = ports;
  }

  /** Names in order. Whether they can be read is another question. */
  names(): readonly string[] {
    return this.#list().names;
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

  /** May miss what was packed in this very moment, which then is written once more. */
  has(hash: BlobId, size: number): boolean {
    for (const { record } of this.#find(hash, false)) if (record.bytes === size) return true;
    return false;
  }

  get(hash: BlobId): ReturnType<ObjectStore["get"]> {
    return this.#read(hash, true);
  }

  /** The same for who reads it elsewhere when it is missing here; may miss as `has` does. */
  tryGet(hash: BlobId): ReturnType<ObjectStore["get"]> {
    return this.#read(hash, false);
  }

  list(digits: string): PackedContent[] {
    return this.names().flatMap((name) => {
      const file = this.open(name, false);
      return this.#index(name, file)?.list(file, digits) ?? [];
    });
  }

  /** Throws `store_damaged` when the index cannot be relied on. */
  records(name: string): Iterable<PackRecord> {
    const records = this.tryRecords(name);
    if (records !== undefined) return records;
    throw new UnfError("store_damaged", `the pack ${name} is damaged`, {
      hint: "unf verify --repair",
    });
  }

  /** The same, and `undefined` then. */
  tryRecords(name: string): Iterable<PackRecord> | undefined {
    const file = this.open(name, false);
    return this.#index(name, file)?.readAll(file, this.#ports.digest);
  }

  open(name: string, cached: boolean): PackFile {
    return new PackFile(this.#ports, packPath(this.#ports, name), cached);
  }

  #read(hash: BlobId, isSure: boolean): ReturnType<ObjectStore["get"]> {
    let kind: "missing" | "damaged" = "missing";
    for (const { file, record } of this.#find(hash, isSure)) {
      const bytes = file.readContent(record.offset);
      if (bytes !== undefined && this.#ports.digest(bytes) === hash)
        return { kind: "found", bytes };
      kind = "damaged";
    }
    return { kind };
  }

  /**
   * Every place where the content lies; goes on to the next when one turns out to be damaged.
   * `isSure`: the directory is listed again before it is given up; otherwise its stamp must do, which
   * does not tell two changes within some milliseconds from one.
   */
  *#find(hash: BlobId, isSure: boolean): Iterable<Found> {
    let { names } = this.#known();
    for (let look = 0; look < looksMax; look += 1) {
      yield* this.#findIn(names, hash);
      const now = isSure ? this.#list() : this.#known();
      if (isSame(names, now.names)) return;
      ({ names } = now);
    }
  }

  *#findIn(names: readonly string[], hash: BlobId): Iterable<Found> {
    const beginning = beginningOfHash(hash);
    this.#asked += 1;
    let mayKeep = this.#asked > asksBeforeKept;
    for (const name of names) {
      let file: PackFile | undefined;
      const open = () => {
        file ??= this.open(name, false);
        return file;
      };
      const index = this.#indexes.get(name) ?? this.#index(name, open());
      if (index === undefined) continue;
      if (mayKeep && index.mayKeep && this.#hasRoomFor(index)) {
        index.keep(open());
        mayKeep = false;
      }
      const record = index.find(open, hash, beginning);
      if (record !== undefined) yield { file: open(), record };
    }
  }

  #hasRoomFor({ footer }: PackIndex): boolean {
    const kept = this.#indexes.values().reduce((sum, index) => sum + index.kept, 0);
    return kept + footer.entries <= limits.pack.keptMax;
  }

  /** The last listing, where the directory was not changed since. */
  #known(): Listing {
    return this.#stamp() === this.#listing.stamp ? this.#listing : this.#list();
  }

  #list(): Listing {
    const { fs, packsDirectory } = this.#ports;
    const stamp = this.#stamp();
    // Most homes have no packs, and to list what is not there is expensive.
    const entries = stamp === "" ? [] : (fs.list(packsDirectory) ?? []);
    const names = entries
      .filter(({ name, kind }) => name.endsWith(suffix) && kind !== "directory")
      .map(({ name }) => name.slice(0, -suffix.length))
      .sort();
    if (this.#indexes.size > names.length) this.#forgetAllBut(names);
    this.#listing = { stamp, names };
    return this.#listing;
  }

  /** Another one after each change of the directory; empty when there is none. */
  #stamp(): string {
    const stat = this.#ports.fs.lstat(this.#ports.packsDirectory);
    return stat === undefined ? "" : `${stat.dev} ${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`;
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

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, at) => name === others[at]);
}

/** Where the one that is being written lies, below the packs. */
export function packTemporaries({ packsDirectory }: Pick<PackPorts, "packsDirectory">): AbsPath {
  return joinPath(packsDirectory, "tmp" as RelPath);
}
