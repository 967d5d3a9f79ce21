import { comparePaths, isWithin, type RelPath } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Head } from "@unf/core/timeline";

/** Small enough to be young garbage when it is done with: larger pages outlive a collection. */
const pageRows = 200;

interface Skip {
  readonly isSkipped: (path: RelPath) => boolean;
  /** Heads up to this one are all skipped. */
  readonly upTo: RelPath;
}

/**
 * The heads of a subtree in path order, which can be passed over without being read. Fetched in pages,
 * because the timeline is written between two of them: a head may be out of date when it is handed out.
 */
export class HeadCursor {
  readonly #timeline: TimelineReader;
  readonly #within: RelPath;
  #page: readonly Head[] = [];
  #at = 0;
  #after: RelPath | undefined;
  #skip: Skip | undefined;
  #isEnd = false;

  constructor(timeline: TimelineReader, within: RelPath) {
    this.#timeline = timeline;
    this.#within = within;
  }

  /** The first head that was not taken. */
  get head(): Head | undefined {
    for (;;) {
      const head = this.#page[this.#at] ?? this.#turn();
      if (head === undefined || this.#skip?.isSkipped(head.path) !== true) return head;
      this.#at += 1;
    }
  }

  take(): void {
    this.#at += 1;
  }

  /** Passes over everything before the entries of the directory. */
  skipTo(directory: RelPath): void {
    const upTo = `${directory}/` as RelPath;
    this.#skip = { isSkipped: (path) => comparePaths(path, upTo) < 0, upTo };
  }

  /** Passes over everything up to the end of the directory. */
  skipPast(directory: RelPath): void {
    if (directory === this.#within) {
      this.#isEnd = true;
      this.#page = [];
      return;
    }
    const start = `${directory}/` as RelPath;
    this.#skip = {
      isSkipped: (path) => isWithin(directory, path) || comparePaths(path, start) < 0,
      upTo: `${start}\u{10FFFF}` as RelPath,
    };
  }

  #turn(): Head | undefined {
    if (this.#isEnd) return undefined;
    const skipped = this.#skip?.upTo;
    const isAhead =
      skipped !== undefined &&
      (this.#after === undefined || comparePaths(skipped, this.#after) > 0);
    this.#page = this.#timeline.heads(this.#within, isAhead ? skipped : this.#after, pageRows);
    this.#at = 0;
    this.#after = this.#page.at(-1)?.path;
    this.#isEnd = this.#page.length < pageRows;
    return this.#page[0];
  }
}
