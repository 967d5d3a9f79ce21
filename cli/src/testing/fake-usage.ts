import type { Snapshot, UsageKey, UsageOf } from "@unf/core/timeline";

/** A row of its own for each version: whoever asks adds up what belongs together. */
export function fakeUsage<Key extends UsageKey>(
  rows: readonly Snapshot[],
  by: Key,
): UsageOf[Key][] {
  return rows.map((row, index) => {
    const isFirst = rows.findIndex(({ hash }) => hash === row.hash) === index;
    const bytes = row.hash !== null && isFirst ? row.bytes : 0;
    const group = { file: { path: row.path }, minute: { at: row.at }, session: row.author };
    return { ...group[by], bytes, versions: 1 } as unknown as UsageOf[Key];
  });
}
