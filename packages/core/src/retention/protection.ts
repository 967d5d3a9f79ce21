import type { SnapshotId, WallMs } from "../base/brand.ts";
import { dayMs } from "../time/calendar.ts";
import type { Checkpoint } from "../timeline/checkpoint.ts";
import type { JournalStep, Operation } from "../timeline/operation.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import type { OpenSession, Turn } from "../timeline/session.ts";

/** How long what an operation wrote, replaced or recorded for safety is kept. Unit: ms. */
export const operationsKeptMs = 7 * dayMs;

/** Rows that no policy may take. */
export interface Protection {
  /** Positions whose state stays as it is, ascending. */
  readonly instants: readonly ProtectedInstant[];
  readonly sessions: ReadonlySet<string>;
  /** Rows that one of the open sessions may have written are ambiguous and not older than this. */
  readonly ambiguousSince: WallMs | null;
  readonly operations: ReadonlySet<number>;
  /** Rows that steps of those operations name. */
  readonly named: ReadonlySet<SnapshotId>;
}

export interface ProtectedInstant {
  /** The last row that counts; 0 before the first. */
  readonly id: number;
  readonly why: "checkpoint" | "session" | "turn";
}

/** Facts of a timeline about what must stay. */
export interface ProtectionFacts {
  readonly checkpoints: readonly Checkpoint[];
  readonly open: readonly OpenSession[];
  /** All turns of the open sessions. */
  readonly turns: readonly Turn[];
  /** Turns whose edges stay though their sessions are ended. */
  readonly latest?: readonly Turn[];
  /** Those of the last seven days and those that are not finished, with their steps. */
  readonly operations: readonly {
    readonly operation: Operation;
    readonly steps: readonly JournalStep[];
  }[];
}

export function gatherProtection(facts: ProtectionFacts): Protection {
  const sessions = facts.open.map(({ session }) => session);
  const instants = [
    ...facts.checkpoints.map(({ snapshot }) => ({ id: snapshot, why: "checkpoint" as const })),
    ...edgesOf(facts.turns).map((id) => ({ id, why: "session" as const })),
    ...edgesOf(facts.latest ?? []).map((id) => ({ id, why: "turn" as const })),
  ];
  const states = facts.operations.flatMap(({ steps }) =>
    steps.flatMap(({ from, to }) => [from, to]),
  );
  const starts = sessions.map(({ startedAt }) => startedAt);
  return {
    instants: instants.sort((a, b) => a.id - b.id),
    sessions: new Set(sessions.map(({ id }) => id)),
    ambiguousSince: starts.length === 0 ? null : (Math.min(...starts) as WallMs),
    operations: new Set(facts.operations.map(({ operation }) => operation.id)),
    named: new Set(
      states.flatMap((state) => (state.kind === "recorded" ? (state.snapshot ?? []) : [])),
    ),
  };
}

function edgesOf(turns: readonly Turn[]): number[] {
  return turns.flatMap(({ before, after }) => (after === null ? [before] : [before, after]));
}

/** The first position that names the state which begins with `id` and lasts until before `next`. */
export function instantWithin(
  { instants }: Protection,
  id: SnapshotId,
  next: number,
): ProtectedInstant | undefined {
  let low = 0;
  let high = instants.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  const found = instants[low];
  return found !== undefined && found.id < next ? found : undefined;
}

/** True for a row that an open session has written, or may have. */
export function isOfOpenSession(row: RetentionRow, protection: Protection): boolean {
  if (row.session !== null) return protection.sessions.has(row.session);
  const { ambiguousSince } = protection;
  return row.ambiguous && ambiguousSince !== null && row.at >= ambiguousSince;
}
