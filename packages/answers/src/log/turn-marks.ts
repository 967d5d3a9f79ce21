import type { SnapshotQuery } from "@unf/core/ports";
import type { Turn } from "@unf/core/timeline";
import type { ProjectEntry } from "@unf/maintenance";
import { isOnlyHuman } from "../authors/author-filter.ts";
import type { ProjectReader } from "../ports/history.ts";
import { openMerges } from "../sessions/merged-back.ts";
import { reportTurn, type TurnReport } from "../sessions/reports.ts";
import { readStandingRestores } from "../sessions/taken-back.ts";
import type { Selection } from "./selection.ts";

/** A turn of an agent that began within a listing. */
export interface ListedTurn {
  readonly kind: "turn";
  readonly project: ProjectEntry;
  readonly report: TurnReport;
}

/** Makes marks of turns of a project. What all of them need is read once, and only for the first. */
export function planTurns(source: ProjectReader): (turn: Turn) => ListedTurn {
  const { timeline, project } = source;
  let restores: ReturnType<typeof readStandingRestores> | undefined;
  return (turn) => {
    restores ??= readStandingRestores(timeline, openMerges(source));
    return { kind: "turn", project, report: reportTurn(timeline, turn, restores) };
  };
}

/** True for a turn of which the selection lists a version. */
export function isTurnListed(source: ProjectReader, selection: Selection, { id }: Turn): boolean {
  const { turn } = selection.query;
  return (turn === undefined || turn === id) && hasRows(source, selection, { turn: id });
}

/** True when the selection has a row of that session or turn. */
export function hasRows(
  { timeline }: ProjectReader,
  { query, trace, matches }: Selection,
  of: Pick<SnapshotQuery, "session" | "turn">,
): boolean {
  // An agent's rows are no person's.
  if (isOnlyHuman(query.author)) return false;
  const within = trace.length === 0 ? query.within : trace.map(({ path }) => path);
  for (const { path } of timeline.find({ ...query, ...of, within })) if (matches(path)) return true;
  return false;
}
