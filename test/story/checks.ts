import type { Picture } from "../engine/stage.ts";
import { contentOf } from "./model/model.ts";
import { bytesOf } from "./model/tree.ts";
import { must, type Scene } from "./scene.ts";
import type { Changed } from "./stage/stage.ts";

/** What must be so after every act, once everything is recorded. */
export async function checkAll(scene: Scene): Promise<void> {
  checkStates(scene);
  checkOwed(scene);
  const faults = await scene.stage.verify();
  must(faults.length === 0, () => `verify --read-data: ${faults.join("; ")}`);
}

/** What `--at` says is what was there, or it was given up to be thinned. */
function checkStates({ stage, model }: Scene): void {
  const newest = stage.newest();
  if (newest !== undefined) {
    same(stage.stateAt({ id: newest.id }), model.recorded, "what is recorded now");
  }
  for (const [index, { id, at, tree, isWhole }] of model.moments.entries()) {
    if (!isWhole) continue;
    same(stage.stateAt({ id }), tree, `the state at v${id}`);
    // A clock that was set back has several of them share an instant; the last one counts.
    const next = model.moments[index + 1];
    if (next !== undefined && next.at <= at) continue;
    same(stage.stateAt({ at: at as never }), tree, `the state at ${new Date(at).toISOString()}`);
  }
}

function checkOwed({ stage, model }: Scene): void {
  for (const [content, path] of model.owed) {
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
export function wasLeft({ left }: Changed, path: string): boolean {
  if (left.has(path)) return true;
  return [...left.keys()].some((one) => one.startsWith(`${path}/`) || path.startsWith(`${one}/`));
}

/** Compares two pictures; says the first path in which they differ. */
function same(found: Picture, wanted: Picture, what: string): void {
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
