import type { SnapshotId, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { SnapshotQuery } from "@unf/core/ports";
import { planGapSessions } from "@unf/core/sessions";
import type { Snapshot } from "@unf/core/timeline";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { reportSession, type SessionReport } from "../sessions/reports.ts";
import { readRowsInSteps } from "./rows.ts";
import type { Selection } from "./selection.ts";
import { hasRows } from "./turn-marks.ts";

/** A stretch of work: a session of an agent, or changes of people none of which is far from the next. */
export type Stretch = AgentStretch | PersonStretch;

export interface AgentStretch {
  readonly kind: "agent";
  readonly source: ProjectReader;
  readonly startedAt: WallMs;
  readonly report: SessionReport;
}

export interface PersonStretch {
  readonly kind: "person";
  readonly source: ProjectReader;
  readonly startedAt: WallMs;
  readonly endedAt: WallMs;
  /** Its first row, which gives it a name. */
  readonly first: SnapshotId;
  /** False when an agent was about, so that some of it may be nobody's. */
  readonly isCertain: boolean;
  readonly versions: number;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/** The newest stretches of what the selection selects, at most `limit`. */
export async function readStretches(
  { breathe }: Pick<Asker, "breathe">,
  selection: Selection,
  limit: number,
): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  for (const source of selection.sources) {
    for (const one of readOf(source, selection, limit)) {
      await breathe?.();
      if (one !== undefined) stretches.push(one);
    }
  }
  return stretches.sort((a, b) => b.startedAt - a.startedAt).slice(0, limit);
}

function* readOf(
  source: ProjectReader,
  selection: Selection,
  limit: number,
): Generator<Stretch | undefined> {
  yield* readAgents(source, selection, limit);
  yield* readPeople(source, selection, limit);
}

function* readAgents(
  source: ProjectReader,
  selection: Selection,
  limit: number,
): Generator<AgentStretch> {
  const { query, matchesAll } = selection;
  const { since, until = Number.POSITIVE_INFINITY, author } = query;
  if (author === "human") return;
  const isWhole = matchesAll && query.within.length === 0 && query.events === undefined;
  let taken = 0;
  const sessions = source.timeline.sessions({
    ...(typeof author === "object" ? author : {}),
    ...(since === undefined ? {} : { since }),
    limit: Number.MAX_SAFE_INTEGER,
  });
  for (const session of sessions) {
    if (taken === limit) return;
    const { id, startedAt } = session;
    if (startedAt > until || (!isWhole && !hasRows(source, selection, { session: id }))) continue;
    taken += 1;
    yield { kind: "agent", source, startedAt, report: reportSession(source.timeline, session) };
  }
}

function* readPeople(
  source: ProjectReader,
  selection: Selection,
  limit: number,
): Generator<PersonStretch | undefined> {
  const { author } = selection.query;
  if (author !== undefined && author !== "human") return;
  const doubtful: SnapshotId[] = [];
  const rows = readUnclaimed(source, selection, (id) => doubtful.push(id));
  let taken = 0;
  for (const session of planGapSessions(rows, limits.sessions.gapMs)) {
    if (session === undefined) {
      yield undefined;
      continue;
    }
    const { from, to, first, last, snapshots, ...sums } = session;
    if (taken === limit) return;
    taken += 1;
    yield {
      kind: "person",
      source,
      startedAt: from,
      endedAt: to,
      first,
      isCertain: !doubtful.some((id) => id >= first && id <= last),
      versions: snapshots,
      ...sums,
    };
  }
}

/** Rows that no agent and no operation is known to have written; `onDoubt`: perhaps none of a person. */
function* readUnclaimed(
  source: ProjectReader,
  selection: Selection,
  onDoubt: (id: SnapshotId) => void,
): Generator<Snapshot | undefined> {
  const query: SnapshotQuery = { ...selection.query, order: "newest" };
  for (const row of readRowsInSteps(source, selection, query)) {
    if (row === undefined) {
      yield undefined;
      continue;
    }
    const { snapshot, authors } = row;
    const { type } = authors.of(snapshot);
    if (type === "agent" || type === "unf" || snapshot.cause === "baseline") continue;
    if (type === "unknown") onDoubt(snapshot.id);
    yield snapshot;
  }
}
