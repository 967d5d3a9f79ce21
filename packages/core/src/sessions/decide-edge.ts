import type { SnapshotId } from "../base/brand.ts";

/**
 * The last row of the state at an edge of a turn that was heard of late, when rows up to `newest` are
 * there and those of `known`, in rising order, are certain to tell of acts after the edge. Rows come in
 * the order in which they were recorded: where some of before follow some of those, no row parts
 * them all, and the one is taken that leaves the fewest on the wrong side; of two such, the newer one,
 * which counts nobody's work as done since.
 */
export function decideEdge(newest: SnapshotId | 0, known: readonly SnapshotId[]): SnapshotId | 0 {
  const later = known.filter((id) => id <= newest);
  let edge = newest;
  let fewest = later.length;
  for (const [index, id] of [...later.entries()].reverse()) {
    const behind = newest - id + 1;
    const misplaced = index + behind - (later.length - index);
    if (misplaced >= fewest) continue;
    fewest = misplaced;
    edge = (id - 1) as SnapshotId | 0;
  }
  return edge;
}
