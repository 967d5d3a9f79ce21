import type { WallMs } from "../base/brand.ts";
import { invariant } from "../base/invariant.ts";

/** 1970-01-01T00:00:00.000Z. */
const earliestInstant = 0 as WallMs;

/** 9999-12-31T23:59:59.999Z, the last instant of the fixed-width form. */
export const latestInstant = 253_402_300_799_999 as WallMs;

/**
 * `2026-11-20T13:32:07.114Z`: RFC 3339 in UTC with milliseconds, always 24 characters, so text
 * order is time order. This is the form of timeline columns, JSON and the socket. An instant a
 * broken clock puts outside 1970–9999 becomes the nearest that has the form; recording goes on.
 */
export function formatUtc(at: WallMs): string {
  invariant(Number.isInteger(at), "an instant is a whole number of milliseconds");
  return new Date(Math.min(Math.max(at, earliestInstant), latestInstant)).toISOString();
}

/** Reads exactly the form `formatUtc` writes; `undefined` for anything else. */
export function parseUtc(text: string): WallMs | undefined {
  if (text.length !== 24) return undefined;
  const at = Date.parse(text);
  // The engine's parser takes 30 February for 2 March and more; only what comes back the same counts.
  if (Number.isNaN(at) || at < earliestInstant || new Date(at).toISOString() !== text)
    return undefined;
  return at as WallMs;
}
