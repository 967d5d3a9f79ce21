import type { LatestHead } from "../record/recorder.ts";

interface OfFile {
  /** `sameFileKey` of what the row is about; `undefined` where nobody knows. */
  readonly file: string | undefined;
}

/**
 * Rows recorded lately, the oldest first, and by the file they are about, whatever that is called.
 * The oldest goes for the newest beyond the bound: a tree that is removed has more rows than are
 * worth the memory.
 */
export class RecentRows<T extends OfFile> {
  readonly #max: number;
  readonly #byFile = new Map<string, T[]>();
  #all: T[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  get all(): readonly T[] {
    return this.#all;
  }

  ofFile(key: string): readonly T[] {
    return this.#byFile.get(key) ?? [];
  }

  add(row: T): void {
    this.#all.push(row);
    this.#name(row);
    if (this.#all.length <= this.#max) return;
    const oldest = this.#all.shift();
    if (oldest?.file === undefined) return;
    const rest = this.ofFile(oldest.file).filter((one) => one !== oldest);
    if (rest.length === 0) this.#byFile.delete(oldest.file);
    else this.#byFile.set(oldest.file, rest);
  }

  /** Forgets those of which the test is false. */
  keep(test: (row: T) => boolean): void {
    this.#all = this.#all.filter(test);
    this.#byFile.clear();
    for (const row of this.#all) this.#name(row);
  }

  #name(row: T): void {
    if (row.file === undefined) return;
    const rows = this.#byFile.get(row.file);
    if (rows === undefined) this.#byFile.set(row.file, [row]);
    else rows.push(row);
  }
}

/** Names one state of one file, whatever it is called; a number of an inode is used again. */
export function sameFileKey({ hash, stat }: Pick<LatestHead, "hash" | "stat">): string {
  return `${stat.dev} ${stat.ino} ${hash}`;
}
