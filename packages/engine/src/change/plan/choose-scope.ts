import { type SnapshotId, type Steps, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { OopsRequest, PathDeeds } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import { requireSession } from "@unf/core/sessions";
import type { Turn } from "@unf/core/timeline";
import { type OopsScope, readDeeds } from "./read-scope.ts";

/** A scope that did something, and what. */
export interface ChosenScope {
  readonly scope: OopsScope;
  readonly deeds: readonly PathDeeds[];
}

/** Turns looked through for those that wrote. */
const turnsMax = 200;

/**
 * Finds what is meant, the newest first. `isStanding`: false for a scope of which nothing is left to
 * take back; of those that are not named the next is taken then. Without any session the request for the
 * last turn means the last run of changes. Throws `not_found`.
 */
export function* chooseScopes(
  timeline: TimelineReader,
  request: OopsRequest,
  isStanding: (chosen: ChosenScope) => Steps<boolean>,
): Steps<readonly ChosenScope[]> {
  switch (request.kind) {
    case "turn":
      return [yield* named(timeline, { kind: "turn", turn: request.turn }, `t-${request.turn}`)];
    case "session":
      return [yield* chooseSession(timeline, request, isStanding)];
    case "burst":
      return [yield* lastRun(timeline)];
    case "last": {
      const turns = yield* lastTurns(timeline, request, isStanding);
      if (turns.length > 0) return turns;
      if (request.agent === null && timeline.sessions({ limit: 1 }).length === 0)
        return [yield* lastRun(timeline)];
      throw nothing(request.agent);
    }
  }
}

function* named(timeline: TimelineReader, scope: OopsScope, name: string): Steps<ChosenScope> {
  const deeds = yield* readDeeds(timeline, scope);
  if (deeds.length > 0) return { scope, deeds };
  throw new UnfError("not_found", `${name} changed no file that is recorded`, {
    hint: "unf turns lists turns with what they changed",
  });
}

function* chooseSession(
  timeline: TimelineReader,
  { session, agent }: Extract<OopsRequest, { kind: "session" }>,
  isStanding: (chosen: ChosenScope) => Steps<boolean>,
): Steps<ChosenScope> {
  if (session !== null) {
    const known = requireSession(timeline, session);
    return yield* named(timeline, { kind: "session", session: known.id }, known.id);
  }
  const query = { limit: turnsMax, ...(agent === null ? {} : { agent }) };
  for (const { id } of timeline.sessions(query)) {
    const scope = { kind: "session", session: id } as const;
    const chosen = { scope, deeds: yield* readDeeds(timeline, scope) };
    if (chosen.deeds.length > 0 && (yield* isStanding(chosen))) return chosen;
  }
  throw nothing(agent);
}

function* lastTurns(
  timeline: TimelineReader,
  { count, agent }: Extract<OopsRequest, { kind: "last" }>,
  isStanding: (chosen: ChosenScope) => Steps<boolean>,
): Steps<ChosenScope[]> {
  const turns: Turn[] = timeline.turns({ limit: turnsMax, ...(agent === null ? {} : { agent }) });
  const chosen: ChosenScope[] = [];
  for (const { id } of turns) {
    const scope = { kind: "turn", turn: id } as const;
    const one = { scope, deeds: yield* readDeeds(timeline, scope) };
    if (one.deeds.length > 0 && (yield* isStanding(one))) chosen.push(one);
    if (chosen.length === count) break;
  }
  return chosen;
}

/** Everything from the last pause on, up to the newest row. */
function* lastRun(timeline: TimelineReader): Steps<ChosenScope> {
  let first: { readonly id: SnapshotId; readonly at: number } | undefined;
  let upTo: SnapshotId | undefined;
  for (const row of timeline.find({ within: [], interim: true, order: "newest" })) {
    yield;
    const isPause =
      first !== undefined && Math.abs(first.at - row.at) > limits.sessions.burstPauseMs;
    if (isPause || row.cause === "baseline" || row.cause === "operation") break;
    upTo ??= row.id;
    first = row;
  }
  if (first === undefined || upTo === undefined)
    throw new UnfError("not_found", "nothing was changed lately that could be taken back", {
      hint: "unf log",
    });
  const scope = { kind: "rows", after: (first.id - 1) as SnapshotId | 0, upTo } as const;
  return { scope, deeds: yield* readDeeds(timeline, scope) };
}

function nothing(agent: string | null): UnfError {
  const none = agent === null ? "no agent changed anything" : `${agent} changed nothing`;
  return new UnfError("not_found", `${none} that could be taken back`, {
    hint: "unf turns; unf oops --burst takes back the last run of changes",
  });
}
