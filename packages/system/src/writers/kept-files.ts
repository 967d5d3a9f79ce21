import { closeSync, constants, readSync } from "node:fs";
import { openToRead } from "../disk/base/open-to-read.ts";
import { type ReadFile, readProc } from "../process/process-facts.ts";
import { tryRead } from "../process/try-read.ts";

/** Beyond that many a file is opened for each reading. */
const openMax = 256;

/** Files that were not read in so many looks are closed. */
const looksMax = 8;

/** More than one of those that are read again and again ever holds. */
const buffer = Buffer.allocUnsafeSlow(4096);

interface Kept {
  readonly descriptor: number;
  /** In which it was last read. */
  look: number;
}

/**
 * Reads files of `/proc` look after look, from descriptors that stay open: a quarter of the price. Such a
 * file is of the process that had the number when it was opened, and of no later one: of that the first
 * reading says that it has gone.
 */
export class KeptFiles {
  readonly #open = new Map<string, Kept>();
  #look = 0;

  /** As `readProc`. */
  readonly read: ReadFile = (path) => {
    const kept = this.#open.get(path) ?? this.#keep(path);
    if (kept === undefined) return readProc(path);
    kept.look = this.#look;
    const length = tryRead(() => readSync(kept.descriptor, buffer, 0, buffer.length, 0));
    if (length === buffer.length) return readProc(path);
    // It is gone, or hides from now on.
    if (length === undefined) this.#close(path, kept);
    return length === undefined ? undefined : buffer.toString("utf8", 0, length);
  };

  /** A look is over. */
  endLook(): void {
    this.#look += 1;
    if (this.#look % looksMax !== 0) return;
    for (const [path, kept] of this.#open)
      if (kept.look < this.#look - looksMax) this.#close(path, kept);
  }

  #keep(path: string): Kept | undefined {
    if (this.#open.size >= openMax) return undefined;
    const descriptor = tryRead(() => openToRead(path, constants.O_RDONLY));
    if (descriptor === undefined) return undefined;
    const kept = { descriptor, look: this.#look };
    this.#open.set(path, kept);
    return kept;
  }

  #close(path: string, { descriptor }: Kept): void {
    this.#open.delete(path);
    closeSync(descriptor);
  }
}
