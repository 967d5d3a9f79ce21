import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { StatKey } from "@unf/core/timeline";

/**
 * Files that stand there without a row, because they are binary or too large, as they were seen last:
 * whoever writes to one did not create it, and who moves it made no file. Before the first sweep and
 * beyond the bound it is not known what stands where.
 */
export class Standing {
  readonly #noted = new Map<RelPath, Noted>();
  /** Files that were seen at some path, whatever they are called by now. */
  readonly #files = new Map<string, number>();
  /** Those of them that are gone from theirs, the oldest first. */
  readonly #gone: string[] = [];
  #isSwept = false;
  #isFull = false;

  /** The whole project was looked at. */
  swept(): void {
    this.#isSwept = true;
  }

  /** False for what may have stood there just so before anybody looked. */
  isNew(path: RelPath, stat: StatKey): boolean {
    const noted = this.#noted.get(path);
    if (noted === undefined) return this.#isSwept && !this.#isFull;
    return noted.file !== fileOf(stat) || noted.ctimeNs !== stat.ctimeNs;
  }

  /** True where something stood before, and for a file that stood elsewhere. */
  stood(path: RelPath, stat: StatKey): boolean {
    return this.#noted.has(path) || this.#files.has(fileOf(stat));
  }

  /** True for a path at which such a file was seen last. */
  has(path: RelPath): boolean {
    return this.#noted.has(path);
  }

  note(path: RelPath, stat: StatKey): void {
    this.drop(path);
    if (this.#noted.size >= limits.capture.standingMax) {
      this.#isFull = true;
      return;
    }
    const file = fileOf(stat);
    this.#noted.set(path, { file, ctimeNs: stat.ctimeNs });
    this.#files.set(file, (this.#files.get(file) ?? 0) + 1);
  }

  /** It is gone, or has a row from now on. */
  drop(path: RelPath): void {
    const noted = this.#noted.get(path);
    if (noted === undefined) return;
    this.#noted.delete(path);
    this.#gone.push(noted.file);
    const oldest = this.#gone.length > goneMax ? this.#gone.shift() : undefined;
    if (oldest !== undefined) this.#forget(oldest);
  }

  #forget(file: string): void {
    const count = (this.#files.get(file) ?? 0) - 1;
    if (count > 0) this.#files.set(file, count);
    else this.#files.delete(file);
  }
}

interface Noted {
  readonly file: string;
  readonly ctimeNs: bigint;
}

/** A file that moves is told of within a second; a directory of this many moves at once. */
const goneMax = 1000;

/** Key of the fields that a rename leaves as they are. */
function fileOf({ dev, ino, size, mtimeNs }: StatKey): string {
  return `${dev}.${ino}.${size}.${mtimeNs}`;
}
