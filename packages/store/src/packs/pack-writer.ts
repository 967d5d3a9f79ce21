import {
  type AbsPath,
  type BlobId,
  giveBack,
  invariant,
  joinPath,
  parentPath,
  type RelPath,
  UnfError,
} from "@unf/core/base";
import type { Breathe, WrittenPack } from "@unf/core/ports";
import { PackFile } from "./pack-file.ts";
import {
  encodeBegin,
  encodeFooter,
  encodeHeader,
  encodeIndex,
  joinBytes,
  type PackRecord,
} from "./pack-format.ts";
import type { PackWritingPorts } from "./pack-ports.ts";
import { packPath, packTemporaries } from "./pack-set.ts";
import { clearPackTemporaries } from "./pack-temporaries.ts";

const directoryMode = 0o700;
/** Only while it is being written. */
const openMode = 0o600;
const packMode = 0o444;

/** Gathered before they are written. */
const pieceBytes = 256 * 1024;
/** Flushed as one goes: a flush of everything at the end would hold up whoever records. */
const flushBytes = 2 ** 20;

/** Writes one pack from its first entry to its place among the others. */
export class PackWriter {
  readonly #ports: PackWritingPorts;
  readonly #breathe: Breathe;
  readonly #name: string;
  readonly #temporary: AbsPath;
  readonly #records = new Map<BlobId, PackRecord>();
  /** A copy of what is gathered: a frame may keep a buffer of many times its size from being freed. */
  readonly #pending = new Uint8Array(pieceBytes);
  #pendingBytes = 0;
  #unflushed = 0;
  #end = 0;

  constructor(ports: PackWritingPorts, breathe: Breathe) {
    this.#ports = ports;
    this.#breathe = breathe;
    this.#name = ports.unique();
    this.#temporary = joinPath(packTemporaries(ports), this.#name as RelPath);
  }

  /** Of the file so far, without its index. */
  get bytes(): number {
    return this.#end;
  }

  get entries(): number {
    return this.#records.size;
  }

  /** Where the content lies in this pack, if it is in it. */
  offsetOf(hash: BlobId): number | undefined {
    return this.#records.get(hash)?.offset;
  }

  /** Adds a frame, made from the content at `base` (0: from none). Where its entry begins. */
  async add(content: Omit<PackRecord, "offset">, frame: Uint8Array, base: number): Promise<number> {
    invariant(!this.#records.has(content.hash), "a pack has each content once");
    if (this.#end === 0) this.#begin();
    const offset = this.#end;
    this.#push(encodeHeader({ frameBytes: frame.length, contentBytes: content.bytes, base }));
    this.#push(frame);
    this.#records.set(content.hash, { ...content, offset });
    await this.#breathe();
    return offset;
  }

  /**
   * Makes the pack durable, reads everything in it again, and puts it in its place. `blame`: what to
   * throw when a content is not as it ought to be, if it was not before either.
   */
  async finish(blame: Blame = () => undefined): Promise<WrittenPack> {
    const { fs, packsDirectory } = this.#ports;
    const records = [...this.#records.values()];
    const contentBytes = records.reduce((sum, record) => sum + record.bytes, 0);
    await this.#pushEnd(records, contentBytes);
    const bytes = this.#end;
    this.#write(packMode);
    fs.syncFile(this.#temporary);
    await this.#verify(records, blame);
    fs.rename(this.#temporary, packPath(this.#ports, this.#name));
    this.#ports.writing.delete(this.#name);
    fs.syncDirectory(packsDirectory);
    fs.syncDirectory(parentPath(packsDirectory as string as RelPath) as string as AbsPath);
    return {
      name: this.#name,
      bytes,
      entries: records.length,
      contentBytes,
      contents: records,
    };
  }

  /** Takes away what was written, also from its place: nobody knows whether it is durable there. */
  abandon(): void {
    this.#ports.fs.remove(this.#temporary);
    this.#ports.fs.remove(packPath(this.#ports, this.#name));
    this.#ports.writing.delete(this.#name);
  }

  #begin(): void {
    const { fs } = this.#ports;
    fs.makeDirectory(packTemporaries(this.#ports), directoryMode);
    clearPackTemporaries(this.#ports);
    this.#ports.writing.add(this.#name);
    const begin = encodeBegin();
    fs.writeNew(this.#temporary, begin, { mode: openMode, sync: false });
    this.#end = begin.length;
  }

  async #pushEnd(records: readonly PackRecord[], contentBytes: number): Promise<void> {
    const indexAt = this.#end;
    const parts: Uint8Array[] = [];
    for (const part of encodeIndex(records)) {
      parts.push(part);
      await this.#breathe();
    }
    const index = joinBytes(parts);
    const indexDigest = this.#ports.digest(index);
    this.#push(index);
    this.#push(encodeFooter({ entries: records.length, indexAt, contentBytes, indexDigest }));
  }

  #push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#pendingBytes === pieceBytes) this.#write();
      const part = bytes.subarray(at, at + pieceBytes - this.#pendingBytes);
      this.#pending.set(part, this.#pendingBytes);
      this.#pendingBytes += part.length;
      at += part.length;
    }
    this.#end += bytes.length;
  }

  #write(mode?: number): void {
    const { fs } = this.#ports;
    fs.append(this.#temporary, this.#pending.subarray(0, this.#pendingBytes), mode);
    this.#unflushed += this.#pendingBytes;
    this.#pendingBytes = 0;
    if (this.#unflushed < flushBytes) return;
    fs.syncFile(this.#temporary);
    this.#unflushed = 0;
  }

  /** Checks that the disk gives back the contents of these digests, before anything relies on them. */
  async #verify(records: readonly PackRecord[], blame: Blame): Promise<void> {
    const file = new PackFile(this.#ports, this.#temporary, true);
    const isSound = file.readFooter()?.entries === records.length;
    for (const { hash, offset, bytes } of records) {
      const content = isSound ? file.readContent(offset) : undefined;
      if (content?.length !== bytes || this.#ports.digest(content) !== hash) {
        throw blame(hash) ?? unreadable();
      }
      giveBack(content);
      await this.#breathe();
    }
  }
}

type Blame = (hash: BlobId) => UnfError | undefined;

function unreadable(): UnfError {
  return new UnfError("failed", "a pack that was just written cannot be read back", {
    hint: "unf verify --read-data; the disk or the memory of this machine may be failing",
  });
}
