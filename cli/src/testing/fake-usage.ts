import { isWithin, type RelPath, type Steps } from "@unf/core/base";
import type { SnapshotQuery, TimelineReader } from "@unf/core/ports";
import type { Snapshot, UsageKey, UsageOf } from "@unf/core/timeline";
import { fakeDensity } from "./fake-density.ts";

/** Rows counted the obvious way. */
export function fakeSums(
  rows: readonly Snapshot[],
  find: (query: SnapshotQuery) => Snapshot[],
  sessions: Pick<TimelineReader, "candidates" | "sessions">,
): Pick<TimelineReader, "density" | "usage"> {
  return {
    density: (query, boundaries) =>
      told(fakeDensity(sessions, find(query), query.author, boundaries)),
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
