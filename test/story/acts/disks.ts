import * as disk from "node:fs";
import { join } from "node:path";
import { differing } from "../checks.ts";
import { readTree } from "../model/tree.ts";
import { type Act, everywhere, must, record, type Scene } from "../scene.ts";
import type { Changed } from "../stage/stage.ts";
import { savesOfPerson } from "./people.ts";
import { checkRestored, drawRequest, pickMoment } from "./restoring.ts";

/** A restore that the disk may refuse, wholly or in parts; whatever became of it, it is one or the other. */
async function restoreOn(
  scene: Scene,
  disturb: (work: () => Promise<void>) => Promise<string | undefined>,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  const { stage, model } = scene;
  await record(scene);
  const moment = pickMoment(scene, ({ isWhole }) => isWhole);
  if (moment === undefined) return;
  const request = { ...drawRequest(scene, moment), overwrite: "if-changed" } as const;
  const before = readTree(stage.root);
  let report: Changed = { operation: undefined, left: new Map() };
  let after = before;
  let refused: string | undefined;
  const why = await disturb(async () => {
    const outcome = await stage.restore(request);
    after = readTree(stage.root);
    if ("refused" in outcome) refused = outcome.refused;
    else {
      report = outcome;
      meanwhile();
    }
  });
  if (why !== undefined) {
    scene.note(`not played: ${why}`);
    return;
  }
  scene.note(
    `restore ${JSON.stringify(request)}: ${refused ?? report.operation ?? "nothing to do"}`,
  );
  // A change that the disk would neither let be finished nor be taken back is settled by the next one.
  if (refused !== undefined) {
    await stage.kill();
    await stage.flush();
    after = readTree(stage.root);
  }
  const changed = differing(before, after);
  if (changed === undefined) return;
  must(refused !== "no_space", () => `no space, nothing was changed, and ${changed} is another`);
  model.did({ operation: report.operation, at: stage.now(), before, after });
  checkRestored(scene, { before, after, report }, moment, request);
}

const readOnly: Act = {
  name: "a part is read-only",
  stages: everywhere,
  play: async (scene) => {
    const directory = scene.random.pick(["docs", "src", "many"]);
    const stat = disk.lstatSync(join(scene.stage.root, directory), { throwIfNoEntry: false });
    if (stat?.isDirectory() !== true) return;
    scene.note(`${directory} is read-only`);
    await restoreOn(scene, (work) => scene.stage.readOnly(directory, work));
  },
};

const full: Act = {
  name: "the disk is full",
  stages: everywhere,
  play: async (scene) => {
    const patience = scene.random.below(30);
    const meanwhile = () => savesOfPerson(scene);
    await restoreOn(scene, (work) => scene.stage.full(patience, work), meanwhile);
  },
};

export const disksActs: readonly Act[] = [readOnly, full];
