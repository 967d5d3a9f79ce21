import type { RelPath, SnapshotId } from "../base/brand.ts";
import type { Digest } from "../ports/object-store.ts";
import { hasContent, type RetentionRow } from "../timeline/pruning.ts";
import { ContentMeter, contentKey, type SizeOf } from "./content-meter.ts";
import type { RetentionContext } from "./plan-path.ts";
import type { PrunePlan } from "./plan-prune.ts";
import type { RetentionPolicy } from "./policy.ts";
import { PruneTally } from "./prune-tally.ts";
import { SnapshotIds } from "./snapshot-ids.ts";
import { spareRows } from "./spare-rows.ts";

/** Room that certain paths are to give back, whatever the others take. */
export interface Charges {
  /** The mildest first. */
  readonly policies: readonly RetentionPolicy[];
  /** Bytes by path. */
  readonly byPath: ReadonlyMap<RelPath, number>;
  /** Room that a content gives back once no row refers to it. */
  readonly sizeOf: SizeOf;
}

export interface ChargeOrder extends Omit<RetentionContext, "policy"> {
  readonly charges: Charges;
  /** Rows beyond this one are as if they were not there. */
  readonly upTo: SnapshotId | 0;
}

/** Plans what goes of paths that are charged; sizes are what goes back to the disk. */
export class ChargePlanner {
  readonly #order: ChargeOrder;
  readonly #contents = new ContentMeter();
  readonly #tally = new PruneTally(true);
  readonly #ids = new SnapshotIds();
  readonly #charged: (readonly RetentionRow[])[] = [];
  #versions = 0;

  constructor(order: ChargeOrder) {
    this.#order = order;
  }

  /** All rows of a path, in the order of their ids. */
  addPath(all: readonly RetentionRow[]): void {
    const { charges, upTo } = this.#order;
    for (const row of all) this.#measure(row);
    const rows = all.filter(({ id }) => id <= upTo);
    this.#versions += rows.length;
    if (rows[0] !== undefined && charges.byPath.has(rows[0].path)) this.#charged.push(rows);
  }

  finish(digest: Digest): PrunePlan {
    for (const rows of this.#charged) this.#charge(rows);
    const { all, kept } = this.#contents;
    return {
      id: `pl-${digest(this.#ids.bytes()).slice(0, 8)}`,
      ids: this.#ids,
      versions: this.#versions,
      contentBytes: all,
      freedBytes: all - kept,
      ...this.#tally.report(),
    };
  }

  #measure(row: RetentionRow): void {
    if (!hasContent(row)) return;
    this.#contents.add(row.hash, this.#order.charges.sizeOf(row.hash, row.bytes), true);
  }

  /** Takes rows until as much goes as the path is charged, or nothing is left that may go. */
  #charge(rows: readonly RetentionRow[]): void {
    const { charges } = this.#order;
    const before = this.#contents.kept;
    const [first] = rows;
    const charged = first === undefined ? 0 : (charges.byPath.get(first.path) ?? 0);
    for (const { row } of spareRows(rows, charges.policies, this.#order)) {
      if (before - this.#contents.kept >= charged) return;
      if (row.hash !== null) this.#contents.drop(contentKey(row.hash));
      this.#tally.add(row, { keep: false, why: "older" });
      this.#ids.add(row.id);
    }
  }
}
