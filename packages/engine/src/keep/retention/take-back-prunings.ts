import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { PrunedRow } from "@unf/core/timeline";
import type { Site } from "../../site/site.ts";

export interface TakenBack {
  /** Versions that are there again. */
  readonly versions: number;
  /** Versions of the same deletions whose content is gone already. */
  readonly lost: number;
}

/**
 * Brings back what the policy or the cap has deleted within the last day: the rows, with their ids, and
 * their contents out of the trash. A version whose content is nowhere any more stays gone. May be cut off
 * anywhere and repeated.
 */
export async function takeBackPrunings(site: Site): Promise<TakenBack> {
  const { timeline, clock } = site.ports;
  const since = (clock.wall() - limits.retention.finalMs) as WallMs;
  let versions = 0;
  let lost = 0;
  for (const rows of chunksOf(timeline.pruned(since))) {
    await site.exclusively(async () => {
      site.suspension.check();
      const [first] = rows;
      if (first === undefined) return;
      // From here to the commit no collection has its turn.
      const ids = rows.filter((row) => stands(site, row)).map(({ id }) => id);
      const back = timeline.bringBack(first.pruning, ids);
      versions += back;
      lost += rows.length - back;
    });
    await clock.breathe();
  }
  return { versions, lost };
}

/** Rows of one pruning each, so many as one transaction takes. */
function* chunksOf(rows: readonly PrunedRow[]): Generator<readonly PrunedRow[]> {
  let chunk: PrunedRow[] = [];
  for (const row of rows) {
    const isFull = chunk.length >= limits.retention.rowsAtOnce;
    if (isFull || (chunk[0] !== undefined && chunk[0].pruning !== row.pruning)) {
      yield chunk;
      chunk = [];
    }
    chunk.push(row);
  }
  if (chunk.length > 0) yield chunk;
}

/** Puts a content of the trash back into its place. */
function stands(
  { ports: { contents, timeline } }: Site,
  { hash, bytes, withheld }: PrunedRow,
): boolean {
  if (hash === null || withheld) return true;
  if (contents.stands(hash, bytes) || contents.collectable.untrash(hash)) return true;
  return timeline.inboxed(hash) !== undefined;
}
