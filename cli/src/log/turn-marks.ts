import type { SnapshotQuery, WallMs } from "@unf/core";
import type { ProjectEntry, ProjectReader } from "@unf/wiring";
import { reportTurn, type TurnReport } from "../sessions/reports.ts";
import { readStandingRestores } from "../sessions/taken-back.ts";
import type { Selection } from "./selection.ts";

/** A turn of an agent that began within a listing. */
export interface ListedTurn {
  readonly kind: "turn";
  readonly project: ProjectEntry;
  readonly report: TurnReport;
}

/** The turns that began in a span, of which the selection lists a version. */
export function readTurnMarks(
  source: ProjectReader,
  selection: Selection,
  { after, upTo }: { readonly after: WallMs; readonly upTo: WallMs },
): ListedTurn[] {
  const { timeline, project } = source;
  // What began later went on later, too.
  const turns = timeline.turns({
    since: Math.max(0, after) as WallMs,
    limit: Number.MAX_SAFE_INTEGER,
  });
  const restores = turns.length === 0 ? [] : readStandingRestores(timeline);
  return turns
    .filter(({ startedAt }) => startedAt > after && startedAt <= upTo)
    .filter(({ id }) => selection.query.turn === undefined || selection.query.turn === id)
    .filter(({ id }) => hasRows(source, selection, { turn: id }))
    .map((turn) => ({ kind: "turn", project, report: reportTurn(timeline, turn, restores) }));
}

/** True when the selection has a row of that session or turn. */
export function hasRows(
  { timeline }: ProjectReader,
  { query, trace, matches }: Selection,
  of: Pick<SnapshotQuery, "session" | "turn">,
): boolean {
  // What an agent wrote is no person's.
  if (query.author === "human") return false;
  const within = trace.length === 0 ? query.within : trace.map(({ path }) => path);
  for (const { path } of timeline.find({ ...query, ...of, within })) if (matches(path)) return true;
  return false;
}
