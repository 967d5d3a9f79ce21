import { differing } from "../checks.ts";
import { readTree } from "../model/tree.ts";
import { type Act, everywhere, must, onProcesses, record } from "../scene.ts";
import { savesOfPerson } from "./people.ts";
import { checkRestored, drawRequest, pickMoment } from "./restoring.ts";

const kill: Act = {
  name: "the recorder is killed",
  stages: everywhere,
  play: async ({ stage, note }) => {
    await stage.kill();
    note("killed, and another takes over");
  },
};

const dieInRestore: Act = {
  name: "killed in a restore",
  stages: everywhere,
  play: async (scene) => {
    const { stage, model, random } = scene;
    await record(scene);
    const moment = pickMoment(scene, ({ isWhole }) => isWhole);
    if (moment === undefined) return;
    const request = { ...drawRequest(scene, moment), overwrite: "if-changed" } as const;
    const before = readTree(stage.root);
    scene.note(`restore ${JSON.stringify(request)}`);
    await stage.dieIn(request, random.below(200));
    await stage.flush();
    const after = readTree(stage.root);
    const isUndone = differing(before, after) === undefined;
    scene.note(isUndone ? "nothing of it was done" : "all of it was done");
    if (isUndone) return;
    checkRestored(
      scene,
      { before, after, report: { operation: undefined, left: new Map() } },
      moment,
      request,
    );
    model.did({ operation: undefined, at: stage.now(), before, after });
  },
};

const stopped: Act = {
  name: "stopped for a while",
  stages: onProcesses,
  play: async (scene) => {
    const { processes } = scene.stage;
    must(processes !== undefined, () => "only processes can be stopped");
    await processes.stop();
    scene.note("stop");
    await savesOfPerson(scene);
    await processes.start();
    scene.note("start");
  },
};

const suspended: Act = {
  name: "the daemon stands still",
  stages: onProcesses,
  play: async (scene) => {
    await scene.stage.processes?.suspended(() => savesOfPerson(scene));
    scene.note("it stood still meanwhile");
  },
};

const lostLock: Act = {
  name: "the lock is taken away",
  stages: onProcesses,
  play: async (scene) => {
    await scene.stage.processes?.loseLock();
    scene.note("the lock is gone");
    await savesOfPerson(scene);
  },
};

export const troubleActs: readonly Act[] = [kill, dieInRestore, stopped, suspended, lostLock];
