import type { BlobId, RelPath } from "../base/brand.ts";
import type { RefusalReason } from "../refusals/refusal.ts";
import type { Step, StepState } from "../timeline/operation.ts";
import { type ClearedWay, decideStep, type StepOutcome } from "./decide-step.ts";
import { isSameContent, isSameState, type StandingState } from "./step-state.ts";
import type { UndoFacts } from "./undo-facts.ts";
import type { UndoAction } from "./undo-plan.ts";

/** Changes done to one path: one run of changes, or several with somebody else's in between. */
export interface PathDeeds {
  readonly path: RelPath;
  /** Oldest first; never empty. */
  readonly runs: readonly Run[];
  /** Where the first of them had moved the file from. */
  readonly renamedFrom?: RelPath;
}

export interface Run extends Pick<Step, "from" | "to"> {
  /** States between the two, oldest first: where the file stands when part of it was taken back. */
  readonly passed?: readonly StepState[];
  /**
   * The state before it is no longer kept, or not known: `from` says nothing, and nothing is put
   * back.
   */
  readonly isFromThinned?: true;
  /** Of these: something stood there that could not be recorded. */
  readonly isFromUnrecordable?: true;
}

/** Outcome at one path. */
export interface TakenPath {
  readonly actions: readonly UndoAction[];
  readonly change: Step | undefined;
  readonly merged: ReadonlyMap<BlobId, Uint8Array>;
}

/** Takes back one run after the other, each on what the one before left. */
export function takePath({ path, runs }: PathDeeds, facts: UndoFacts, way: ClearedWay): TakenPath {
  const merged = new Map<BlobId, Uint8Array>();
  const left: UndoAction[] = [];
  let first: StepState | undefined;
  let now: StepState | undefined;
  for (const run of runs.toReversed()) {
    if (run.isFromThinned === true) {
      left.push({ kind: "refused", path, why: whyUnknown(run) });
      break;
    }
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
  // One object for what is done and what is told of it: there may be hundreds of thousands.
  const action = { kind, path, from: first, to: now, merged: isMerged } as const;
  return { actions: [action, ...left], change: action, merged };
}

function whyUnknown({ isFromUnrecordable }: Run): RefusalReason {
  return isFromUnrecordable === true ? "content_unrecordable" : "content_thinned";
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
    isKept: (hash, bytes) => merged.has(hash) || facts.isKept(hash, bytes),
    content: (hash) => merged.get(hash) ?? facts.content(hash),
  };
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
