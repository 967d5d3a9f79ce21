import type { RelPath } from "@unf/core/base";
import type { StatKey } from "@unf/core/timeline";

/** Looks at paths: what stood there, or that nothing did. */
export type SeenStats = Pick<StatTable, "get" | "has">;

/** dev, ino, size, mtime, ctime, mode. */
const columns = 6;
const chunkRows = 1024;
/** The row of a path where nothing stood. */
const none = -1;

/**
 * Stats by path, at some 100 bytes each: an operation may hold one for each of hundreds of thousands
 * of files, and as an object with its large integers each takes three times that.
 */
export class StatTable {
  readonly #rows = new Map<RelPath, number>();
  readonly #chunks: BigUint64Array[] = [];
  #used = 0;

  get size(): number {
    return this.#rows.size;
  }

  has(path: RelPath): boolean {
    return this.#rows.has(path);
  }

  /** `undefined` also for a path where nothing stood: `has` tells the two apart. */
  get(path: RelPath): StatKey | undefined {
    const row = this.#rows.get(path);
    if (row === undefined || row === none) return undefined;
    const cell = (column: number) => this.#cells(row)[(row % chunkRows) * columns + column] ?? 0n;
    return {
      dev: cell(0),
      ino: cell(1),
      size: cell(2),
      // Before 1970 they are negative.
      mtimeNs: BigInt.asIntN(64, cell(3)),
      ctimeNs: BigInt.asIntN(64, cell(4)),
      mode: Number(cell(5)),
    };
  }

  set(path: RelPath, stat: StatKey | undefined): void {
    const known = this.#rows.get(path);
    if (stat === undefined) {
      this.#rows.set(path, none);
      return;
    }
    const isNew = known === undefined || known === none;
    const row = isNew ? this.#used : known;
    if (isNew) this.#used += 1;
    const { dev, ino, size, mtimeNs, ctimeNs, mode } = stat;
    const cells = [dev, ino, size, mtimeNs, ctimeNs, BigInt(mode)].map((one) =>
      BigInt.asUintN(64, one),
    );
    this.#cells(row).set(cells, (row % chunkRows) * columns);
    this.#rows.set(path, row);
  }

  /** The room of the one that was set last is used again. */
  delete(path: RelPath): void {
    const row = this.#rows.get(path);
    if (row !== none && row === this.#used - 1) this.#used -= 1;
    this.#rows.delete(path);
  }

  #cells(row: number): BigUint64Array {
    const index = Math.floor(row / chunkRows);
    this.#chunks[index] ??= new BigUint64Array(columns * chunkRows);
    return this.#chunks[index];
  }
}
