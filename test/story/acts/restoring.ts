import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Picture } from "../../engine/stage.ts";
import { short, wasLeft } from "../checks.ts";
import type { Moment } from "../model/model.ts";
import { isNamed, recordable } from "../model/tree.ts";
import { type Act, everywhere, must, record, type Scene } from "../scene.ts";
import type { Changed, Past, RestoreRequest } from "../stage/stage.ts";
import { order } from "./order.ts";

const globs = ["*.md", "/src", "docs/", "*.txt"];

const manners: readonly Pick<RestoreRequest, "deletions" | "overwrite">[] = [
  { deletions: "keep", overwrite: "if-changed" },
  { deletions: "remove", overwrite: "if-changed" },
  { deletions: "exact", overwrite: "if-changed" },
  { deletions: "exact", overwrite: "always" },
  { deletions: "remove", overwrite: "always" },
  { deletions: "remove", overwrite: "never" },
];

export function drawRequest({ random }: Scene, moment: Moment): RestoreRequest {
  const byTime = random.chance(0.3);
  const within = random.pick([[], [], [], ["src"], ["a.txt", "docs"], ["many"]]);
  const [include, exclude] = random.pick([
    [[], []],
    [[], []],
    [[random.pick(globs)], []],
    [[], [random.pick(globs)]],
  ]);
  return {
    target: byTime ? { at: moment.at as never } : { id: moment.id },
    within,
    include,
    exclude,
    ...random.pick(manners),
    isPlanned: random.chance(0.3),
  };
}

/** A moment whose instant is its own. */
export function pickMoment(
  { random, model }: Scene,
  only: (moment: Moment) => boolean,
): Moment | undefined {
  const found = model.moments.filter((moment) => only(moment) && moment.ownsInstant);
  return found.length === 0 ? undefined : random.pick(found);
}

/** The known part of a moment: all of it, or what the stage says that is left. */
function readPastOf({ stage, model }: Scene, moment: Moment, request: RestoreRequest): Past {
  const { isWhole, tree, unrecorded } = moment;
  const nothing = { kept: {}, thinned: new Set<string>(), isAbsent: () => false };
  const { target } = request;
  const isOne = !("version" in target) && !("ids" in target);
  const past = isOne ? (stage.pastAt(target) ?? nothing) : nothing;
  if (!isWhole) return past;
  const isDoubtful = (path: string) => unrecorded.has(path) || model.isForgotten(path);
  const isAbsent = (path: string) => !isDoubtful(path) || past.isAbsent(path);
  return { kept: tree, thinned: new Set(), isAbsent };
}

/** The entry that must stand at each path after a restore. */
function expected(
  scene: Scene,
  before: Picture,
  { tree }: Moment,
  request: RestoreRequest,
  past: Past,
): Picture {
  const recorded = recordable(before, scene.stage.fileBytesMax);
  const wanted: Record<string, string> = { ...before };
  if (request.deletions !== "keep")
    for (const path of Object.keys(recorded))
      if (isMeant(path, request) && tree[path] === undefined && past.isAbsent(path))
        delete wanted[path];
  for (const [path, what] of Object.entries(tree)) {
    if (!isMeant(path, request) || past.kept[path] === undefined) continue;
    if (request.overwrite !== "never" || before[path] === undefined) wanted[path] = what;
  }
  return wanted;
}

function isMeant(path: string, { within, include = [], exclude = [] }: RestoreRequest): boolean {
  if (within.length > 0 && !within.some((one) => path === one || path.startsWith(`${one}/`)))
    return false;
  if (include.length > 0 && !include.some((glob) => isNamed(path, glob))) return false;
  return !exclude.some((glob) => isNamed(path, glob));
}

/** Paths below a wanted file, or a file where a wanted one needs a directory: they give way or are named. */
function isInTheWay(path: string, wanted: Picture): boolean {
  return Object.keys(wanted).some(
    (other) => other !== path && (path.startsWith(`${other}/`) || other.startsWith(`${path}/`)),
  );
}

/** One that is empty is in no picture. */
function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export async function restoreTo(
  scene: Scene,
  moment: Moment,
  request: RestoreRequest,
): Promise<void> {
  const { stage, model } = scene;
  scene.note(`restore ${JSON.stringify(request)} of v${moment.id}`);
  await record(scene);
  const past = readPastOf(scene, moment, request);
  const done = await order(scene, () => stage.restore(request));
  if (done === undefined) return;
  const { before, after, report } = done;
  if (report.operation !== undefined)
    model.did({ operation: report.operation, at: stage.now(), before, after });
  checkRestored(scene, { before, after, report }, moment, request, past);
}

/** Checks what a restore left; nothing goes that stood there then, or of which nobody knows whether it did. */
export function checkRestored(
  scene: Scene,
  { before, after, report }: { before: Picture; after: Picture; report: Changed },
  moment: Moment,
  request: RestoreRequest,
  past = readPastOf(scene, moment, request),
): void {
  const wanted = expected(scene, before, moment, request, past);
  for (const [path, why] of report.left)
    must(!moment.isWhole || !why.includes("thinned"), () => `${path}: ${why}, and it is kept`);
  for (const path of Object.keys({ ...wanted, ...after })) {
    if (after[path] === wanted[path]) continue;
    if (wasLeft(report, path) || isInTheWay(path, wanted)) continue;
    if (isDirectory(join(scene.stage.root, path))) continue;
    must(false, () => `restored ${path}: ${short(after[path])}, not ${short(wanted[path])}`);
  }
  if (request.deletions !== "exact" || report.isExact !== true) return;
  const made = recordable(after, scene.stage.fileBytesMax);
  const planned = recordable(before, scene.stage.fileBytesMax);
  // A file that was ignored when it was planned stays, also when the ignore file goes with it.
  const ignored = (path: string) =>
    made[path] !== undefined && before[path] !== undefined && planned[path] === undefined;
  for (const path of Object.keys({ ...made, ...moment.tree }))
    must(
      ignored(path) || !isMeant(path, request) || made[path] === moment.tree[path],
      () => `exactly, and ${path} is ${short(made[path])}, not ${short(moment.tree[path])}`,
    );
}

const restore: Act = {
  name: "restore",
  stages: everywhere,
  weight: 3,
  play: async (scene) => {
    await record(scene);
    const moment = pickMoment(scene, ({ isWhole }) => isWhole || scene.random.chance(0.4));
    if (moment !== undefined) await restoreTo(scene, moment, drawRequest(scene, moment));
  },
};

const restoreExactly: Act = {
  name: "restore --exact",
  stages: everywhere,
  play: async (scene) => {
    await record(scene);
    const moment = pickMoment(scene, () => true);
    if (moment === undefined) return;
    const request = { within: [], deletions: "exact", overwrite: "if-changed" } as const;
    await restoreTo(scene, moment, { ...request, target: { id: moment.id } });
  },
};

const restoreCheckpoint: Act = {
  name: "restore a checkpoint",
  stages: everywhere,
  play: async (scene) => {
    const moment = pickMoment(scene, ({ isCheckpoint }) => isCheckpoint);
    if (moment === undefined) return;
    const request = { target: { id: moment.id }, within: [], deletions: "remove" } as const;
    await restoreTo(scene, moment, { ...request, overwrite: "if-changed" });
  },
};

export const restoringActs: readonly Act[] = [restore, restoreExactly, restoreCheckpoint];
