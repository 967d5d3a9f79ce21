import * as disk from "node:fs";
import { join } from "node:path";
import { same } from "../checks.ts";
import { contentOf } from "../model/model.ts";
import { readTree, recordable } from "../model/tree.ts";
import { type Act, onProcesses, record, type Scene } from "../scene.ts";
import type { NestedChild } from "../stage/stage.ts";
import { editLines, saveFile } from "./disk.ts";
import { savesOfPerson } from "./people.ts";
import { pickMoment } from "./restoring.ts";

/** Lives for a while in a project inside the project. Everything that it records is to come back. */
async function live(scene: Scene, directory: string, child: NestedChild): Promise<void> {
  const { stage, model, random } = scene;
  for (let n = 1 + random.below(3); n > 0; n -= 1) {
    const path = `${directory}/${random.pick(["a.txt", "b.md", "new.txt"])}`;
    const isThere = disk.existsSync(join(stage.root, path));
    if (isThere && random.chance(0.2)) disk.rmSync(join(stage.root, path), { recursive: true });
    else saveFile(stage.root, path, editLines(scene, path, "person"));
    await child.flush();
    const recorded = recordable(readTree(stage.root), stage.fileBytesMax);
    for (const [at, what] of Object.entries(recorded))
      if (at.startsWith(`${directory}/`)) model.owe(at, contentOf(what));
    scene.note(`${isThere ? "changes" : "makes"} ${path} in it`);
  }
}

const nested: Act = {
  name: "a project inside the project",
  stages: onProcesses,
  play: async (scene) => {
    const { stage, model, random } = scene;
    await record(scene);
    const directory = random.pick(["docs", "src"]);
    const at = join(stage.root, directory);
    const stat = disk.lstatSync(at, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isDirectory()) return;
    disk.mkdirSync(at, { recursive: true });
    const moment = pickMoment(scene, ({ isWhole }) => isWhole);
    await stage.processes?.nested(directory, async (child) => {
      scene.note(`${directory} is a project of its own`);
      await live(scene, directory, child);
      if (random.chance(0.3)) await stage.kill();
      if (moment !== undefined && random.chance(0.5)) {
        const within = (path: string) => path.startsWith(`${directory}/`);
        const inside = () =>
          Object.fromEntries(Object.entries(readTree(stage.root)).filter(([path]) => within(path)));
        await stage.flush();
        const before = { all: readTree(stage.root), inside: inside() };
        const target = { id: moment.id };
        const request = {
          target,
          within: [],
          deletions: "exact",
          overwrite: "if-changed",
        } as const;
        const outcome = await stage.restore(request);
        scene.note(`restore of v${moment.id} around it`);
        same(inside(), before.inside, "a restore around a project of its own");
        if ("operation" in outcome && outcome.operation !== undefined) {
          const { operation } = outcome;
          const after = readTree(stage.root);
          model.did({ operation, at: stage.now(), before: before.all, after });
        }
        await live(scene, directory, child);
      }
      savesOfPerson(scene);
    });
    scene.note("it is unwatched");
  },
};

export const nestingActs: readonly Act[] = [nested];
