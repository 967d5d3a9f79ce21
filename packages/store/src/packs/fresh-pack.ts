import { type AbsPath, type BlobId, giveBack, joinPath, type RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { PackFile } from "./pack-file.ts";
import {
  encodeBegin,
  encodeFooter,
  encodeHeader,
  encodeIndex,
  joinBytes,
  type PackRecord,
} from "./pack-format.ts";
import type { PackPorts } from "./pack-ports.ts";
import { packPath, packTemporaries } from "./pack-set.ts";

/** Only while it is being filled. */
const openMode = 0o600;
const packMode = 0o444;

/** Gathered before they are written. */
const pieceBytes = 256 * 1024;

/**
 * A pack that is filled as contents come, each made from nothing. A write that the disk refuses
 * takes nothing away: what was given is still in memory, and the next call writes it.
 */
export class FreshPack {
  readonly name: string;
  readonly temporary: AbsPath;
  /** Set by whoever has flushed the file after `end`. */
  isFlushed = false;
  readonly #ports: PackPorts;
  readonly #records = new Map<BlobId, PackRecord>();
  /** Bytes that the file does not have yet. */
  #pending: Uint8Array[] = [encodeBegin()];
  #pendingBytes = encodeBegin().length;
  /** Of the file, as far as it was written for certain. */
  #written = 0;
  #isMade = false;
  /** The last write failed: some of its bytes may be in the file. */
  #isTorn = false;
  #isEnded = false;

  constructor(ports: PackPorts) {
    this.#ports = ports;
    this.name = ports.unique();
    this.temporary = joinPath(packTemporaries(ports), this.name as RelPath);
  }

  /** True once it takes no more contents. */
  get isFull(): boolean {
    const { bytesMax, entriesMax } = limits.pack;
    return this.#isEnded || this.#bytes >= bytesMax || this.#records.size >= entriesMax;
  }

  find(hash: BlobId): PackRecord | undefined {
    return this.#records.get(hash);
  }

  add(content: Omit<PackRecord, "offset">, frame: Uint8Array): void {
    this.#records.set(content.hash, { ...content, offset: this.#bytes });
    const sizes = { frameBytes: frame.length, contentBytes: content.bytes, base: 0 };
    this.#push(encodeHeader(sizes), frame);
    if (this.#pendingBytes >= pieceBytes) this.#write();
  }

  /** The content of a record of this pack, as the file gives it; its digest is not checked. */
  read({ offset }: PackRecord): Uint8Array | undefined {
    this.#write();
    return new PackFile(this.#ports, this.temporary, false).readContent(offset);
  }

  /** Writes the index and the end. May be repeated when it throws. */
  end(): void {
    if (!this.#isEnded) {
      const records = [...this.#records.values()];
      const index = joinBytes([...encodeIndex(records)]);
      const facts = {
        entries: records.length,
        indexAt: this.#bytes,
        contentBytes: records.reduce((sum, { bytes }) => sum + bytes, 0),
        indexDigest: this.#ports.digest(index),
      };
      this.#push(index, encodeFooter(facts));
      this.#isEnded = true;
    }
    this.#write(packMode);
  }

  /** Moves the file to its place. Its directories are not flushed. */
  place(): void {
    this.#ports.fs.rename(this.temporary, packPath(this.#ports, this.name));
  }

  /** Takes away what was written, wherever it stands by now. */
  abandon(): void {
    this.#ports.fs.remove(this.temporary);
    this.#ports.fs.remove(packPath(this.#ports, this.name));
  }

  /** Of the file once all is written. */
  get #bytes(): number {
    return this.#written + this.#pendingBytes;
  }

  #push(...parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      this.#pending.push(part);
      this.#pendingBytes += part.length;
    }
  }

  #write(mode?: number): void {
    if (this.#pendingBytes === 0) return;
    const { fs } = this.#ports;
    const bytes = joinBytes(this.#pending);
    if (!this.#isMade) {
      fs.writeNew(this.temporary, new Uint8Array(0), { mode: openMode, sync: false });
      this.#isMade = true;
    }
    const landed = this.#isTorn ? this.#countLanded() : 0;
    this.#isTorn = true;
    fs.append(this.temporary, bytes.subarray(landed), mode);
    this.#isTorn = false;
    this.#written += this.#pendingBytes;
    for (const part of this.#pending) giveBack(part);
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  /** Bytes of what waits that a failed write left in the file. */
  #countLanded(): number {
    const size = Number(this.#ports.fs.lstat(this.temporary)?.size ?? 0n);
    return Math.max(0, Math.min(this.#pendingBytes, size - this.#written));
  }
}
