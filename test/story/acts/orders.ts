import type { Picture } from "../../engine/stage.ts";
import { checkReplaced, differing, short, wasLeft } from "../checks.ts";
import { linesIn } from "../model/lines.ts";
import type { Deed, Moment } from "../model/model.ts";
import { readTree, recordable } from "../model/tree.ts";
import { type Act, everywhere, must, record, type Scene } from "../scene.ts";
import type { Changed, Outcome, RestoreWish } from "../stage/stage.ts";

/** Gives an order that changes files, and checks what holds for each of them. */
async function order(
  scene: Scene,
  give: () => Promise<Outcome>,
  isWeak = false,
): Promise<{ before: Picture; after: Picture; report: Changed } | undefined> {
  const { stage } = scene;
  await record(scene);
  const before = readTree(stage.root);
  const outcome = await give();
  const after = readTree(stage.root);
  checkReplaced(scene, before, after);
  if ("refused" in outcome) {
    scene.note(`refused: ${outcome.refused}`);
    must(differing(before, after) === undefined, () => "refused, and files changed");
    return undefined;
  }
  scene.note(`operation ${outcome.operation ?? "none"}, left ${[...outcome.left].join("; ")}`);
  const changed = differing(before, after);
  must(
    outcome.operation !== undefined || changed === undefined,
    () => `no operation, and ${changed} changed`,
  );
  for (const [path, why] of outcome.left)
    must(isWeak || !why.includes("content_lost"), () => `${path}: ${why}`);
  return { before, after, report: outcome };
}

export function drawWish({ random }: Scene, moment: Moment): RestoreWish {
  const byTime = random.chance(0.3);
  const within = random.pick([[], [], [], ["src"], ["a.txt", "docs"], ["many"]]);
  return {
    target: byTime ? { at: moment.at as never } : { id: moment.id },
    within,
    deletions: random.pick(["keep", "remove", "remove"]),
    overwrite: random.pick(["if-changed", "if-changed", "always", "never"]),
  };
}

/** A moment whose instant is its own. */
export function pickMoment({ random, model }: Scene, only: (moment: Moment) => boolean) {
  const found = model.moments.filter((moment) => only(moment) && moment.ownsInstant);
  return found.length === 0 ? undefined : random.pick(found);
}

/** What must stand at each path after a restore. */
function expected(scene: Scene, before: Picture, moment: Moment, wish: RestoreWish): Picture {
  const recorded = recordable(before, scene.stage.fileBytesMax);
  const isMeant = (path: string) =>
    wish.within.length === 0 ||
    wish.within.some((one) => path === one || path.startsWith(`${one}/`));
  const wanted: Record<string, string> = { ...before };
  if (wish.deletions === "remove")
    for (const path of Object.keys(recorded))
      if (isMeant(path) && moment.tree[path] === undefined) delete wanted[path];
  for (const [path, what] of Object.entries(moment.tree)) {
    if (!isMeant(path) || (wish.overwrite === "never" && before[path] !== undefined)) continue;
    wanted[path] = what;
  }
  return wanted;
}

/** Paths below a wanted file, or a file where a wanted one needs a directory: they give way or are named. */
function isInTheWay(path: string, wanted: Picture): boolean {
  return Object.keys(wanted).some(
    (other) => other !== path && (path.startsWith(`${other}/`) || other.startsWith(`${path}/`)),
  );
}

async function restoreTo(scene: Scene, moment: Moment, wish: RestoreWish): Promise<void> {
  const { stage, model } = scene;
  scene.note(`restore ${JSON.stringify(wish)} of v${moment.id}`);
  const done = await order(scene, () => stage.restore(wish));
  if (done === undefined) return;
  const { before, after, report } = done;
  if (report.operation !== undefined)
    model.did({ operation: report.operation, at: stage.now(), before, after });
  if (moment.isWhole) checkRestored(scene, { before, after, left: report.left }, moment, wish);
}

/** What a restore to a state that is whole must leave. */
export function checkRestored(
  scene: Scene,
  report: { before: Picture; after: Picture; left: Changed["left"] },
  moment: Moment,
  wish: RestoreWish,
): void {
  const { before, after } = report;
  const wanted = expected(scene, before, moment, wish);
  for (const path of Object.keys({ ...wanted, ...after })) {
    if (after[path] === wanted[path] || wasLeft(report, path) || isInTheWay(path, wanted)) continue;
    must(false, () => `restored ${path}: ${short(after[path])}, not ${short(wanted[path])}`);
  }
}

const restore: Act = {
  name: "restore",
  stages: everywhere,
  weight: 3,
  play: async (scene) => {
    await record(scene);
    const moment = pickMoment(scene, ({ isWhole }) => isWhole || scene.random.chance(0.2));
    if (moment !== undefined) await restoreTo(scene, moment, drawWish(scene, moment));
  },
};

const restoreCheckpoint: Act = {
  name: "restore a checkpoint",
  stages: everywhere,
  play: async (scene) => {
    const moment = pickMoment(scene, ({ isCheckpoint }) => isCheckpoint);
    if (moment === undefined) return;
    const wish = { target: { id: moment.id }, within: [], deletions: "remove" } as const;
    await restoreTo(scene, moment, { ...wish, overwrite: "if-changed" });
  },
};

const checkpoint: Act = {
  name: "checkpoint",
  stages: everywhere,
  play: async (scene) => {
    const { stage, model } = scene;
    await record(scene);
    if (model.moments.length === 0) return;
    const id = await stage.checkpoint(model.word("person").replace(" ", "-"));
    const at = stage.checkpointAt(id);
    const moment = model.moments.find((one) => one.id === at);
    must(moment !== undefined, () => `checkpoint ${id} lies at v${at}, where no state was`);
    moment.isCheckpoint = true;
    scene.note(`checkpoint ${id} at v${at}`);
  },
};

/** What restores of so long ago need is surely kept. */
const operationsSureMs = 6 * 24 * 3_600_000;

/** What an undo of the deed must leave; paths that somebody changed since are told apart. */
function checkTakenBack(
  deed: Deed,
  now: Picture,
  result: Picture,
  report: Changed,
  isWeak: boolean,
): void {
  const { before, after } = deed;
  let isTouched = false;
  for (const path of Object.keys({ ...before, ...after, ...now, ...result })) {
    if (now[path] !== after[path]) {
      isTouched = true;
      // What is new of others in there stays there.
      const mine = linesIn(now[path]).filter((line) => !linesIn(after[path]).includes(line));
      for (const line of mine)
        must(linesIn(result[path]).includes(line), () => `${path}: "${line}" was taken back, too`);
    } else if (deed.found !== undefined && result[path] === deed.found[path]) {
      // To undo a redo is to undo once more what that redid, whatever it found itself.
    } else if (result[path] !== before[path] && !wasLeft(report, path)) {
      must(isWeak, () => `taken back ${path}: ${short(result[path])}, not ${short(before[path])}`);
    }
  }
  must(
    isTouched || isWeak || report.left.size === 0,
    () => `nobody touched it, and ${[...report.left]}`,
  );
}

function invert(kind: "undo" | "redo"): Act {
  return {
    name: kind,
    stages: everywhere,
    weight: 2,
    play: async (scene) => {
      const { model, stage } = scene;
      const [from, to] = kind === "undo" ? [model.done, model.undone] : [model.undone, model.done];
      const turn = model.turn;
      const deed = from.at(-1);
      const isWeak = deed?.isWeak === true || stage.now() - (deed?.at ?? 0) > operationsSureMs;
      const done = await order(scene, () => stage.invert(kind), isWeak);
      if (done === undefined) {
        must(
          deed === undefined,
          () => `there is something to ${kind}: operation ${deed?.operation}`,
        );
        return;
      }
      const { before: now, after: result, report } = done;
      // Where all of it was changed since there is nothing to do, and the next one finds the same.
      if (report.operation === undefined) return;
      must(deed !== undefined, () => `${kind} of ${report.inverted}, which nobody did`);
      from.pop();
      must(
        deed.operation === undefined || kind === "redo" || report.inverted === deed.operation,
        () => `${kind} of ${report.inverted}, not of ${deed.operation}`,
      );
      checkTakenBack(deed, now, result, report, isWeak);
      to.push({
        operation: deed.operation,
        at: stage.now(),
        before: now,
        after: result,
        isWeak,
        found: deed.after,
      });
      model.turn = differing(now, result) === undefined ? turn : undefined;
    },
  };
}

const oops: Act = {
  name: "oops",
  stages: everywhere,
  weight: 2,
  play: async (scene) => {
    const { model, stage } = scene;
    const turn = model.turn;
    const done = await order(scene, () => stage.oops(), model.hasForgotten);
    if (done === undefined) return;
    const { before, after, report } = done;
    if (report.operation !== undefined)
      model.did({ operation: report.operation, at: stage.now(), before, after });
    scene.note(`oops: ${report.scopes?.join(", ")}`);
    if (report.scopes?.every((kind) => kind !== "rows") !== true) return;
    for (const [path, what] of Object.entries(before)) {
      for (const line of linesIn(what).filter((one) => one.startsWith("person")))
        must(
          linesIn(after[path]).includes(line),
          () => `oops took a person's line of ${path}: ${line}`,
        );
    }
    // Rows of two turns share an instant where the clock was set back between them.
    if (turn === undefined || model.clockWentBack) return;
    const had = recordable(turn.before, stage.fileBytesMax);
    const has = recordable(turn.after, stage.fileBytesMax);
    for (const path of Object.keys({ ...turn.before, ...turn.after })) {
      if (turn.before[path] === turn.after[path] || before[path] !== turn.after[path]) continue;
      // What stood there, or what the agent wrote, was recorded nowhere.
      if (turn.before[path] !== had[path] || turn.after[path] !== has[path]) continue;
      if (wasLeft(report, path)) continue;
      must(
        after[path] === turn.before[path],
        () => `oops left ${path}: ${short(after[path])}, not ${short(turn.before[path])}`,
      );
    }
  },
};

export const ordersActs: readonly Act[] = [
  restore,
  restoreCheckpoint,
  checkpoint,
  invert("undo"),
  invert("redo"),
  oops,
];
