import type { RelPath, SnapshotId } from "../base/brand.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import { findLastDeletion, type RetentionContext, type Verdict } from "./plan-path.ts";

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
    if (!rows.some(isOfRename)) return;
    const end = findLastDeletion(rows, context);
    for (const [index, row] of rows.entries()) {
      if (!isOfRename(row)) continue;
      const keep = verdicts[index]?.keep === true;
      const companions = !keep && index < end.index ? [row, ...end.rows] : [row];
      const mark = { id: row.id, keep, companions };
      this.#marks.set(row.id, mark);
      if (row.cause === "renamed") this.#departures.push({ from: row.path, mark });
      if (row.renamedFrom !== null) addTo(this.#arrivals, row.renamedFrom, mark);
    }
  }

  /** Rows that were to go and stay after all. */
  resolve(): RetentionRow[] {
    for (const arrivals of this.#arrivals.values()) arrivals.sort((a, b) => a.id - b.id);
    const partners = new Map<RenameMark, RenameMark[]>();
    for (const { from, mark } of this.#departures) {
      const arrival = nearest(this.#arrivals.get(from) ?? [], mark.id);
      if (arrival === undefined) continue;
      addTo(partners, mark, arrival);
      addTo(partners, arrival, mark);
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

function isOfRename({ cause, renamedFrom }: RetentionRow): boolean {
  return cause === "renamed" || renamedFrom !== null;
}

function addTo<Key>(lists: Map<Key, RenameMark[]>, key: Key, mark: RenameMark): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [mark]);
  else known.push(mark);
}

/** Of several renames from a path, in the order of their ids, the nearest; the earlier of two as near. */
function nearest(arrivals: readonly RenameMark[], id: SnapshotId): RenameMark | undefined {
  let low = 0;
  let high = arrivals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((arrivals[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  const before = arrivals[low - 1];
  const after = arrivals[low];
  if (before === undefined || after === undefined) return before ?? after;
  return id - before.id <= after.id - id ? before : after;
}
