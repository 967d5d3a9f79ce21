/** The work that a person wants to take back. */
export type OopsRequest =
  /** The turns of an agent that wrote last: `count` of them, the newest first. */
  | { readonly kind: "last"; readonly count: number; readonly agent: string | null }
  | { readonly kind: "turn"; readonly turn: number }
  /** `null`: the one that wrote last. */
  | { readonly kind: "session"; readonly session: string | null; readonly agent: string | null }
  /** The last run of changes, of whomever. */
  | { readonly kind: "burst" };
