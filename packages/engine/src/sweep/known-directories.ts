import type { RelPath } from "@unf/core/base";
import { infoExclude } from "@unf/core/filter";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { SkipReason } from "../capture/capture-outcome.ts";
import { lookAt } from "../capture/look-at.ts";

/** A directory as the last sweep found it. */
export interface KnownDirectory {
  /**
   * Stats of the directory and of its entries, where each was as the timeline has it: while that is the
   * same, so are they. `undefined` where something was to be recorded or to be read again.
   */
  readonly stamp: string | undefined;
  /** Rules that its entries bring for themselves and for what is below it. */
  readonly rules: string | undefined;
  /** Recordable files and links directly in it, and their size. */
  readonly files: number;
  readonly bytes: number;
  /** Other entries directly in it, but for directories. */
  readonly skips: Readonly<Partial<Record<SkipReason, number>>>;
}

/**
 * Directories of which nothing has to be looked up while the stats in them stay the same: neither heads
 * nor verdicts. About 300 B each. Forgotten by whoever changes rules, or what is recorded without a
 * change on disk.
 */
export class KnownDirectories {
  readonly #countMax: number;
  #known = new Map<RelPath, KnownDirectory>();
  /** Of the sweep of everything that is under way. */
  #next: Map<RelPath, KnownDirectory> | undefined;
  /** Forgotten while a sweep was under way: it has judged by what is not so any more. */
  #isSpoilt = false;
  #outside: string | undefined;

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  get(directory: RelPath): KnownDirectory | undefined {
    return this.#known.get(directory);
  }

  /** Beyond the bound others stay: of a tree that is larger, a part is known all the time. */
  set(directory: RelPath, known: KnownDirectory): void {
    if (this.#isSpoilt) return;
    const into = this.#next ?? this.#known;
    if (into.size < this.#countMax || into.has(directory)) into.set(directory, known);
    else if (into === this.#known) into.delete(directory);
  }

  clear(): void {
    this.#known = new Map();
    this.#isSpoilt = true;
  }

  /** Before a sweep, of everything or of a part. Rules outside of all directories may have changed. */
  begin(context: Pick<CaptureContext, "fs" | "root">, isWhole: boolean): void {
    const stat = lookAt(context, infoExclude);
    const outside =
      typeof stat === "object" ? `${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}` : stat;
    if (outside !== this.#outside) this.clear();
    this.#outside = outside;
    this.#isSpoilt = false;
    this.#next = isWhole ? new Map() : undefined;
  }

  /** After it. Directories that a sweep of everything did not come to are gone. */
  end(isComplete: boolean): void {
    if (isComplete && this.#next !== undefined && !this.#isSpoilt) this.#known = this.#next;
    this.#next = undefined;
  }
}
