import type { BlobId, RelPath } from "../base/brand.ts";
import { byPath, pathToColumn } from "../base/path.ts";
import { sortInSteps } from "../base/sort-in-steps.ts";
import type { Steps } from "../base/steps.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { refuseCollisions } from "../refusals/refuse-collisions.ts";
import { exactNames, type NameRules } from "../refusals/safe-path.ts";
import type { Step, StepState } from "../timeline/operation.ts";
import type { ClearedWay } from "./decide-step.ts";
import { emptiedBy, isContent } from "./directory-steps.ts";
import { sayInSlices } from "./plan-digest.ts";
import { PlanSize } from "./plan-size.ts";
import { type ChosenHunks, takePart } from "./take-part.ts";
import { type PathDeeds, type TakenPath, takePath } from "./take-path.ts";
import { takeRename } from "./take-rename.ts";
import type { UndoFacts } from "./undo-facts.ts";
import type { UndoAction } from "./undo-plan.ts";

/** Deeds at paths, to be gone through as often as it takes. */
export type Deeds = Iterable<PathDeeds>;

/** Effects on files of taking deeds back. */
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
 * since is merged or stays. `hunks`: files of which only a part is taken back.
 */
export function* takeBack(
  deeds: Deeds,
  facts: UndoFacts,
  hunks: readonly ChosenHunks[] = [],
): Steps<TakenBack> {
  const parts = new Map(hunks.map((part) => [part.path, part]));
  const collisions = findCollisions(deeds, facts.names ?? exactNames);
  const renames = yield* takeRenames(deeds, facts);
  const actions: UndoAction[] = [];
  const changes: Step[] = [];
  const contents = new Map<BlobId, Uint8Array>();
  const size = new PlanSize();
  let unchanged = 0;
  const keep = (path: RelPath, all: TakenPath) => {
    const part = parts.get(path);
    const taken = part === undefined ? all : takePart(all, part, facts);
    const other = collisions.get(path);
    if (other !== undefined) {
      actions.push({ kind: "refused", path, why: "collides", other });
      return;
    }
    actions.push(...taken.actions);
    if (taken.actions.length === 0) unchanged += 1;
    else size.count(taken.change !== undefined);
    if (taken.change === undefined) return;
    changes.push(taken.change);
    const { to } = taken.change;
    const merged = to.kind === "recorded" ? taken.merged.get(to.hash) : undefined;
    if (to.kind === "recorded" && merged !== undefined) contents.set(to.hash, merged);
  };
  const removed = new Set<RelPath>();
  const barred: PathDeeds[] = [];
  for (const deed of deeds) {
    yield;
    const renamed = renames.get(deed.path);
    const taken = renamed ?? takePath(deed, facts, noWay);
    const { change } = taken;
    if (change !== undefined && !isContent(change.to)) removed.add(change.path);
    if (renamed === undefined && taken.actions.some(isBarred)) barred.push(deed);
    else keep(deed.path, taken);
  }
  // The obstacles of these may be among the paths that go: only now that is known.
  const emptied = barred.length === 0 ? noWay.emptied : yield* emptiedBy(removed, facts.entries);
  for (const deed of barred) {
    yield;
    keep(deed.path, takePath(deed, facts, { removed, emptied }));
  }
  const inOrder = yield* sortInSteps(actions, byPath);
  return { actions: inOrder, changes, contents, unchanged };
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

function findCollisions(deeds: Deeds, names: NameRules): ReadonlyMap<RelPath, RelPath> {
  if (!names.foldsCase && !names.normalizes) return new Map();
  return refuseCollisions(
    Array.from(deeds, ({ path }) => path),
    names,
  );
}

/** Files that go back under their old names, at both of their paths. */
function* takeRenames(deeds: Deeds, facts: UndoFacts): Steps<ReadonlyMap<RelPath, TakenPath>> {
  const taken = new Map<RelPath, TakenPath>();
  const sources = new Map<RelPath, PathDeeds | undefined>();
  for (const { renamedFrom } of deeds) {
    yield;
    if (renamedFrom !== undefined) sources.set(renamedFrom, undefined);
  }
  if (sources.size === 0) return taken;
  for (const deed of deeds) {
    yield;
    if (sources.has(deed.path)) sources.set(deed.path, deed);
  }
  for (const to of deeds) {
    yield;
    const from = to.renamedFrom === undefined ? undefined : sources.get(to.renamedFrom);
    if (from === undefined || taken.has(from.path) || taken.has(to.path)) continue;
    for (const [path, one] of takeRename(from, to, facts)) taken.set(path, one);
  }
  return taken;
}

const noWay: ClearedWay = { removed: new Set(), emptied: new Set() };

/** True for what only something else keeps out that may go as well. */
function isBarred(action: UndoAction): boolean {
  return (
    action.kind === "refused" &&
    (action.why === "parent_is_not_a_directory" || action.why === "directory_in_the_way")
  );
}

function sayState(state: StepState): readonly unknown[] {
  return Object.entries(state).flatMap(([field, value]) => (field === "snapshot" ? [] : [value]));
}
