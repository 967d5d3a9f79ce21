import { type BlobId, UnfError } from "@unf/core/base";
import type { NeedsCursor, TimelineNeeds } from "@unf/core/ports";
import type { Slice } from "../../base/slice.ts";

/** A timeline, and what a person calls it. */
export interface NamedNeeds {
  readonly name: string;
  readonly needs: TimelineNeeds;
}

/**
 * Contents that all timelines of a home together need. Lets everything else have its turn between
 * its looks.
 */
export class Needed {
  readonly #timelines: readonly NamedNeeds[];
  readonly #slice: Slice;

  constructor(timelines: readonly NamedNeeds[], slice: Slice) {
    this.#timelines = timelines;
    this.#slice = slice;
  }

  /** Every content with these first two digits that a timeline lists as needed. */
  async list(digits: string): Promise<ReadonlySet<BlobId>> {
    const needed = new Set<BlobId>();
    for (const { needs } of this.#timelines) {
      if (this.#slice.isOver()) await this.#slice.next();
      for (const hash of needs.needed(digits)) needed.add(hash);
    }
    return needed;
  }

  /** True when a version with it that was deleted can still be brought back. */
  canBringBack(hash: BlobId): boolean {
    return this.#timelines.some(({ needs }) => needs.canBringBack(hash));
  }

  isNeeded(hash: BlobId): boolean {
    return this.#timelines.some(({ needs }) => needs.needs(hash));
  }

  /**
   * Looks whether any row names one of the candidates, which the lists of contents do not; takes out
   * those that came to be needed meanwhile, and those of operations, which no list has. A row whose
   * content is missing from the list means that the list cannot be relied on: throws
   * `store_damaged`.
   */
  async prove(candidates: Map<BlobId, unknown>): Promise<void> {
    for (const timeline of this.#timelines) await this.#proveBy(timeline, candidates);
  }

  async #proveBy(timeline: NamedNeeds, candidates: Map<BlobId, unknown>): Promise<void> {
    let cursor: NeedsCursor | undefined;
    while (candidates.size > 0) {
      const { hashes, next } = timeline.needs.named(cursor);
      for (const hash of hashes.filter((one) => candidates.has(one))) {
        if (cursor?.table !== "steps") requireListed(hash, timeline);
        candidates.delete(hash);
      }
      if (next === undefined) return;
      cursor = next;
      if (this.#slice.isOver()) await this.#slice.next();
    }
  }
}

function requireListed(hash: BlobId, { name, needs }: NamedNeeds): void {
  if (needs.needs(hash)) return;
  throw new UnfError(
    "store_damaged",
    `the history of ${name} does not list a content that it names: nothing more is collected`,
    { hint: "unf verify --repair" },
  );
}
