import { requireSession } from "@unf/core/sessions";
import { parseSessionWord } from "@unf/core/time";
import { inTurn } from "../parts/in-turn.ts";
import { maskPrompt } from "../parts/mask-prompt.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import { openMerges } from "./merged-back.ts";
import { sessionFields, touchedAnswer, turnFields } from "./report-fields.ts";
import { reportSession, reportTurn, type SessionReport, type TurnReport } from "./reports.ts";
import type { SessionAnswer } from "./shape.ts";
import { readStandingRestores } from "./taken-back.ts";

/** One session of an agent in full. */
export interface ShownSession {
  readonly scope: OpenScope;
  readonly report: SessionReport;
  /** The oldest first. */
  readonly turns: readonly TurnReport[];
}

/** Reads a session, its turns and what it touched. `word`: its id, may be cut; without it the newest. */
export async function readSession(asker: Asker, word: string | undefined): Promise<ShownSession> {
  const scope = openScope(asker, await asker.openHome(), []);
  const { timeline } = scope.reader;
  const found = requireSession(timeline, word === undefined ? undefined : parseSessionWord(word));
  const restores = readStandingRestores(timeline, openMerges(scope.reader));
  const report = reportSession(timeline, found, restores);
  const all = timeline.turns({ session: found.id, limit: Number.MAX_SAFE_INTEGER });
  const turns = await inTurn(asker, all.toReversed(), (turn) =>
    reportTurn(timeline, turn, restores),
  );
  return { scope, report, turns };
}

/** A session in full: in `turns` and `files` lists instead of counts. */
export function sessionAnswer({ scope, report, turns }: ShownSession): SessionAnswer {
  return {
    ...pathFields("root", scope.project.root),
    session: sessionFields(report),
    turns: turns.map((one) => ({
      ...turnFields(one),
      // Present only where it was kept.
      ...(one.turn.prompt === null ? {} : { prompt: maskPrompt(one.turn.prompt) }),
    })),
    files: report.touched.files.map(touchedAnswer),
  };
}
