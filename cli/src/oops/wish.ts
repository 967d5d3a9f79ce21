import { UnfError } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { requireTurn } from "@unf/core/sessions";
import { parseSessionWord, parseTurnWord, type TurnWord } from "@unf/core/time";
import type { OopsWish } from "@unf/wiring";
import type { OopsFlags } from "./flags.ts";

/** A turn is named by its number, or as its agent calls the prompt. */
type Wish = OopsWish | { readonly kind: "turn"; readonly turn: TurnWord };

/** What is meant in this project. Throws `not_found`. */
export function settleWish(timeline: TimelineReader, wish: Wish): OopsWish {
  if (wish.kind !== "turn") return wish;
  const { turn } = wish;
  return { kind: "turn", turn: typeof turn === "number" ? turn : requireTurn(timeline, turn).id };
}

/** What the flags ask to be taken back. Throws `usage` when they contradict each other. */
export function readWish(flags: OopsFlags): Wish {
  const agent = flags.agent ?? null;
  const named = (["turn", "last", "session", "burst"] as const).filter(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  if (named.length > 1)
    throw new UnfError("usage", `--${named.join(" and --")} exclude each other`);
  if (agent !== null && (named[0] === "turn" || named[0] === "burst"))
    throw new UnfError("usage", `--agent has no meaning with --${named[0]}`);
  if (flags.turn !== undefined) return { kind: "turn", turn: parseTurnWord(flags.turn) };
  if (flags.session !== undefined) {
    const session = flags.session === "last" ? null : parseSessionWord(flags.session);
    return { kind: "session", session, agent };
  }
  if (flags.burst) return { kind: "burst" };
  return { kind: "last", count: flags.last ?? 1, agent };
}
