import type { NameReader, TimelineReader } from "@unf/core/ports";
import type { Checkpoint, Head, Snapshot } from "@unf/core/timeline";

/** The obvious way. */
export function fakeNames({
  rows,
  heads = [],
  checkpoints = [],
}: {
  readonly rows: readonly Snapshot[];
  readonly heads?: readonly Head[];
  readonly checkpoints?: readonly Checkpoint[];
}): NameReader & Pick<TimelineReader, "head"> {
  return {
    head: (path) => heads.find((head) => head.path === path),
    checkpointNames: (begun, limit) =>
      checkpoints
        .toReversed()
        .filter(({ id, label }) => (label ?? `cp:${id}`).startsWith(begun))
        .filter(
          ({ label }, at, all) =>
            label === null || at === all.findIndex((one) => one.label === label),
        )
        .slice(0, limit),
    deletedPaths: (begun, limit) => {
      const newest = new Map(rows.map((row) => [row.path, row]));
      return [...newest.values()]
        .filter(({ path, event }) => event === "delete" && !heads.some((one) => one.path === path))
        .filter(({ path, cause }) => path.startsWith(begun) && !/excluded|renamed/.test(cause))
        .sort((a, b) => b.id - a.id)
        .slice(0, limit)
        .map(({ path }) => path);
    },
  };
}
