import { type Blob, type BlobId, giveBack, UnfError } from "@unf/core/base";
import type { Breathe, Chains, MergedPack } from "@unf/core/ports";
import type { PackFile } from "./pack-file.ts";
import type { PackRecord } from "./pack-format.ts";
import type { PackWritingPorts } from "./pack-ports.ts";
import type { PackSet } from "./pack-set.ts";
import { PackWriter } from "./pack-writer.ts";
import { ChainWriter } from "./write-chain.ts";

/** A pack that is to be merged, with what it holds by digest. */
interface Source {
  readonly name: string;
  readonly records: ReadonlyMap<BlobId, PackRecord>;
}

/**
 * Writes what some packs hold into a new one, as `PackStore.mergePacks` says. The old ones stay. Each
 * was written for itself, so that a path's first version in each is there as a whole: along `chains` it
 * is made from the version before. One that turns out to be damaged is left out.
 */
export async function mergePacks(
  ports: PackWritingPorts,
  set: PackSet,
  names: readonly string[],
  chains: () => Chains<BlobId>,
  breathe: Breathe,
): Promise<MergedPack | undefined> {
  let sources: Source[] = [];
  for (const name of names) {
    const records = set.tryRecords(name);
    if (records !== undefined) sources.push(await openSource(name, records, breathe));
  }
  while (sources.length > 1) {
    const merging = new Merging(ports, set, sources, breathe);
    try {
      const pack = await merging.run(chains());
      return { ...pack, from: sources.map(({ name }) => name) };
    } catch (thrown) {
      if (!(thrown instanceof DamagedSource)) throw thrown;
      sources = sources.filter((one) => one !== thrown.source);
    }
  }
  return undefined;
}

async function openSource(
  name: string,
  records: Iterable<PackRecord>,
  breathe: Breathe,
): Promise<Source> {
  const byHash = new Map<BlobId, PackRecord>();
  for (const record of records) {
    byHash.set(record.hash, record);
    await breathe();
  }
  return { name, records: byHash };
}

/** Nobody outside of this file sees it. */
class DamagedSource extends UnfError {
  readonly source: Source;

  constructor(source: Source) {
    super("store_damaged", `the pack ${source.name} is damaged`);
    this.source = source;
  }
}

class Merging {
  readonly #ports: PackWritingPorts;
  readonly #set: PackSet;
  readonly #sources: readonly Source[];
  readonly #writer: PackWriter;
  readonly #links: ChainWriter;
  readonly #breathe: Breathe;
  /** The pack that was read last, with some of its contents. Of one only, for the memory it takes. */
  #open: { readonly source: Source; readonly file: PackFile } | undefined;

  constructor(ports: PackWritingPorts, set: PackSet, sources: readonly Source[], breathe: Breathe) {
    this.#ports = ports;
    this.#set = set;
    this.#sources = sources;
    this.#breathe = breathe;
    this.#writer = new PackWriter(ports, breathe);
    this.#links = new ChainWriter(ports.compression, this.#writer);
  }

  async run(chains: Chains<BlobId>) {
    try {
      for await (const chain of chains) await this.#writeChain(chain);
      for (const source of this.#sources) {
        for (const chain of await this.#listRest(source)) await this.#writeChain(chain);
      }
      return await this.#writer.finish();
    } catch (thrown) {
      this.#writer.abandon();
      throw thrown;
    }
  }

  async #writeChain(hashes: Iterable<BlobId> | AsyncIterable<BlobId>): Promise<void> {
    this.#links.begin();
    for await (const hash of hashes) {
      const source = this.#sources.find(({ records }) => records.has(hash));
      if (source === undefined || this.#writer.offsetOf(hash) !== undefined) continue;
      const blob = this.#read(source, hash);
      await this.#links.add(blob);
      giveBack(blob.bytes);
    }
  }

  #read(source: Source, hash: BlobId): Blob {
    const offset = source.records.get(hash)?.offset ?? 0;
    const bytes = this.#file(source).readContent(offset);
    if (bytes === undefined || this.#ports.digest(bytes) !== hash) throw new DamagedSource(source);
    return { hash, bytes };
  }

  #file(source: Source): PackFile {
    if (this.#open?.source !== source) {
      this.#open = { source, file: this.#set.open(source.name, true) };
    }
    return this.#open.file;
  }

  /** Chains of the contents that no given chain named, as they were made from each other. */
  async #listRest(source: Source): Promise<Iterable<readonly BlobId[]>> {
    const records = [...source.records.values()].sort((a, b) => a.offset - b.offset);
    if (records.every(({ hash }) => this.#writer.offsetOf(hash) !== undefined)) return [];
    const chains = new Map<number, BlobId[]>();
    for (const { hash, offset } of records) {
      const base = this.#file(source).readEntry(offset)?.base;
      if (base === undefined) throw new DamagedSource(source);
      const chain = chains.get(base) ?? [];
      chain.push(hash);
      chains.set(offset, chain);
      await this.#breathe();
    }
    return new Set(chains.values());
  }
}
