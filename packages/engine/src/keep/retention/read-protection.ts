import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { TimelineReader } from "@unf/core/ports";
import {
  gatherProtection,
  operationsKeptMs,
  type Protection,
  type RetentionPolicy,
} from "@unf/core/retention";
import type { Operation, Turn } from "@unf/core/timeline";

/** Operations read at once. */
const pageOperations = 100;

/** Reads which rows of a timeline no policy may take. */
export function readProtection(
  timeline: TimelineReader,
  now: WallMs,
  { turnsMs = limits.retention.turnsMs }: Pick<RetentionPolicy, "turnsMs"> = {},
): Protection {
  const open = timeline.openSessions();
  return gatherProtection({
    checkpoints: timeline.checkpoints(),
    open,
    turns: open.flatMap(({ session }) =>
      timeline.turns({ session: session.id, limit: Number.MAX_SAFE_INTEGER }),
    ),
    latest: listLatest(timeline, now, turnsMs),
    operations: listRecent(timeline, now).map((operation) => ({
      operation,
      steps: timeline.steps(operation.id),
    })),
  });
}

/** Turns of the last days, and at least the last of them. */
function listLatest(timeline: TimelineReader, now: WallMs, turnsMs: number | null): Turn[] {
  const { turnsLast } = limits.retention;
  const last = timeline.turns({ limit: turnsLast });
  if (last.length < turnsLast) return last;
  const since = Math.max(0, now - (turnsMs ?? now)) as WallMs;
  const young = timeline.turns({ since, limit: Number.MAX_SAFE_INTEGER });
  return young.length > last.length ? young : last;
}

function listRecent(timeline: TimelineReader, now: WallMs): Operation[] {
  const recent = timeline.unfinishedOperations();
  for (let before: number | undefined; ; ) {
    const page = timeline.operations(pageOperations, before);
    const young = page.filter(({ startedAt }) => now - startedAt < operationsKeptMs);
    recent.push(...young);
    before = page.at(-1)?.id;
    if (young.length < pageOperations || before === undefined) return recent;
  }
}
