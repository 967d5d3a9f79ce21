import type { WallMs } from "@unf/core/base";
import type { Snapshot, UsageKey, UsageOf } from "@unf/core/timeline";

/** Counts the space that rows take, in the order of their ids, each content where it comes first. */
export function modelUsage<Key extends UsageKey>(
  rows: readonly Snapshot[],
  by: Key,
): UsageOf[Key][] {
  const groups = new Map<string | number | null, { bytes: number; versions: number }>();
  const seen = new Set<string>();
  for (const row of rows) {
    const key = { file: row.path, minute: minuteOf(row.at), session: row.author.session }[by];
    const group = groups.get(key) ?? { bytes: 0, versions: 0 };
    groups.set(key, group);
    group.versions += 1;
    if (row.hash !== null && !seen.has(row.hash)) group.bytes += row.bytes;
    seen.add(row.hash ?? "");
  }
  const names = { file: "path", minute: "at", session: "session" } as const;
  return [...groups].map(([key, usage]) => ({ [names[by]]: key, ...usage })) as UsageOf[Key][];
}

function minuteOf(at: number): WallMs {
  return (Math.floor(at / 60_000) * 60_000) as WallMs;
}
