import type { WallMs } from "../base/brand.ts";
import { invariant } from "../base/invariant.ts";
import { minuteMs } from "../time/calendar.ts";
import { hasContent, type RetentionRow } from "../timeline/pruning.ts";
import { bucketOf, type RetentionPolicy, type Tier, tierOf } from "./policy.ts";
import { instantWithin, isOfOpenSession, type Protection } from "./protection.ts";

/**
 * Why a row stays. It is the path's newest; its burst may still be open (`fresh`); it is `recent`; a
 * `checkpoint`, a `session`, a `turn` or an `operation` needs it; it is the one of its hour, day or week; it is the
 * `state` at the end of the policy; it is a `deletion` without which an older row would count again; it is
 * the `content` before a deletion that stays or a state that was not kept; the file left the record with it, so that it is `unknown` what
 * stood there from then on, which nothing else tells; it belongs to a `rename` whose other row stays.
 */
export type KeepReason =
  | "newest"
  | "fresh"
  | "recent"
  | "checkpoint"
  | "session"
  | "turn"
  | "operation"
  | "hourly"
  | "daily"
  | "weekly"
  | "state"
  | "deletion"
  | "content"
  | "unknown"
  | "rename";

/**
 * Why a row goes: it is `interim`, another stands for its hour, day or week, it is `older` than all, or there
 * are enough newer ones of a `binary` file.
 */
export type DropReason = "interim" | "hourly" | "daily" | "weekly" | "older" | "binary";

export type Verdict =
  | { readonly keep: true; readonly why: KeepReason }
  | { readonly keep: false; readonly why: DropReason };

export interface RetentionContext {
  readonly policy: RetentionPolicy;
  /** From when ages are counted. */
  readonly now: WallMs;
  readonly protection: Protection;
  /** The history is to start where the policy ends: of what was before it nothing need be known. */
  readonly movesStart?: boolean;
}

/** Rows younger than this may be part of a burst or rename that is still looked at. Unit: ms. */
const freshMs = minuteMs;

/**
 * Decides about every row of one path. `rows` has all of them, in the order of their ids. Each reason to
 * stay holds also once the rows that go are gone, so that a second prune finds nothing to do.
 */
export function planPath(rows: readonly RetentionRow[], context: RetentionContext): Verdict[] {
  const tiers = rows.map(({ at }) => tierOf(context.now - at, context.policy));
  const why: (KeepReason | undefined)[] = rows.map((row, index) =>
    whyProtected(row, rows[index + 1], tiers[index] === "recent", context),
  );
  keepBuckets(rows, tiers, why);
  keepState(rows, tiers, why);
  if (context.policy.bringsBack) keepContents(rows, why);
  if (keepDeletion(tiers, why) && context.policy.bringsBack) keepContents(rows, why);
  if (context.movesStart !== true) keepUnknown(rows, why);
  const beyond = beyondVersions(rows, why, context);
  return rows.map((row, index) => {
    const reason = why[index];
    if (beyond.has(index)) return { keep: false, why: "binary" };
    return reason === undefined
      ? { keep: false, why: dropReason(row, tiers[index] ?? "older") }
      : { keep: true, why: reason };
  });
}

/**
 * Finds the rows that must stay as well if a row before them that goes is kept after all, so that
 * the states at kept rows stay true: the deletion at the end of the policy with the content before
 * it, in `rows`; `index` is that of the deletion, -1 where the policy ends with none.
 */
export function findLastDeletion(
  rows: readonly RetentionRow[],
  { now, policy }: RetentionContext,
): { readonly index: number; readonly rows: readonly RetentionRow[] } {
  const index = rows.findLastIndex(({ at }) => tierOf(now - at, policy) === "older");
  const last = rows[index];
  if (last === undefined || last.hash !== null) return { index: -1, rows: [] };
  const content = policy.bringsBack
    ? rows.findLast((row) => hasContent(row) && row.id < last.id)
    : undefined;
  return { index, rows: content === undefined ? [last] : [content, last] };
}

function whyProtected(
  row: RetentionRow,
  next: RetentionRow | undefined,
  isRecent: boolean,
  { now, protection }: RetentionContext,
): KeepReason | undefined {
  if (next === undefined) return "newest";
  if (now - row.at < freshMs) return "fresh";
  if (isRecent) return "recent";
  if (isOfOpenSession(row, protection)) return "session";
  const { operations, named } = protection;
  if (named.has(row.id) || (row.operation !== null && operations.has(row.operation))) {
    return "operation";
  }
  return instantWithin(protection, row.id, next.id)?.why;
}

/** Keeps of each hour, day or week the last settled row, else the last; and a deletion that ends it. */
function keepBuckets(
  rows: readonly RetentionRow[],
  tiers: readonly Tier[],
  why: (KeepReason | undefined)[],
): void {
  for (let start = 0; start < rows.length; ) {
    const tier = tiers[start];
    invariant(tier !== undefined, "every row lies in a tier");
    const end = endOfBucket(rows, tiers, start);
    if (tier !== "recent" && tier !== "older") {
      const last = end - 1;
      const settled = rows.slice(start, end).findLastIndex((row) => row.settled);
      why[settled < 0 ? last : start + settled] ??= tier;
      if (rows[last]?.hash === null) why[last] ??= tier;
    }
    start = end;
  }
}

/** The index after the last row that lies in the tier and bucket of the row at `start`. */
function endOfBucket(rows: readonly RetentionRow[], tiers: readonly Tier[], start: number): number {
  const tier = tiers[start];
  const bucket = (index: number): number => {
    const row = rows[index];
    return row === undefined || tier === "recent" || tier === "older" || tier === undefined
      ? 0
      : bucketOf(row.at, tier);
  };
  const own = bucket(start);
  let end = start + 1;
  while (end < rows.length && tiers[end] === tier && bucket(end) === own) end += 1;
  return end;
}

/** Keeps what stood at the instant where the policy ends. */
function keepState(
  rows: readonly RetentionRow[],
  tiers: readonly Tier[],
  why: (KeepReason | undefined)[],
): void {
  const end = tiers.lastIndexOf("older");
  const row = rows[end];
  if (row !== undefined && (row.hash !== null || row.cause === "excluded")) why[end] ??= "state";
}

/** Keeps where a file left the record: what stays of other rows says that it was there, or was not. */
function keepUnknown(rows: readonly RetentionRow[], why: (KeepReason | undefined)[]): void {
  for (const [index, { cause }] of rows.entries())
    if (cause === "excluded") why[index] ??= "unknown";
}

/**
 * Keeps the content before each deletion that stays, and before what was not kept, as a binary file;
 * that of a departure lives on elsewhere.
 */
function keepContents(rows: readonly RetentionRow[], why: (KeepReason | undefined)[]): void {
  let content = -1;
  for (const [index, row] of rows.entries()) {
    if (hasContent(row)) content = index;
    else if (content >= 0 && why[index] !== undefined && row.cause !== "renamed") {
      why[content] ??= "content";
    }
  }
}

/**
 * Those of a binary file's versions that only age keeps and before which there are newer ones enough; the
 * rows of renames are none.
 */
function beyondVersions(
  rows: readonly RetentionRow[],
  why: readonly (KeepReason | undefined)[],
  context: RetentionContext,
): ReadonlySet<number> {
  const beyond = new Set<number>();
  const versions = context.policy.binaryVersions;
  if (versions === undefined) return beyond;
  // Of a row that is recent the reason does not say whether it is needed as well.
  const isNeeded = (row: RetentionRow, index: number): boolean =>
    row.renamedFrom !== null || whyProtected(row, rows[index + 1], false, context) !== undefined;
  let newer = 0;
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const [row, reason] = [rows[index], why[index]];
    if (row?.isBinary !== true || reason === undefined) continue;
    if (newer >= versions && !isNeeded(row, index)) beyond.add(index);
    else newer += 1;
  }
  return beyond;
}

/** Keeps a deletion where the policy ends if something older stays: it would else be there again. */
function keepDeletion(tiers: readonly Tier[], why: (KeepReason | undefined)[]): boolean {
  const end = tiers.lastIndexOf("older");
  if (
    end < 0 ||
    why[end] !== undefined ||
    !why.some((reason, at) => at < end && reason !== undefined)
  )
    return false;
  why[end] = "deletion";
  return true;
}

export function dropReason({ settled }: RetentionRow, tier: Tier): DropReason {
  if (tier === "older" || tier === "recent") return "older";
  return settled ? tier : "interim";
}
