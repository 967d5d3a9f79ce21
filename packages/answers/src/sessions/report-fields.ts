import type { WallMs } from "@unf/core/base";
import type { TakenBack } from "@unf/core/operations";
import { maskPrompt } from "../parts/mask-prompt.ts";
import { operationName, turnName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import type {
  SessionFields,
  SpanFields,
  SumFields,
  TakenBackAnswer,
  TouchedAnswer,
  TurnFields,
} from "../parts/types.ts";
import type { SessionReport, TurnReport } from "./reports.ts";
import type { Touched, TouchedFile } from "./touched.ts";

/** Anything with a beginning, and an end once it is over. */
export interface Spanning {
  readonly startedAt: WallMs;
  readonly endedAt: WallMs | null;
}

/** A session of an agent. */
export function sessionFields(report: SessionReport): SessionFields {
  const { session, turns, touched, takenBack } = report;
  const { id, agent, agentSession, cwd, label, parent, endedBy } = session;
  return {
    id,
    agent,
    label: shownLabel(label),
    ...spanFields(session),
    ended_by: endedBy,
    parent,
    agent_session: agentSession,
    ...(cwd === null ? { cwd: null } : pathFields("cwd", cwd)),
    turns,
    files: touched.files.length,
    versions: touched.versions,
    ...sumFields(touched),
    taken_back: takenBackAnswer(takenBack),
  };
}

/** A turn of an agent. */
export function turnFields({ turn, agent, touched, takenBack }: TurnReport): TurnFields {
  return {
    id: turnName(turn.id),
    session: turn.session,
    agent,
    prompt_id: turn.promptId ?? null,
    label: shownLabel(turn.label),
    ...spanFields(turn),
    ended_by: turn.endedBy,
    ...sumFields(touched),
    taken_back: takenBackAnswer(takenBack),
    files: touched.files.map(touchedAnswer),
  };
}

export function spanFields({ startedAt, endedAt }: Spanning): SpanFields {
  return {
    start: instant(startedAt),
    end: endedAt === null ? null : instant(endedAt),
    open: endedAt === null,
  };
}

/** How a prompt is called, with what looks like a secret masked. */
export function shownLabel<T extends string | null>(label: T): string | T {
  return label === null ? label : maskPrompt(label);
}

export function takenBackAnswer(takenBack: TakenBack | undefined): TakenBackAnswer {
  if (takenBack === undefined) return null;
  const { operations, isWhole } = takenBack;
  return { by: operations.map(operationName), whole: isWhole };
}

export function sumFields({
  added,
  removed,
  exact,
}: Omit<Touched, "files" | "versions">): SumFields {
  // Present only when the counts are upper bounds.
  return { added, removed, ...(exact ? {} : { exact: false }) };
}

export function touchedAnswer({
  path,
  kind,
  renamedFrom,
  added,
  removed,
}: TouchedFile): TouchedAnswer {
  return {
    ...pathFields("path", path),
    kind,
    ...(renamedFrom === null ? {} : pathFields("renamed_from", renamedFrom)),
    added,
    removed,
  };
}
