import type { Picture } from "../engine/stage.ts";
import { contentOf, type Moment } from "./model/model.ts";
import { bytesOf } from "./model/tree.ts";
import { must, type Scene } from "./scene.ts";
import type { Changed, Past } from "./stage/stage.ts";

/** States and contents of before that are looked at where not all of them are. */
const sample = { states: 4, contents: 30 };

/** Checks that hold after every act, once everything is recorded; of what was before, some of it. */
export function checkSome(scene: Scene): void {
  const { model, random } = scene;
  checkNewest(scene);
  checkStates(scene, random.shuffled(model.moments).slice(0, sample.states));
  checkOwed(scene, random.shuffled([...model.owed]).slice(0, sample.contents));
}

/** The same of everything that ever was, and the store is read whole. */
export async function checkAll(scene: Scene): Promise<void> {
  checkNewest(scene);
  checkStates(scene, scene.model.moments);
  checkOwed(scene, scene.model.owed);
  const faults = await scene.stage.verify();
  must(faults.length === 0, () => `verify --read-data: ${faults.join("; ")}`);
}

function checkNewest({ stage, model }: Scene): void {
  const newest = stage.newest();
  if (newest !== undefined) {
    checkWhole(stage.pastAt({ id: newest.id }), model.recorded, "what is recorded now");
  }
  const moved = model.movedMarks(stage.marks());
  must(moved.length === 0, () => `the marks of mass changes ${moved} have moved`);
}

/**
 * Requires that `--at` tells what was there, or says that it is not kept where it was given up to
 * be thinned.
 */
function checkStates({ stage }: Scene, moments: readonly Moment[]): void {
  for (const moment of moments) {
    const { id, at, tree, ownsInstant, isBeforeStart } = moment;
    const check = moment.isWhole ? checkWhole : checkGivenUp(moment.unrecorded);
    check(stage.pastAt({ id }), tree, `the state at v${id}`);
    if (!ownsInstant) continue;
    const past = stage.pastAt({ at: at as never });
    if (past === undefined && isBeforeStart) continue;
    check(past, tree, `the state at ${new Date(at).toISOString()}`);
  }
}

function checkWhole(past: Past | undefined, tree: Picture, what: string): void {
  must(past !== undefined, () => `${what} is before the start of the history`);
  const [path] = past.thinned;
  must(path === undefined, () => `${what}: ${path} is said not to be kept`);
  same(past.kept, tree, what);
}

/**
 * Less may be known than was there, and nothing else. `unrecorded`: what stood there besides, of which
 * nothing was kept.
 */
function checkGivenUp(unrecorded: ReadonlySet<string>): typeof checkWhole {
  return (past, tree, what) => {
    if (past === undefined) return;
    for (const [path, standing] of Object.entries(past.kept))
      must(
        standing === tree[path],
        () => `${what}: ${path} is ${short(standing)}, not ${short(tree[path])}`,
      );
    for (const path of past.thinned)
      must(
        tree[path] !== undefined || unrecorded.has(path),
        () => `${what}: ${path} is no longer kept, and was not there`,
      );
    for (const path of Object.keys(tree)) {
      if (past.kept[path] !== undefined || past.thinned.has(path)) continue;
      must(!past.isAbsent(path), () => `${what}: ${path} is said not to have been there`);
    }
  };
}

function checkOwed({ stage }: Scene, owed: Iterable<readonly [string, string]>): void {
  for (const [content, path] of owed) {
    const bytes = Buffer.from(content, "latin1");
    must(stage.gives(bytes), () => `lost of ${path}: ${JSON.stringify(content.slice(0, 200))}`);
  }
}

/** Nothing that unf replaced or removed is only in memory now. Before anything else is recorded. */
export function checkReplaced({ stage, model }: Scene, before: Picture, after: Picture): void {
  for (const [path, what] of Object.entries(before)) {
    if (after[path] !== undefined && contentOf(after[path]) === contentOf(what)) continue;
    must(stage.gives(bytesOf(what)), () => `replaced and lost, ${path}: ${short(what)}`);
    if (model.recorded[path] === undefined) model.oweRescued(path, contentOf(what));
  }
}

/** Whether something was left as it was, which the order said of it or of what lies around it. */
export function wasLeft({ left }: Pick<Changed, "left">, path: string): boolean {
  if (left.has(path)) return true;
  return [...left.keys()].some((one) => one.startsWith(`${path}/`) || path.startsWith(`${one}/`));
}

/** Compares two pictures; says the first path in which they differ. */
export function same(found: Picture, wanted: Picture, what: string): void {
  const path = differing(found, wanted);
  must(path === undefined, () => {
    const at = path ?? "";
    return `${what}: ${at} is ${short(found[at])}, not ${short(wanted[at])}`;
  });
}

export function differing(one: Picture, other: Picture): string | undefined {
  return Object.keys({ ...one, ...other }).find((path) => one[path] !== other[path]);
}

export function short(what: string | undefined): string {
  return what === undefined ? "nothing" : JSON.stringify(what.slice(0, 160));
}
