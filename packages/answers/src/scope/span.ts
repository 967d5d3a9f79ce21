import type { SnapshotId, WallMs } from "@unf/core/base";
import type { SnapshotQuery, TimelineReader } from "@unf/core/ports";
import type { Session, Turn } from "@unf/core/timeline";

/** The states between which something was done. */
export interface Span {
  /** The newest row before it; 0 when there was none. */
  readonly before: SnapshotId | 0;
  /** The newest row at its end, or of all while it goes on. */
  readonly after: SnapshotId | 0;
}

export function spanOfTurn(timeline: TimelineReader, { before, after }: Turn): Span {
  return { before, after: after ?? newestRow(timeline) };
}

/** From the state before its first turn, or its first row if that came sooner, to the one after its last. */
export function spanOfSession(timeline: TimelineReader, session: Session): Span {
  const turns = timeline.turns({ session: session.id, limit: Number.MAX_SAFE_INTEGER });
  const rows = { within: [], interim: true, session: session.id } as const;
  const first = firstOf(timeline, { ...rows, order: "oldest" });
  const starts = [turns.at(-1)?.before, first === undefined ? undefined : first - 1];
  const ends = [turns[0]?.after, firstOf(timeline, { ...rows, order: "newest" })];
  const isOpen = session.endedAt === null;
  return {
    before: least(starts) ?? rowAt(timeline, (session.startedAt - 1) as WallMs),
    after: isOpen
      ? newestRow(timeline)
      : (most(ends) ?? rowAt(timeline, session.endedAt ?? session.startedAt)),
  };
}

function newestRow(timeline: TimelineReader): SnapshotId | 0 {
  return timeline.facts().lastId ?? 0;
}

function rowAt(timeline: TimelineReader, until: WallMs): SnapshotId | 0 {
  return firstOf(timeline, { within: [], interim: true, until, order: "newest" }) ?? 0;
}

function firstOf(timeline: TimelineReader, query: SnapshotQuery): SnapshotId | undefined {
  for (const { id } of timeline.find(query)) return id;
  return undefined;
}

function least(ids: readonly (number | null | undefined)[]): SnapshotId | 0 | undefined {
  const known = ids.filter((id) => id != null);
  return known.length === 0 ? undefined : (Math.min(...known) as SnapshotId | 0);
}

function most(ids: readonly (number | null | undefined)[]): SnapshotId | 0 | undefined {
  const known = ids.filter((id) => id != null);
  return known.length === 0 ? undefined : (Math.max(...known) as SnapshotId | 0);
}
