import { turnName } from "../parts/names.ts";
import type { AuthorFields } from "../parts/types.ts";
import type { ShownAuthor } from "./authors.ts";

/** The author of a row, as fields of an answer. */
export function authorFields(author: ShownAuthor): AuthorFields {
  const { type, name, confidence, session, turn, candidates } = author;
  return {
    author: { type, name, confidence },
    session,
    turn: turn === null ? null : turnName(turn),
    // Present only where several can have written it.
    ...(candidates.length === 0
      ? {}
      : {
          candidates: candidates.map((one) => ({
            session: one.session,
            turn: one.turn === null ? null : turnName(one.turn),
          })),
        }),
  };
}
