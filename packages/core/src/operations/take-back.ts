import type { BlobId, RelPath } from "../base/brand.ts";
import { comparePaths, pathToColumn } from "../base/path.ts";
import type { Steps } from "../base/steps.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { refuseCollisions } from "../restore/refuse-collisions.ts";
import { exactNames, type NameRules } from "../restore/safe-path.ts";
import type { Step, StepState } from "../timeline/operation.ts";
import type { ClearedWay } from "./decide-step.ts";
import { emptiedBy, isContent } from "./directory-steps.ts";
import { sayInSlices } from "./plan-digest.ts";
import { type PathDeeds, type TakenPath, takePath } from "./take-path.ts";
import { takeRename } from "./take-rename.ts";
import type { UndoFacts } from "./undo-facts.ts";
import type { UndoAction } from "./undo-plan.ts";

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
export function* takeBack(deeds: readonly PathDeeds[], facts: UndoFacts): Steps<TakenBack> {
  const collisions = findCollisions(deeds, facts.names ?? exactNames);
  const renames = takeRenames(deeds, facts);
  const way = yield* findWay(deeds, renames, facts);
  const actions: UndoAction[] = [];
  const changes: Step[] = [];
  const contents = new Map<BlobId, Uint8Array>();
  let unchanged = 0;
  for (const deed of deeds) {
    yield;
    const { path } = deed;
    const other = collisions.get(path);
    if (other !== undefined) {
      actions.push({ kind: "refused", path, why: "collides", other });
      continue;
    }
    const taken = renames.get(path) ?? takePath(deed, facts, way);
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
export function* fingerprintOf(
  steps: readonly Step[],
  actions: readonly UndoAction[],
  digest: UndoFacts["digest"],
): Steps<readonly unknown[]> {
  const digestText = (text: string) => digest(encodeUtf8(text));
  const done = yield* sayInSlices(saySteps(steps), digestText);
  const left = yield* sayInSlices(sayLeft(actions), digestText);
  return [done, left];
}

function* saySteps(steps: readonly Step[]): Generator<unknown> {
  for (const { path, from, to } of steps) yield [pathToColumn(path), sayState(from), sayState(to)];
}

function* sayLeft(actions: readonly UndoAction[]): Generator<unknown> {
  for (const action of actions)
    if ("why" in action) yield [action.kind, pathToColumn(action.path), action.why];
}

function findCollisions(
  deeds: readonly PathDeeds[],
  names: NameRules,
): ReadonlyMap<RelPath, RelPath> {
  if (!names.foldsCase && !names.normalizes) return new Map();
  return refuseCollisions(
    deeds.map(({ path }) => path),
    names,
  );
}

/** Files that go back under their old names, at both of their paths. */
function takeRenames(
  deeds: readonly PathDeeds[],
  facts: UndoFacts,
): ReadonlyMap<RelPath, TakenPath> {
  const taken = new Map<RelPath, TakenPath>();
  if (deeds.every(({ renamedFrom }) => renamedFrom === undefined)) return taken;
  const byPath = new Map(deeds.map((deed) => [deed.path, deed]));
  for (const to of deeds) {
    const from = to.renamedFrom === undefined ? undefined : byPath.get(to.renamedFrom);
    if (from === undefined || taken.has(from.path) || taken.has(to.path)) continue;
    for (const [path, one] of takeRename(from, to, facts)) taken.set(path, one);
  }
  return taken;
}

/** What is removed by taking back, and the directories that hold nothing any more then. */
function* findWay(
  deeds: readonly PathDeeds[],
  renames: ReadonlyMap<RelPath, TakenPath>,
  facts: UndoFacts,
): Steps<ClearedWay> {
  const noWay = { removed: new Set<RelPath>(), emptied: new Set<RelPath>() };
  const removed = new Set<RelPath>();
  for (const deed of deeds) {
    const { change } = renames.get(deed.path) ?? takePath(deed, facts, noWay);
    if (change !== undefined && !isContent(change.to)) removed.add(change.path);
    yield;
  }
  return { removed, emptied: yield* emptiedBy(removed, facts.entries) };
}

function sayState(state: StepState): readonly unknown[] {
  return Object.entries(state).flatMap(([field, value]) => (field === "snapshot" ? [] : [value]));
}
