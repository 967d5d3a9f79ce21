import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { systemCode } from "@unf/core/base";

export interface RotationLimits {
  /** Size at which a file is put aside. */
  readonly bytesMax: number;
  /** Files kept, the current one included. */
  readonly filesMax: number;
}

const flags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

/**
 * A file that lines are added to, put aside as `.1`, `.2`, … when it is full. A line that cannot be
 * written is counted and dropped: a full disk must not end the program that reports it.
 */
export class RotatingFile implements Disposable {
  readonly #path: string;
  readonly #limits: RotationLimits;
  #fd: number | undefined;
  #size = 0;
  #lost = 0;

  /** Throws when the file cannot be opened. */
  constructor(path: string, limits: RotationLimits) {
    this.#path = path;
    this.#limits = limits;
    this.#open();
  }

  /** Lines dropped since the last one written. */
  get lost(): number {
    return this.#lost;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    try {
      if (this.#size > 0 && this.#size + bytes.length > this.#limits.bytesMax) this.#rotate();
      const fd = this.#fd ?? this.#open();
      // A line of which a full disk takes only a part stays half a line; readers skip it.
      this.#size += writeSync(fd, bytes);
      this.#lost = 0;
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown;
      this.#lost += 1;
    }
  }

  [Symbol.dispose](): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #open(): number {
    this.#fd = openSync(this.#path, flags, 0o600);
    this.#size = fstatSync(this.#fd).size;
    return this.#fd;
  }

  #rotate(): void {
    this[Symbol.dispose]();
    for (let age = this.#limits.filesMax - 1; age > 0; age -= 1) {
      moveIfThere(age === 1 ? this.#path : `${this.#path}.${age - 1}`, `${this.#path}.${age}`);
    }
    this.#open();
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT") throw thrown;
  }
}
