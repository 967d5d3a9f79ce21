import type { BlobId, WallMs } from "../base/brand.ts";
import { dayMs } from "../time/calendar.ts";
import { hasContent, type RetentionRow } from "../timeline/pruning.ts";
import type { PathShare } from "./charge-paths.ts";
import type { SizeOf } from "./content-meter.ts";
import type { RetentionContext } from "./plan-path.ts";
import type { RetentionPolicy } from "./policy.ts";
import { spareRows } from "./spare-rows.ts";

/** Versions recorded within this time make a path grow. Unit: ms. */
const grownMs = 7 * dayMs;

export interface ShareOrder extends Omit<RetentionContext, "policy"> {
  /** The mildest first; with none nothing may go. */
  readonly policies: readonly RetentionPolicy[];
  readonly sizeOf: SizeOf;
  readonly root: string;
}

/**
 * Reckons the room that the history of a path takes, and the part of it that may go. `rows`: all of
 * the path, oldest first.
 */
export function shareOfPath(
  rows: readonly [RetentionRow, ...RetentionRow[]],
  { policies, sizeOf, root, ...context }: ShareOrder,
): PathShare {
  const spare = new Set(spareRows(rows, policies, context).map(({ row }) => row));
  const full = rows.filter(hasContent);
  const kept = new Set<BlobId>();
  const freeable = new Map<BlobId, { readonly bytes: number; readonly at: WallMs }>();
  let bytes = 0;
  for (const row of full) if (!spare.has(row)) kept.add(row.hash);
  for (const { hash, at, bytes: size } of spare)
    if (hash !== null && !kept.has(hash)) freeable.set(hash, { bytes: sizeOf(hash, size), at });
  for (const [hash, size] of new Map(full.map((row) => [row.hash, row.bytes])))
    bytes += sizeOf(hash, size);
  const sum = (some: Iterable<{ readonly bytes: number }>) =>
    [...some].reduce((all, one) => all + one.bytes, 0);
  return {
    root,
    path: rows[0].path,
    versions: rows.length,
    bytes,
    freeableBytes: sum(freeable.values()),
    grownBytes: sum([...freeable.values()].filter(({ at }) => context.now - at < grownMs)),
  };
}
