import type { WallMs } from "../base/brand.ts";

/** Which sessions a listing wants, the newest first. Every given condition must hold. */
export interface SessionQuery {
  readonly agent?: string;
  /** Open ones, and those that ended at this instant or later. */
  readonly since?: WallMs;
  /** Only those listed behind the session with this id. */
  readonly before?: string;
  readonly limit: number;
}

/** Which turns a listing wants, the newest first. */
export interface TurnQuery {
  readonly session?: string;
  readonly agent?: string;
  /** Open ones, and those that ended at this instant or later. */
  readonly since?: WallMs;
  readonly before?: number;
  readonly limit: number;
}
