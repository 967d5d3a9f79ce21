import type { LatestHead } from "../capture/recorder.ts";

/** Rows of one file under several names, by its inode and content. */
export class SameFiles<T> {
  readonly #rows = new Map<string, T[]>();

  add(key: string, row: T): void {
    const rows = this.#rows.get(key);
    if (rows === undefined) this.#rows.set(key, [row]);
    else rows.push(row);
  }

  of(key: string): readonly T[] {
    return this.#rows.get(key) ?? [];
  }

  clear(): void {
    this.#rows.clear();
  }
}

/** What names one state of one file, whatever it is called; a number of an inode is used again. */
export function sameFileKey({ hash, stat }: Pick<LatestHead, "hash" | "stat">): string {
  return `${stat.dev} ${stat.ino} ${hash}`;
}
