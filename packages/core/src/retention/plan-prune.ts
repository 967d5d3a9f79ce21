import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { Digest } from "../ports/object-store.ts";
import { hasContent, type RetentionRow } from "../timeline/pruning.ts";
import { type ContentKey, ContentMeter } from "./content-meter.ts";
import { type KeepReason, planPath, type RetentionContext } from "./plan-path.ts";
import { type PruneReport, PruneTally } from "./prune-tally.ts";
import { RenamePairs } from "./rename-pairs.ts";
import { SnapshotIds } from "./snapshot-ids.ts";

export interface PrunePlan extends PruneReport {
  /** `pl-` and 8 hex digits. Plans that remove the same rows have equal ids. */
  readonly id: string;
  readonly ids: SnapshotIds;
  /** Rows there are. */
  readonly versions: number;
  /** Size of the contents before, and of those that no row would refer to afterwards. Unit: bytes. */
  readonly contentBytes: number;
  readonly freedBytes: number;
}

export interface PruneOrder extends RetentionContext {
  /** Rows beyond this one are as if they were not there. */
  readonly upTo: SnapshotId | 0;
  /** Rows of other paths stay. */
  readonly isSelected: (path: RelPath) => boolean;
  /** Bytes that the contents may add up to; `null`: any size. */
  readonly maxBytes: number | null;
  /** Counts the rows that go by path, too. */
  readonly countsPaths: boolean;
  /** Adds up contents, which takes memory; needed for `maxBytes`. Else the plan's sizes are 0. */
  readonly measures: boolean;
}

/** Plans a prune from the rows of one path after the other, so that they need not all be in memory. */
export class PrunePlanner {
  readonly #order: PruneOrder;
  readonly #pairs = new RenamePairs();
  readonly #contents = new ContentMeter();
  readonly #expendables = new Expendables();
  readonly #tally: PruneTally;
  readonly #ids = new SnapshotIds();
  #versions = 0;

  constructor(order: PruneOrder) {
    this.#order = order;
    this.#tally = new PruneTally(order.countsPaths);
  }

  /** All rows of a path, in the order of their ids. */
  addPath(all: readonly RetentionRow[]): void {
    const { upTo, isSelected } = this.#order;
    const rows = all.filter(({ id }) => id <= upTo);
    for (const row of all.slice(rows.length)) this.#measure(row, true);
    const [first] = rows;
    if (first === undefined) return;
    this.#versions += rows.length;
    const verdicts = isSelected(first.path)
      ? planPath(rows, this.#order)
      : rows.map(() => ({ keep: true, why: "newest" }) as const);
    for (const [index, verdict] of verdicts.entries()) {
      const row = rows[index];
      if (row === undefined) continue;
      const key = this.#measure(row, verdict.keep);
      this.#tally.add(row, verdict);
      if (!verdict.keep) this.#ids.add(row.id);
      else if (key !== undefined) this.#expendables.add(row, verdict.why, key);
    }
    this.#pairs.add(rows, verdicts, this.#order);
  }

  finish(digest: Digest): PrunePlan {
    this.#saveRenames();
    this.#fit();
    const { all, kept } = this.#contents;
    return {
      id: `pl-${digest(this.#ids.bytes()).slice(0, 8)}`,
      ids: this.#ids,
      versions: this.#versions,
      contentBytes: all,
      freedBytes: this.#ids.size === 0 ? 0 : all - kept,
      ...this.#tally.report(),
    };
  }

  #saveRenames(): void {
    for (const row of this.#pairs.resolve()) {
      if (!this.#ids.has(row.id)) continue;
      this.#ids.delete(row.id);
      this.#tally.save(row, this.#order);
      this.#measure(row, true);
    }
  }

  #measure(row: RetentionRow, isKept: boolean): ContentKey | undefined {
    if (!this.#order.measures || !hasContent(row)) return undefined;
    return this.#contents.add(row.hash, row.bytes, isKept);
  }

  /** Takes the oldest of what the policy alone keeps until the contents fit; nothing if all of them do. */
  #fit(): void {
    const { maxBytes } = this.#order;
    if (maxBytes === null) return;
    if (this.#contents.all <= maxBytes) {
      this.#ids.clear();
      this.#tally.forget();
      return;
    }
    for (const { id, path, at, why, key } of this.#expendables.oldestFirst()) {
      if (this.#contents.kept <= maxBytes) return;
      this.#contents.drop(key);
      this.#tally.take({ path, at }, why);
      this.#ids.add(id);
    }
  }
}

/** A row with content that only the policy keeps. */
interface Expendable {
  readonly id: SnapshotId;
  readonly path: RelPath;
  readonly at: WallMs;
  readonly why: KeepReason;
  readonly key: ContentKey;
}

/**
 * The rows that may go when the contents must shrink further than the policy does. Rows of renames are
 * none: the two must stay or go together.
 */
class Expendables {
  readonly #rows: Expendable[] = [];

  add({ id, path, at, renamedFrom }: RetentionRow, why: KeepReason, key: ContentKey): void {
    if (expendable.has(why) && renamedFrom === null) this.#rows.push({ id, path, at, why, key });
  }

  oldestFirst(): readonly Expendable[] {
    return this.#rows.sort((a, b) => a.id - b.id);
  }
}

const expendable = new Set<KeepReason>(["hourly", "daily", "weekly", "state", "content"]);
