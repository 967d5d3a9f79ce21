import { statSync } from "node:fs";
import { isLost } from "./failure.ts";

/** Which files stand at a timeline's paths: an open file goes on being written after it was removed. */
export class Place {
  readonly #path: string;
  readonly #file: string | undefined;
  /** Made by SQLite at some point after the file was opened, and then there until it is closed. */
  #log: string | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#file = identify(path);
    this.#log = identify(`${path}-wal`);
  }

  /** Tells the file from every other that stands on the disk at the same time. */
  get identity(): string {
    return `${this.#path} ${this.#file}`;
  }

  /** True while the file and its write-ahead log are the ones that were there at first. */
  isSame(): boolean {
    const log = identify(`${this.#path}-wal`);
    this.#log ??= log;
    return identify(this.#path) === this.#file && log === this.#log;
  }
}

/** Device and inode; `undefined` when no file is there. */
function identify(path: string): string | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat?.isFile() === true ? `${stat.dev}:${stat.ino}` : undefined;
  } catch (thrown) {
    if (isLost(thrown)) return undefined;
    throw thrown;
  }
}
