import type { RelPath, SnapshotId, Steps } from "@unf/core/base";
import {
  type ChosenHunks,
  isSameState,
  type OopsRequest,
  type PathDeeds,
  type PlannedOops,
  planOops,
} from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import { type ChosenScope, chooseScopes } from "./choose-scope.ts";
import type { PlanPorts } from "./read-plan.ts";
import { type OopsScope, readDoubtful } from "./read-scope.ts";
import { readUndoFacts } from "./read-undo-facts.ts";
import { type SeenStats, StatTable } from "./stat-table.ts";

/** A planned `oops`, and what the disk looked like to it. */
export interface SeenOops extends PlannedOops {
  /** Scopes that are taken back, the newest first. */
  readonly scopes: readonly OopsScope[];
  /** Files that may be of somebody else or another turn: nothing is done to them. */
  readonly doubtful: readonly RelPath[];
  readonly seen: SeenStats;
}

/**
 * Finds what is meant, reads the disk and plans to take it back. Changes nothing. Throws `not_found`. It
 * pauses: what changes meanwhile is found when the plan is carried out.
 */
export function* oopsInSteps(ports: PlanPorts, request: OopsRequest): Steps<SeenOops> {
  const { timeline } = ports;
  const isStanding = function* ({ scope, deeds }: ChosenScope): Steps<boolean> {
    return hasWork(yield* plan(ports, [{ scope, deeds: deeds.filter(hasLeftMark) }]));
  };
  const chosen = yield* chooseScopes(timeline, request, isStanding);
  const doubtful = new Set<RelPath>();
  for (const { scope } of chosen)
    for (const path of yield* readDoubtful(timeline, scope, request.within ?? []))
      doubtful.add(path);
  const planned = yield* plan(ports, chosen, request.hunks);
  return {
    ...planned,
    scopes: chosen.map(({ scope }) => scope),
    doubtful: [...doubtful],
  };
}

/** False for a file that the scope itself left as it had found it. */
function hasLeftMark({ runs }: PathDeeds): boolean {
  return runs.some(({ from, to }) => !isSameState(from, to));
}

/**
 * False once all that is left of it are files that newer changes keep. One of which nothing was taken
 * back yet is told of nevertheless: the one before it is not what was meant.
 */
function hasWork({ plan: { actions, unchanged }, steps }: PlannedOops): boolean {
  return steps.length > 0 || (actions.length > 0 && unchanged === 0);
}

function* plan(
  ports: PlanPorts,
  chosen: readonly ChosenScope[],
  hunks?: readonly ChosenHunks[],
): Steps<PlannedOops & Pick<SeenOops, "seen">> {
  const deeds = yield* joinDeeds(chosen);
  const statesOf = (path: RelPath) =>
    deeds.get(path)?.runs.flatMap(({ from, to, passed = [] }) => [from, ...passed, to]) ?? [];
  const seen = new StatTable();
  const since = { id: beforeAll(ports.timeline, chosen) };
  const facts = readUndoFacts(ports, { statesOf, operation: undefined, since, seen });
  const name = JSON.stringify(chosen.map(({ scope }) => scope));
  const each = { [Symbol.iterator]: () => deeds.values() };
  return { ...(yield* planOops(name, each, facts, hunks)), seen };
}

/** The newest row before the first of the scopes. */
function beforeAll(timeline: TimelineReader, chosen: readonly ChosenScope[]): SnapshotId {
  const starts = chosen.map(({ scope }) => {
    if (scope.kind === "rows") return scope.after;
    if (scope.kind === "turn") return timeline.turn(scope.turn)?.before ?? 0;
    const query = { within: [], interim: true, order: "oldest" } as const;
    const [first] = timeline.find({ ...query, session: scope.session });
    return Math.max(0, (first?.id ?? 0) - 1);
  });
  return Math.min(...starts) as SnapshotId;
}

/** Several scopes as one: of each path the runs of the oldest come first. */
function* joinDeeds(chosen: readonly ChosenScope[]): Steps<ReadonlyMap<RelPath, PathDeeds>> {
  const joined = new Map<RelPath, PathDeeds>();
  for (const { deeds } of chosen.toReversed()) {
    for (const deed of deeds) {
      const known = joined.get(deed.path);
      const all = known === undefined ? deed : { ...known, runs: [...known.runs, ...deed.runs] };
      joined.set(deed.path, all);
      yield;
    }
  }
  return joined;
}
