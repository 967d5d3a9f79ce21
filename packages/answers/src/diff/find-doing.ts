import type { TimelineReader } from "@unf/core/ports";
import { requireSession, requireTurn } from "@unf/core/sessions";
import { parseSessionWord, parseTurnWord } from "@unf/core/time";
import { quotedLabel } from "../parts/mask-prompt.ts";
import { turnName } from "../parts/names.ts";
import type { Asker } from "../ports/asker.ts";
import type { Doing } from "./compare-doing.ts";
import type { DiffQuestion } from "./question.ts";

/** The session or turn that is asked about, the newest when none is named; says which it is. */
export function findDoing(
  asker: Asker,
  { session, turn }: DiffQuestion,
  timeline: TimelineReader,
): Doing | undefined {
  if (session !== undefined) {
    const found = requireSession(timeline, session === "" ? undefined : parseSessionWord(session));
    asker.note(`session ${found.id} ${quotedLabel(found.label)}`.trimEnd());
    return { kind: "session", id: found.id };
  }
  if (turn === undefined) return undefined;
  const found = requireTurn(timeline, turn === "" ? undefined : parseTurnWord(turn));
  asker.note(
    `turn ${turnName(found.id)} of ${found.session} ${quotedLabel(found.label)}`.trimEnd(),
  );
  return { kind: "turn", id: found.id };
}
