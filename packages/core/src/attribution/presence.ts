import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { Session } from "../timeline/session.ts";

/** A file that is written all the time is read that late. */
const lateMs = limits.burst.hotGapMsMax;

/** Tells of an instant at which a row was recorded whether an agent may have been at work. */
export function planPresence(sessions: readonly Timed[]): (at: WallMs) => boolean {
  const spans = presenceSpans(sessions);
  /** The pause before the span that was looked at last, or that span itself; instants mostly come in order. */
  let [from, to, isAbout] = [0, 0, false];
  return (at) => {
    if (at >= from && at < to) return isAbout;
    const index = countUpTo(spans, at) - 1;
    const span = spans[index];
    isAbout = span !== undefined && at <= span.to;
    from = isAbout ? (span?.from ?? 0) : (span?.to ?? Number.NEGATIVE_INFINITY) + 1;
    to = isAbout ? (span?.to ?? 0) + 1 : (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY);
    return isAbout;
  };
}

/** How many of the spans begin at the instant or earlier. */
function countUpTo(spans: readonly Span[], at: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** When any agent was about: ascending and apart from each other, both ends included. */
export function presenceSpans(sessions: readonly Timed[]): readonly Span[] {
  return joinSpans(sessions.flatMap(runsOf));
}

type Timed = Pick<Session, "startedAt" | "endedAt" | "pauses">;
type Run = Pick<Session, "startedAt" | "endedAt">;

/** A session's spans of work: while it rested its agent was away. */
function runsOf({ startedAt, endedAt, pauses = [] }: Timed): Run[] {
  const starts = [startedAt, ...pauses.map(({ to }) => to)];
  const ends = [...pauses.map(({ from }) => from), endedAt];
  return starts.map((start, nth) => forward({ startedAt: start, endedAt: ends[nth] ?? null }));
}

/** Within one that ends before it began the clock was set back. */
function forward({ startedAt, endedAt }: Run): Run {
  if (endedAt === null || endedAt >= startedAt) return { startedAt, endedAt };
  return { startedAt: endedAt, endedAt: startedAt };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Ascending and apart from each other. */
function joinSpans(sessions: readonly Run[]): Span[] {
  const joined: Span[] = [];
  for (const { startedAt, endedAt } of sessions.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const to = endedAt === null ? Number.POSITIVE_INFINITY : endedAt + lateMs;
    const last = joined.at(-1);
    if (last === undefined || startedAt > last.to) joined.push({ from: startedAt, to });
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return joined;
}
