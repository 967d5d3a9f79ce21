import { pathToColumn, type RelPath, type SnapshotId, type Steps, UnfError } from "@unf/core/base";
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
  const from: Source = { timeline, within: request.within ?? [] };
  switch (request.kind) {
    case "turns":
      return yield* namedTurns(from, request.turns);
    case "session":
      return [yield* chooseSession(from, request, isStanding)];
    case "burst":
      return [yield* lastRun(from)];
    case "last": {
      const turns = yield* lastTurns(from, request, isStanding);
      if (turns.length > 0) return turns;
      if (request.agent === null && timeline.sessions({ limit: 1 }).length === 0)
        return [yield* lastRun(from)];
      throw nothing(from, request.agent);
    }
  }
}

/** The history, and the paths that are meant; none: all. */
interface Source {
  readonly timeline: TimelineReader;
  readonly within: readonly RelPath[];
}

/** The newest first, each once. With paths each that did something there, and at least one. */
function* namedTurns(from: Source, turns: readonly number[]): Steps<ChosenScope[]> {
  const chosen: ChosenScope[] = [];
  const newestFirst = [...new Set(turns)].sort((a, b) => b - a);
  for (const turn of newestFirst) {
    const scope = { kind: "turn", turn } as const;
    const deeds = yield* readDeeds(from.timeline, scope, from.within);
    if (deeds.length > 0) chosen.push({ scope, deeds });
    else if (from.within.length === 0) throw changedNothing(from, `t-${turn}`);
  }
  if (chosen.length > 0) return chosen;
  throw changedNothing(from, newestFirst.map((turn) => `t-${turn}`).join(", "));
}

function* named(from: Source, scope: OopsScope, name: string): Steps<ChosenScope> {
  const deeds = yield* readDeeds(from.timeline, scope, from.within);
  if (deeds.length > 0) return { scope, deeds };
  throw changedNothing(from, name);
}

function changedNothing(from: Source, name: string): UnfError {
  return new UnfError("not_found", `${name} changed no file${there(from)} that is recorded`, {
    hint: "unf turns lists turns with what they changed",
  });
}

function* chooseSession(
  from: Source,
  { session, agent }: Extract<OopsRequest, { kind: "session" }>,
  isStanding: (chosen: ChosenScope) => Steps<boolean>,
): Steps<ChosenScope> {
  const { timeline } = from;
  if (session !== null) {
    const known = requireSession(timeline, session);
    return yield* named(from, { kind: "session", session: known.id }, known.id);
  }
  const query = { limit: turnsMax, ...(agent === null ? {} : { agent }) };
  for (const { id } of timeline.sessions(query)) {
    const scope = { kind: "session", session: id } as const;
    const chosen = { scope, deeds: yield* readDeeds(timeline, scope, from.within) };
    if (chosen.deeds.length > 0 && (yield* isStanding(chosen))) return chosen;
  }
  throw nothing(from, agent);
}

function* lastTurns(
  { timeline, within }: Source,
  { count, agent }: Extract<OopsRequest, { kind: "last" }>,
  isStanding: (chosen: ChosenScope) => Steps<boolean>,
): Steps<ChosenScope[]> {
  const turns: Turn[] = timeline.turns({ limit: turnsMax, ...(agent === null ? {} : { agent }) });
  const chosen: ChosenScope[] = [];
  for (const { id } of turns) {
    const scope = { kind: "turn", turn: id } as const;
    const one = { scope, deeds: yield* readDeeds(timeline, scope, within) };
    if (one.deeds.length > 0 && (yield* isStanding(one))) chosen.push(one);
    if (chosen.length === count) break;
  }
  return chosen;
}

/** Everything from the last pause on, up to the newest row. */
function* lastRun(from: Source): Steps<ChosenScope> {
  const { timeline, within } = from;
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
  if (within.length > 0) return yield* named(from, scope, "the last run of changes");
  return { scope, deeds: yield* readDeeds(timeline, scope, within) };
}

function there({ within }: Source): string {
  if (within.length === 0) return "";
  return within.length === 1 ? ` in ${pathToColumn(within[0] ?? ("" as RelPath))}` : " there";
}

function nothing(from: Source, agent: string | null): UnfError {
  const where = there(from);
  const none =
    agent === null ? `no agent changed anything${where}` : `${agent} changed nothing${where}`;
  return new UnfError("not_found", `${none} that could be taken back`, {
    hint: "unf turns; unf oops --burst takes back the last run of changes",
  });
}
