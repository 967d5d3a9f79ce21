import type { RelPath, SnapshotId } from "../base/brand.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import { companionsOf, type RetentionContext, type Verdict } from "./plan-path.ts";

/** One of the two rows of a rename, and what was decided about it without regard to the other. */
interface RenameMark {
  readonly id: SnapshotId;
  keep: boolean;
  /** Rows that stay with it. */
  readonly companions: readonly RetentionRow[];
}

/**
 * Brings the two rows of each rename together: where one stays, the other does. They are of two paths,
 * so that this is found out when all paths were looked at.
 */
export class RenamePairs {
  /** By the path that the file left. */
  readonly #arrivals = new Map<RelPath, RenameMark[]>();
  readonly #departures: { readonly from: RelPath; readonly mark: RenameMark }[] = [];
  readonly #marks = new Map<SnapshotId, RenameMark>();

  /** Takes note of the rows of one path, and of what was decided about them. */
  add(
    rows: readonly RetentionRow[],
    verdicts: readonly Verdict[],
    context: RetentionContext,
  ): void {
    for (const [index, row] of rows.entries()) {
      if (row.cause !== "renamed" && row.renamedFrom === null) continue;
      const keep = verdicts[index]?.keep === true;
      const companions = keep ? [] : companionsOf(index, rows, context);
      const mark = { id: row.id, keep, companions: [row, ...companions] };
      this.#marks.set(row.id, mark);
      if (row.cause === "renamed") this.#departures.push({ from: row.path, mark });
      if (row.renamedFrom !== null) {
        const known = this.#arrivals.get(row.renamedFrom);
        if (known === undefined) this.#arrivals.set(row.renamedFrom, [mark]);
        else known.push(mark);
      }
    }
  }

  /** Rows that were to go and stay after all. */
  resolve(): RetentionRow[] {
    const pairs = this.#departures.flatMap(({ from, mark }) => {
      const arrival = nearest(this.#arrivals.get(from) ?? [], mark.id);
      return arrival === undefined ? [] : [[mark, arrival] as const];
    });
    const partners = new Map<RenameMark, RenameMark[]>();
    for (const [one, other] of pairs) {
      partners.set(one, [...(partners.get(one) ?? []), other]);
      partners.set(other, [...(partners.get(other) ?? []), one]);
    }
    const saved: RetentionRow[] = [];
    const open = [...this.#marks.values()].filter(({ keep }) => keep);
    for (let mark = open.pop(); mark !== undefined; mark = open.pop()) {
      for (const partner of partners.get(mark) ?? []) open.push(...this.#save(partner, saved));
    }
    return saved;
  }

  /** Keeps a mark and what goes with it: the marks that are newly kept. */
  #save(mark: RenameMark, saved: RetentionRow[]): RenameMark[] {
    if (mark.keep) return [];
    mark.keep = true;
    const newly = [mark];
    for (const row of mark.companions) {
      saved.push(row);
      const other = this.#marks.get(row.id);
      if (other !== undefined && !other.keep) newly.push(...this.#save(other, saved));
    }
    return newly;
  }
}

/** Of several renames from a path it is the nearest by its id. */
function nearest(arrivals: readonly RenameMark[], id: SnapshotId): RenameMark | undefined {
  let best: RenameMark | undefined;
  for (const arrival of arrivals) {
    if (best === undefined || Math.abs(arrival.id - id) < Math.abs(best.id - id)) best = arrival;
  }
  return best;
}
