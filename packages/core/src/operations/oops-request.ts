import type { RelPath } from "../base/brand.ts";
import type { ChosenHunks } from "./take-part.ts";

/** The work that a person wants to take back, of all files or of some. */
export type OopsRequest = OopsWork & {
  /**
   * Only what was done to these files, and below these directories; everything where none is named. A
   * file that was renamed counts under both names.
   */
  readonly within?: readonly RelPath[];
  /** Of these files only some hunks; of all others that are meant everything. */
  readonly hunks?: readonly ChosenHunks[];
};

/** The work of all files. */
export type OopsWork =
  /** The turns of an agent that wrote last: `count` of them, the newest first. */
  | { readonly kind: "last"; readonly count: number; readonly agent: string | null }
  /** Each of these turns, in any order. */
  | { readonly kind: "turns"; readonly turns: readonly number[] }
  /** `null`: the one that wrote last. */
  | { readonly kind: "session"; readonly session: string | null; readonly agent: string | null }
  /** The last run of changes, of whomever. */
  | { readonly kind: "burst" };

/** The work that was found for a request. */
type FoundWork =
  | { readonly kind: "turn"; readonly turn: number }
  | { readonly kind: "session"; readonly session: string }
  | { readonly kind: "rows" };

/** The request's work by its name: turns that wrote last become those turns, so that a part of them finds no others. */
export function nameWork(request: OopsRequest, found: readonly FoundWork[]): OopsWork {
  const turns = found.flatMap((one) => (one.kind === "turn" ? [one.turn] : []));
  if (turns.length > 0) return { kind: "turns", turns };
  const session = found.find((one) => one.kind === "session");
  if (session !== undefined) return { kind: "session", session: session.session, agent: null };
  const { within: _, hunks: __, ...work } = request;
  return work;
}
