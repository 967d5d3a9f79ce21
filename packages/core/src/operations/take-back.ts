import type { BlobId, RelPath } from "../base/brand.ts";
import { comparePaths, pathToColumn } from "../base/path.ts";
import { refuseCollisions } from "../restore/refuse-collisions.ts";
import { exactNames } from "../restore/safe-path.ts";
import type { Step, StepState } from "../timeline/operation.ts";
import { type ClearedWay, decideStep, type StepOutcome } from "./decide-step.ts";
import { emptiedBy, isContent } from "./directory-steps.ts";
import { isSameContent, isSameState, type StandingState } from "./step-state.ts";
import type { UndoFacts } from "./undo-facts.ts";
import type { UndoAction } from "./undo-plan.ts";

/** What was done to one path: one run of changes, or several with somebody else's in between. */
export interface PathDeeds {
  readonly path: RelPath;
  /** Oldest first; never empty. */
  readonly runs: readonly Run[];
}

export interface Run extends Pick<Step, "from" | "to"> {
  /** States between the two, oldest first: where the file stands when part of it was taken back. */
  readonly passed?: readonly StepState[];
}

/** What taking deeds back does to files. */
export interface TakenBack {
  /** In path order. */
  readonly actions: readonly UndoAction[];
  /** Files and links; the directories follow from them (`planDirectories`). */
  readonly changes: readonly Step[];
  /** Merged texts that changes write and that are recorded nowhere yet. */
  readonly contents: ReadonlyMap<BlobId, Uint8Array>;
  /** Paths that are as wanted already. */
  readonly unchanged: number;
}

/**
 * Takes back what was done to files, the newest run of each path first. What somebody else changed
 * since is merged or stays.
 */
export function takeBack(deeds: readonly PathDeeds[], facts: UndoFacts): TakenBack {
  const collisions = refuseCollisions(
    deeds.map(({ path }) => path),
    facts.names ?? exactNames,
  );
  const way = findWay(deeds, facts);
  const actions: UndoAction[] = [];
  const changes: Step[] = [];
  const contents = new Map<BlobId, Uint8Array>();
  let unchanged = 0;
  for (const deed of deeds) {
    const { path } = deed;
    const other = collisions.get(path);
    if (other !== undefined) {
      actions.push({ kind: "refused", path, why: "collides", other });
      continue;
    }
    const taken = takePath(deed, facts, way);
    actions.push(...taken.actions);
    if (taken.actions.length === 0) unchanged += 1;
    if (taken.change === undefined) continue;
    changes.push(taken.change);
    const { to } = taken.change;
    const merged = to.kind === "recorded" ? taken.merged.get(to.hash) : undefined;
    if (to.kind === "recorded" && merged !== undefined) contents.set(to.hash, merged);
  }
  actions.sort((a, b) => comparePaths(a.path, b.path));
  return { actions, changes, contents, unchanged };
}

/** Everything of a plan that makes it another; row ids are left out, as the same bytes may be recorded meanwhile. */
export function fingerprintOf(
  steps: readonly Step[],
  actions: readonly UndoAction[],
): readonly unknown[] {
  const done = steps.map(({ path, from, to }) => [
    pathToColumn(path),
    sayState(from),
    sayState(to),
  ]);
  const left = actions.flatMap((action) =>
    "why" in action ? [[action.kind, pathToColumn(action.path), action.why]] : [],
  );
  return [done, left];
}

interface TakenPath {
  readonly actions: readonly UndoAction[];
  readonly change: Step | undefined;
  readonly merged: ReadonlyMap<BlobId, Uint8Array>;
}

/** One run after the other, each on what the one before left. */
function takePath({ path, runs }: PathDeeds, facts: UndoFacts, way: ClearedWay): TakenPath {
  const merged = new Map<BlobId, Uint8Array>();
  const left: UndoAction[] = [];
  let first: StepState | undefined;
  let now: StepState | undefined;
  for (const run of runs.toReversed()) {
    const onTop = onTopOf(facts, { path, now, merged });
    const step = { path, from: run.from, to: reachedBy(run, path, onTop) };
    const outcome = decideStep(step, onTop, way);
    left.push(...whatIsLeft(path, outcome));
    if (outcome.kind === "refused") break;
    if (outcome.kind !== "put") continue;
    first ??= outcome.step.from;
    now = outcome.step.to;
    if (outcome.merge !== undefined && now.kind === "recorded")
      merged.set(now.hash, outcome.merge.bytes);
  }
  const untouched = { actions: left, change: undefined, merged };
  if (first === undefined || now === undefined || isSameState(first, now)) return untouched;
  const kind = actionKind(first, now);
  const isMerged = kind === "write" && now.kind === "recorded" && merged.has(now.hash);
  const action: UndoAction = { kind, path, from: first, to: now, merged: isMerged };
  return { actions: [action, ...left], change: { path, from: first, to: now }, merged };
}

/** Where the run had come to when somebody took back the rest of it; else its end. */
function reachedBy({ to, passed = [] }: Run, path: RelPath, facts: UndoFacts): StepState {
  if (passed.length === 0 || facts.obstacle(path) !== undefined) return to;
  const now = facts.now(path);
  return isSameState(now, to) ? to : (passed.findLast((state) => isSameState(now, state)) ?? to);
}

interface Standing {
  readonly path: RelPath;
  readonly now: StandingState | undefined;
  readonly merged: ReadonlyMap<BlobId, Uint8Array>;
}

/** The facts as they will be once the newer runs are taken back. */
function onTopOf(facts: UndoFacts, { path, now, merged }: Standing): UndoFacts {
  if (now === undefined) return facts;
  return {
    ...facts,
    now: (asked) => (asked === path ? now : facts.now(asked)),
    isKept: (hash) => merged.has(hash) || facts.isKept(hash),
    content: (hash) => merged.get(hash) ?? facts.content(hash),
  };
}

/** What is removed by taking back, and the directories that hold nothing any more then. */
function findWay(deeds: readonly PathDeeds[], facts: UndoFacts): ClearedWay {
  const noWay = { removed: new Set<RelPath>(), emptied: new Set<RelPath>() };
  const removed = new Set(
    deeds.flatMap((deed) => {
      const { change } = takePath(deed, facts, noWay);
      return change !== undefined && !isContent(change.to) ? [change.path] : [];
    }),
  );
  return { removed, emptied: emptiedBy(removed, facts.entries) };
}

function whatIsLeft(path: RelPath, outcome: StepOutcome): UndoAction[] {
  switch (outcome.kind) {
    case "unchanged":
      return [];
    case "refused":
    case "kept":
      return [{ path, ...outcome }];
    case "overlapping":
      return [{ kind: "kept", path, why: "overlaps", overlaps: outcome.overlaps }];
    case "put": {
      const overlaps = outcome.merge?.overlaps ?? [];
      return overlaps.length === 0 ? [] : [{ kind: "kept", path, why: "overlaps", overlaps }];
    }
  }
}

function actionKind(from: StepState, to: StepState): "write" | "chmod" | "delete" {
  if (to.kind === "absent" || to.kind === "directory") return "delete";
  const isModeOnly = from.kind === "recorded" && to.kind === "recorded" && isSameContent(from, to);
  return isModeOnly ? "chmod" : "write";
}

function sayState(state: StepState): readonly unknown[] {
  return Object.entries(state).flatMap(([field, value]) => (field === "snapshot" ? [] : [value]));
}
