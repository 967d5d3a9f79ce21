import type { SnapshotId, WallMs } from "../base/brand.ts";
import type { TurnWord } from "./session-word.ts";
import type { Zone } from "./zone.ts";

/** Purpose of a time expression: one instant, or one end of a span. */
export type TimePurpose = "at" | "since" | "until";

/** Facts that the meaning of a time expression depends on. */
export interface TimeFacts {
  readonly now: WallMs;
  readonly zone: Zone;
  readonly purpose: TimePurpose;
}

/** Which end of a span: the state just before it, or the one it left behind. */
export type Edge = "start" | "end";

/** Meaning of a time expression. */
export type ParsedTime =
  /** `warning`: one line, when the words had a second reading. Never later than `now`. */
  | { readonly kind: "instant"; readonly at: WallMs; readonly warning?: string }
  /** The version with this id, or of the same path the one `back` versions before it. */
  | { readonly kind: "version"; readonly id: SnapshotId; readonly back: number }
  /** Just before this mass change; before the latest one without an id. */
  | { readonly kind: "burst"; readonly id: number | undefined }
  /** Just before this operation of unf's own. */
  | { readonly kind: "operation"; readonly id: number }
  /** The checkpoint with this label or number, as `findCheckpoint` reads it. */
  | { readonly kind: "checkpoint"; readonly name: string }
  /** Where this session began or ended; the newest one without an id, which may be cut. */
  | { readonly kind: "session"; readonly id: string | undefined; readonly edge: Edge }
  /** Where this turn began or ended; the newest one without an id. */
  | { readonly kind: "turn"; readonly id: TurnWord | undefined; readonly edge: Edge }
  /** The version before the current content. */
  | { readonly kind: "previous" }
  /** Not of this grammar; a parser of natural language may know it. */
  | { readonly kind: "unknown" }
  /** Of this grammar and wrong. `why`: what is wrong and what to write, without the text itself. */
  | { readonly kind: "invalid"; readonly reason: "future" | "malformed"; readonly why: string };

/** The outcome for words that are meant as a time and cannot be one. */
export function malformed(why: string): ParsedTime {
  return { kind: "invalid", reason: "malformed", why };
}

/** An instant, or the refusal of one that has not come yet. */
export function pastInstant(at: WallMs, now: WallMs, warning?: string): ParsedTime {
  if (at > now) return { kind: "invalid", reason: "future", why: "it lies in the future" };
  return warning === undefined ? { kind: "instant", at } : { kind: "instant", at, warning };
}
