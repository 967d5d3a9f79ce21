import type { Picture } from "../../engine/stage.ts";
import { same } from "../checks.ts";
import { bytesOf, isLink } from "../model/tree.ts";
import { type Act, must, onProcesses, record } from "../scene.ts";
import { someFile } from "./disk.ts";
import { pickMoment } from "./restoring.ts";

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

const exportGit: Act = {
  name: "history goes to git",
  stages: onProcesses,
  play: async (scene) => {
    const { stage, model } = scene;
    await record(scene);
    if (model.moments.length === 0) return;
    const exported = await stage.processes?.exportedGit();
    if (exported === undefined) return;
    scene.note("export git");
    same(asGit(exported), asGit(model.recorded), "the last commit");
  },
};

/** Of modes git keeps only whether a file may be executed. */
function asGit(tree: Picture): Picture {
  const files = Object.entries(tree).map(([path, what]) => {
    if (isLink(what)) return [path, what] as const;
    const isProgram = (Number.parseInt(what.slice(0, 4), 8) & 0o100) !== 0;
    return [path, `${isProgram ? "0755" : "0644"}${what.slice(4)}`] as const;
  });
  return Object.fromEntries(files);
}

const import_: Act = {
  name: "an older history comes along",
  stages: onProcesses,
  play: async (scene) => {
    const { stage, model } = scene;
    await record(scene);
    const first = model.moments[0];
    if (model.hasOlder || first === undefined) return;
    const start = first.at - 3_600_000;
    const path = "src/older.txt";
    const contents = [`${model.word("person")}\n`, `${model.word("person")}\n`, null];
    const versions = contents.map((content, index) => {
      return { path, at: start + index * 1000, content };
    });
    const isDone = await stage.processes?.imported(versions);
    scene.note(`an older history comes along: ${isDone === true ? "done" : "refused"}`);
    if (isDone !== true) return;
    model.hasOlder = true;
    model.addOlder(
      versions.map(({ at, content }) => ({
        at,
        tree: content === null ? {} : { [path]: `0644 ${content}` },
      })),
    );
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

export const givingActs: readonly Act[] = [exportTar, exportGit, import_, forget];
