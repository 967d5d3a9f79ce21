import { isWithin, type RelPath, type SnapshotId } from "@unf/core/base";
import { keptRows, type Snapshot, stampOf } from "@unf/core/timeline";
import type { InvertReport, RestoreReport } from "@unf/engine";
import type { WholeTree } from "./operations.ts";
import { compareTrees, recordedTree, type SeenTree, type Tree } from "./oracle.ts";
import type { SimProject, World } from "./world.ts";

// Checks that hold after each thing the recorder has said. The numbers C1 to C8 are those of the
// simulation; docs/invariants.md says which promise each of them holds.

/** A flush that was asked for and has not answered, with every state of the disk since then. */
export interface Waiting {
  readonly project: SimProject;
  readonly seen: SeenTree[];
  /** True when unf itself changed the disk meanwhile. */
  restored: boolean;
}

/** C2: each path is recorded as it was at some time between the question and the answer. */
export function checkFlushed(world: World, waiting: Waiting): void {
  const { project, seen } = waiting;
  const recorded = rememberFlush(world, project);
  // A file that was recordable at one time and written at another cannot be told apart here.
  if (waiting.restored || new Set(seen.map(rulesOf)).size > 1) return;
  const hidden = seen.flatMap(({ unreadable }) => unreadable);
  for (const path of new Set([recorded, ...seen.map(({ tree }) => tree)].flatMap(pathsOf))) {
    const state = recorded.get(path);
    const isTrue = seen.some(({ tree }) => tree.get(path) === state);
    if (isTrue || project.torn.has(path) || hidden.some((top) => isWithin(top, path))) continue;
    world.fail(`C2: flush says of ${path} what never was: ${state ?? "nothing"}`);
  }
}

/** Keeps what a flush acknowledged: from now on no end of the process may take it away. */
export function rememberFlush(world: World, project: SimProject): Tree {
  const id = project.timeline.facts().lastId;
  if (id === null) return new Map();
  const tree = recordedTree(project.timeline, { id });
  project.points.push({ id, tree });
  if (project.points.length > 4) project.points.splice(world.random.below(4), 1);
  return tree;
}

/** C3: the timeline says what is on disk, and so do its heads. */
export function checkEqual(world: World, project: SimProject, when: string): void {
  const { timeline, root } = project;
  const id = timeline.facts().lastId;
  const recorded = id === null ? new Map<RelPath, string>() : recordedTree(timeline, { id });
  const { tree, unrecordable, unreadable } = project.oracle.look();
  const difference = compareTrees(recorded, tree, unreadable);
  if (difference !== undefined) world.fail(`C3: ${when} of ${root}: ${difference}`);
  for (const { path } of id === null ? [] : keptRows(timeline.stateAt({ id }, []))) {
    const isHidden = unreadable.some((hidden) => isWithin(hidden, path));
    if (recorded.has(path) || unrecordable.has(path) || isHidden) continue;
    world.fail(`C3: ${when} of ${root}: no file stands at ${path} that cannot be recorded`);
  }
  for (const [path, state] of recorded) {
    const head = timeline.head(path);
    if (head === undefined || `${head.mode.toString(8)} ${head.hash}` !== state)
      world.fail(`C3: the head of ${path} is not its newest row`);
  }
}

/** Requires that `log` shows what is on disk: the newest row is settled, or brought back what was. */
export function checkSettled(world: World, { timeline }: SimProject): void {
  const { lastId: id } = timeline.facts();
  if (id === null) return;
  const newest = timeline.snapshot(id);
  const long = newest === undefined ? 0 : stampOf(newest) - 60_000;
  for (const row of keptRows(timeline.stateAt({ id }, []))) {
    // Stopped for long in the middle of a burst and then killed: recovery looks back a minute only.
    if (row.settled || (world.wasStopped && stampOf(row) < long)) continue;
    const shown = timeline.previous(row.id, true);
    if (shown?.hash !== row.hash || shown.mode !== row.mode)
      world.fail(`the newest state of ${row.path} is not settled`);
  }
}

/**
 * C3: what was recorded and could be restored is exactly as it was, what nobody knows to have been absent
 * is left, and the operation is on record.
 */
export function checkRestored(
  world: World,
  project: SimProject,
  was: {
    readonly id: SnapshotId;
    readonly point: Tree;
    readonly before: SeenTree;
    /** Another restore was under way when `before` was seen, and put back what it wanted. */
    readonly isRivalled: boolean;
    readonly report: RestoreReport;
  },
): void {
  const { applied, operation } = was.report;
  const notDone = new Set<RelPath>(was.before.unreadable);
  for (const { action } of applied) if (action.kind === "refused") notDone.add(action.path);
  const { unrecordable } = project.oracle.look();
  for (const path of [...was.point.keys(), ...was.before.tree.keys()]) {
    if (notDone.has(path)) continue;
    const state = project.oracle.stateOf(path);
    const wanted = was.point.get(path);
    if (state === wanted || state === "unreadable") continue;
    const then = project.timeline.pathAt(path, { id: was.id });
    const isLeft =
      then.kind === "unknown" && (was.isRivalled || state === was.before.tree.get(path));
    // A file that cannot be recorded is not deleted. Nor is it brought back, unless it is kept elsewhere.
    const isUnfit = unrecordable.has(path) || (then.kind === "kept" && state === stateIn(then.row));
    if (wanted === undefined && (isLeft || isUnfit)) continue;
    world.fail(`C3: restored ${path} is ${state ?? "nothing"} and not ${wanted ?? "nothing"}`);
  }
  if (operation === undefined) return;
  const kept = project.timeline.operations(1)[0];
  if (kept?.id !== operation || kept.state !== "done")
    world.fail(`the operation ${operation} is not recorded as finished`);
}

/** C4: an undo that left nothing out is the inverse of the restore before it, down to empty directories. */
export function checkUndone(
  world: World,
  project: SimProject,
  was: { readonly before: WholeTree; readonly report: InvertReport },
): void {
  const isWhole = was.report.applied.every(({ action }) => !("why" in action));
  if (!isWhole || [...was.before.values()].includes("unreadable")) return;
  const now = project.operations.readTree();
  for (const path of new Set([...was.before.keys(), ...now.keys()])) {
    const [is, should] = [now.get(path) ?? "nothing", was.before.get(path) ?? "nothing"];
    if (is !== should) world.fail(`C4: undone, but ${path} is ${is} and not ${should}`);
  }
}

/** C8: every time without a watcher lies in a gap, every gap is closed, and nothing lies about. */
export function checkLeft(world: World, project: SimProject): void {
  for (const path of project.oracle.temporaries())
    if (!world.movedStaged) world.fail(`a temporary of a restore is left: ${path}`);
  for (const { id, state } of project.timeline.unfinishedOperations())
    world.fail(`C4: op-${id} is still ${state}`);
  const gaps = project.timeline.gaps();
  for (const gap of gaps)
    if (gap.closedAt === null) world.fail(`C8: the gap ${gap.reason} is still open`);
  if (world.hasJumped) return;
  for (const at of project.unwatched) {
    if (gaps.some((gap) => gap.from <= at && at <= Math.max(gap.to, gap.closedAt ?? 0))) continue;
    const said = gaps.map(({ reason, from, to, closedAt }) => [reason, from, to, closedAt]);
    world.fail(`C8: nobody watched at ${at} and no gap says so: ${JSON.stringify(said)}`);
  }
}

function stateIn({ mode, hash }: Snapshot): string {
  return `${mode.toString(8)} ${hash}`;
}

/** The ignore files of a tree, as one text. */
function rulesOf({ tree }: SeenTree): string {
  return [...tree].filter(([path]) => path.endsWith("ignore")).join();
}

function pathsOf(tree: Tree): RelPath[] {
  return [...tree.keys()];
}
