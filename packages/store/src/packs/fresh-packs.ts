import { type AbsPath, type Blob, type BlobId, parentPath, type RelPath } from "@unf/core/base";
import type { FreshStore } from "@unf/core/ports";
import { FreshPack } from "./fresh-pack.ts";
import type { PackWritingPorts } from "./pack-ports.ts";
import { packTemporaries } from "./pack-set.ts";
import { clearPackTemporaries } from "./pack-temporaries.ts";

const directoryMode = 0o700;

/** New contents on their way into packs: the packs that are not in their places yet. */
export class FreshPacks implements FreshStore {
  readonly #ports: PackWritingPorts;
  /** The last one may still be filled. */
  #packs: FreshPack[] = [];

  constructor(ports: PackWritingPorts) {
    this.#ports = ports;
  }

  has(hash: BlobId, size: number): boolean {
    return this.#packs.some((pack) => pack.find(hash)?.bytes === size);
  }

  /** Its digest is not checked. */
  read(hash: BlobId): Uint8Array | undefined {
    for (const pack of this.#packs) {
      const record = pack.find(hash);
      if (record !== undefined) return pack.read(record);
    }
    return undefined;
  }

  putFresh({ hash, bytes }: Blob): void {
    if (this.#packs.some((pack) => pack.find(hash) !== undefined)) return;
    this.#open().add({ hash, bytes: bytes.length }, this.#ports.compression.compressNow(bytes));
  }

  endFresh(): void {
    for (const pack of this.#packs) pack.end();
  }

  syncFresh(): void {
    this.endFresh();
    for (const pack of this.#packs) {
      if (!pack.isFlushed) this.#ports.fs.syncFile(pack.temporary);
      pack.isFlushed = true;
    }
    this.#place(this.#packs);
  }

  async flushFresh(): Promise<void> {
    this.endFresh();
    const ended = [...this.#packs];
    for (const pack of ended) {
      if (!pack.isFlushed) await this.#ports.fs.flushFile(pack.temporary);
      pack.isFlushed = true;
    }
    // Somebody who could not wait may have put them there meanwhile, or taken them away.
    this.#place(ended.filter((pack) => this.#packs.includes(pack)));
  }

  abandonFresh(): void {
    const packs = this.#packs;
    this.#packs = [];
    for (const { name } of packs) this.#ports.writing.delete(name);
    for (const pack of packs) pack.abandon();
  }

  #open(): FreshPack {
    const last = this.#packs.at(-1);
    if (last !== undefined && !last.isFull) return last;
    const { fs, writing } = this.#ports;
    const pack = new FreshPack(this.#ports);
    fs.makeDirectory(packTemporaries(this.#ports), directoryMode);
    clearPackTemporaries(this.#ports);
    writing.add(pack.name);
    this.#packs.push(pack);
    return pack;
  }

  #place(packs: readonly FreshPack[]): void {
    if (packs.length === 0) return;
    const { fs, packsDirectory, writing } = this.#ports;
    for (const pack of packs) pack.place();
    fs.syncDirectory(packsDirectory);
    fs.syncDirectory(parentPath(packsDirectory as string as RelPath) as string as AbsPath);
    this.#packs = this.#packs.filter((pack) => !packs.includes(pack));
    for (const { name } of packs) writing.delete(name);
  }
}
