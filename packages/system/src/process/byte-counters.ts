import { closeSync, constants, readSync } from "node:fs";
import type { WrittenBytes } from "@unf/core";
import { openToRead } from "../disk/open-to-read.ts";
import { parseBytes, readBytes } from "./process-bytes.ts";
import { tryRead } from "./try-read.ts";

/** Beyond that many a counter is opened for each reading. */
const openMax = 256;

/** More than one of them ever holds. */
const buffer = Buffer.allocUnsafeSlow(1024);

/**
 * Reads again and again what processes have written, from files that stay open: a third of the price.
 * Such a file is of the process that had the number when it was opened, and of no later one.
 */
export class ByteCounters {
  readonly #open = new Map<number, number>();

  /** As `readBytes`. */
  read(pid: number): WrittenBytes | undefined {
    const descriptor = this.#open.get(pid) ?? this.#openOf(pid);
    if (descriptor === undefined) return readBytes(pid);
    const length = tryRead(() => readSync(descriptor, buffer, 0, buffer.length, 0));
    // It is gone, or hides from now on.
    if (length === undefined) this.close(pid);
    return length === undefined ? undefined : parseBytes(buffer.toString("latin1", 0, length));
  }

  /** The process is gone. */
  close(pid: number): void {
    const descriptor = this.#open.get(pid);
    this.#open.delete(pid);
    if (descriptor !== undefined) closeSync(descriptor);
  }

  #openOf(pid: number): number | undefined {
    if (this.#open.size >= openMax) return undefined;
    const descriptor = tryRead(() => openToRead(`/proc/${pid}/io`, constants.O_RDONLY));
    if (descriptor !== undefined) this.#open.set(pid, descriptor);
    return descriptor;
  }
}
