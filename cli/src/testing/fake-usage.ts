import { isWithin, type RelPath, type Steps } from "@unf/core/base";
import type { SnapshotQuery, TimelineReader } from "@unf/core/ports";
import type { Snapshot, UsageKey, UsageOf } from "@unf/core/timeline";

/** Rows counted the obvious way. */
export function fakeSums(
  rows: readonly Snapshot[],
  find: (query: SnapshotQuery) => Snapshot[],
): Pick<TimelineReader, "density" | "usage"> {
  return {
    density: (query, boundaries) =>
      told(
        boundaries.slice(1).map((end, index) => {
          const start = boundaries[index] ?? 0;
          return find(query).filter(({ at }) => at >= start && at < end).length;
        }),
      ),
    usage: (by, within) =>
      told(
        fakeUsage(
          rows.filter(({ path }) => isInside(path, within)),
          by,
        ),
      ),
  };
}

/** True where the path is one of these, or below one; all are where none is given. */
export function isInside(path: RelPath, within: readonly RelPath[]): boolean {
  return within.length === 0 || within.some((directory) => isWithin(directory, path));
}

/** A row of its own for each version: whoever asks adds up what belongs together. */
function fakeUsage<Key extends UsageKey>(rows: readonly Snapshot[], by: Key): UsageOf[Key][] {
  return rows.map((row, index) => {
    const isFirst = rows.findIndex(({ hash }) => hash === row.hash) === index;
    const bytes = row.hash !== null && isFirst ? row.bytes : 0;
    const group = { file: { path: row.path }, minute: { at: row.at }, session: row.author };
    return { ...group[by], bytes, versions: 1 } as unknown as UsageOf[Key];
  });
}

/** An answer in one step, before which others have a turn. */
function* told<T>(answer: T): Steps<T> {
  yield;
  return answer;
}
