import { requireSession, requireTurn } from "@unf/core/sessions";
import { parseSessionWord, parseTurnWord } from "@unf/core/time";
import { inTurn } from "../parts/in-turn.ts";
import { turnName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { openScope, readTimeFlag } from "../scope/open-scope.ts";
import { openMerges } from "./merged-back.ts";
import type { TurnsQuestion } from "./question.ts";
import type { ReportPage } from "./read-sessions.ts";
import { turnFields } from "./report-fields.ts";
import { reportTurn, type TurnReport } from "./reports.ts";
import type { TurnsAnswer } from "./shape.ts";
import { readStandingRestores } from "./taken-back.ts";

/** Turns of agents and what came of each. */
export async function readTurnPage(
  asker: Asker,
  { session: word, agent, since: sinceWord, limit, cursor: cursorWord }: TurnsQuestion,
): Promise<ReportPage<TurnReport>> {
  const scope = openScope(asker, await asker.openHome(), []);
  const { timeline } = scope.reader;
  const session =
    word === undefined ? undefined : requireSession(timeline, parseSessionWord(word)).id;
  const since = await readTimeFlag(
    asker,
    { name: "since", input: sinceWord, purpose: "since" },
    scope,
  );
  const after = cursorWord === undefined ? undefined : parseTurnWord(cursorWord);
  // Its turn may have been forgotten since the page before.
  const cursor = typeof after === "string" ? requireTurn(timeline, after).id : after;
  const matching = timeline.turns({
    ...(session === undefined ? {} : { session }),
    ...(agent === undefined ? {} : { agent }),
    ...(since === undefined ? {} : { since: since.at }),
    ...(cursor === undefined ? {} : { before: cursor }),
    limit: limit + 1,
  });
  const restores = readStandingRestores(timeline, openMerges(scope.reader));
  const rows = await inTurn(asker, matching.slice(0, limit), (turn) =>
    reportTurn(timeline, turn, restores),
  );
  const last = rows.at(-1);
  const next = matching.length > limit && last !== undefined ? turnName(last.turn.id) : null;
  return { scope, rows, next };
}

/** A page of turns. */
export function turnsAnswer({ scope, rows, next }: ReportPage<TurnReport>): TurnsAnswer {
  return { ...pathFields("root", scope.project.root), turns: rows.map(turnFields), next };
}
