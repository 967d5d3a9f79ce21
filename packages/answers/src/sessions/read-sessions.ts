import { requireSession } from "@unf/core/sessions";
import { parseSessionWord } from "@unf/core/time";
import { inTurn } from "../parts/in-turn.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope, readTimeFlag } from "../scope/open-scope.ts";
import { openMerges } from "./merged-back.ts";
import type { SessionsQuestion } from "./question.ts";
import { sessionFields } from "./report-fields.ts";
import { reportSession, type SessionReport } from "./reports.ts";
import type { SessionsAnswer } from "./shape.ts";
import { readStandingRestores } from "./taken-back.ts";

/** A page of what a project holds of one kind, newest first. */
export interface ReportPage<T> {
  readonly scope: OpenScope;
  readonly rows: readonly T[];
  /** The row to name as cursor for what comes after; `null` at the end. */
  readonly next: string | null;
}

/** Sessions of agents and what each did. */
export async function readSessionPage(
  asker: Asker,
  { agent, since: word, isOpen, limit, cursor }: SessionsQuestion,
): Promise<ReportPage<SessionReport>> {
  const scope = openScope(asker, await asker.openHome(), []);
  const { timeline } = scope.reader;
  const since = await readTimeFlag(asker, { name: "since", input: word, purpose: "since" }, scope);
  const before =
    cursor === undefined ? undefined : requireSession(timeline, parseSessionWord(cursor)).id;
  const matching = timeline
    .sessions({
      ...(agent === undefined ? {} : { agent }),
      ...(since === undefined ? {} : { since: since.at }),
      ...(before === undefined ? {} : { before }),
      limit: isOpen ? Number.MAX_SAFE_INTEGER : limit + 1,
    })
    .filter(({ endedAt }) => !isOpen || endedAt === null);
  const restores = readStandingRestores(timeline, openMerges(scope.reader));
  const rows = await inTurn(asker, matching.slice(0, limit), (session) =>
    reportSession(timeline, session, restores),
  );
  const next = matching.length > limit ? (rows.at(-1)?.session.id ?? null) : null;
  return { scope, rows, next };
}

/** A page of sessions. */
export function sessionsAnswer({ scope, rows, next }: ReportPage<SessionReport>): SessionsAnswer {
  return { ...pathFields("root", scope.project.root), sessions: rows.map(sessionFields), next };
}
