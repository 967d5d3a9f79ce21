import { limits } from "@unf/core/config";
import type { Picture } from "../../engine/stage.ts";
import { differing, short, wasLeft } from "../checks.ts";
import { linesIn } from "../model/lines.ts";
import type { Deed, Turn } from "../model/model.ts";
import { recordable } from "../model/tree.ts";
import { type Act, everywhere, must, record } from "../scene.ts";
import type { Changed } from "../stage/stage.ts";
import { order } from "./order.ts";

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

/** Versions that restores of so long ago need are surely kept. */
const operationsSureMs = 6 * 24 * 3_600_000;

/** Checks what an undo of the deed left; paths that somebody changed since are told apart. */
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
      // New lines of others in there stay there.
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
    isTouched || isWeak || [...report.left.keys()].every((path) => deed.left?.has(path)),
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
      const age = stage.now() - (deed?.at ?? 0);
      const isWeak = deed?.isWeak === true || age > operationsSureMs;
      const done = await order(scene, () => stage.invert(kind), isWeak);
      if (done === undefined) {
        // The operation that undoes it may have aged out, while it was not the next one.
        must(
          deed === undefined || age > limits.retention.operationsMs,
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
        left: new Set([...(deed.left ?? []), ...report.left.keys()]),
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
    if (turn === undefined) return;
    const had = recordable(turn.before, stage.fileBytesMax);
    const has = recordable(turn.after, stage.fileBytesMax);
    for (const path of Object.keys({ ...turn.before, ...turn.after })) {
      if (turn.before[path] === turn.after[path] || before[path] !== turn.after[path]) continue;
      // The text that stood there was recorded nowhere, or what was written there without a word of it.
      if (turn.before[path] !== had[path]) continue;
      if (turn.after[path] !== has[path] && !isSaid(turn, path)) continue;
      if (wasLeft(report, path) || isThroughUnrecorded(turn, path, has)) continue;
      must(
        after[path] === turn.before[path],
        () => `oops left ${path}: ${short(after[path])}, not ${short(turn.before[path])}`,
      );
    }
  },
};

/** A tool wrote it where no rule leaves it out: then it is said even of what cannot be recorded. */
function isSaid({ written, after }: Turn, path: string): boolean {
  const rules = after[".gitignore"] === undefined ? {} : { ".gitignore": after[".gitignore"] };
  const isRecorded = recordable({ ...rules, [path]: "0644 text" }, 100)[path] !== undefined;
  return written.includes(path) && isRecorded;
}

/**
 * Written through another name of the file, of which nothing is recorded, also after it was written by its
 * own: nobody knows by whom.
 */
function isThroughUnrecorded({ written, after }: Turn, path: string, recorded: Picture): boolean {
  const names = written.filter((one) => one !== path && after[one] === after[path]);
  if (names.some((one) => recorded[one] === undefined)) return true;
  return names.length === 0 && !written.includes(path);
}

export const ordersActs: readonly Act[] = [checkpoint, invert("undo"), invert("redo"), oops];
