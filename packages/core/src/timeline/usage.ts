import type { RelPath, WallMs } from "../base/brand.ts";

/**
 * Room that versions take: each content counts once in all of a listing, where it was recorded
 * first.
 */
export interface Usage {
  readonly bytes: number;
  /** Rows, deletions included. */
  readonly versions: number;
}

/** One group of a usage, the finest a timeline is asked for. Every group is there once. */
export interface UsageOf {
  readonly file: Usage & { readonly path: RelPath };
  /** The beginning of a minute of UTC: days begin at other minutes for other people. */
  readonly minute: Usage & { readonly at: WallMs };
  /** `null`: no session is known. */
  readonly session: Usage & { readonly session: string | null };
}

export type UsageKey = keyof UsageOf;
