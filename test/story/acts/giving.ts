import { same } from "../checks.ts";
import { bytesOf } from "../model/tree.ts";
import { type Act, must, onProcesses, record } from "../scene.ts";
import { someFile } from "./disk.ts";
import { pickMoment } from "./orders.ts";

const exportTar: Act = {
  name: "a state is exported",
  stages: onProcesses,
  play: async (scene) => {
    await record(scene);
    const moment = pickMoment(scene, ({ isWhole }) => isWhole);
    const exported = moment && (await scene.stage.processes?.exported(moment.id));
    if (exported === undefined) return;
    scene.note(`export tar --at v${moment?.id}`);
    same(exported, moment?.tree ?? {}, `the archive of v${moment?.id}`);
  },
};

const forget: Act = {
  name: "a file is forgotten",
  stages: onProcesses,
  play: async (scene) => {
    const { stage, model } = scene;
    await record(scene);
    const path = someFile(scene);
    const what = path === undefined ? undefined : model.recorded[path];
    if (path === undefined || what === undefined) return;
    const isDone = await stage.processes?.forget(path);
    scene.note(`forget ${path}: ${isDone === true ? "done" : "refused"}`);
    if (isDone !== true) return;
    const contents = model.forget(path);
    await record(scene);
    const standing = new Set(Object.values(model.standing).map((one) => `${bytesOf(one)}`));
    for (const content of contents) {
      const bytes = Buffer.from(content, "latin1");
      if (standing.has(`${bytes}`)) continue;
      must(!stage.gives(bytes), () => `forgotten and still there: ${content.slice(0, 100)}`);
    }
  },
};

export const givingActs: readonly Act[] = [exportTar, forget];
