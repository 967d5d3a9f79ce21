import { defaultConfig } from "@unf/core/config";
import { configuredPolicy, olderThan, type RetentionPolicy } from "@unf/core/retention";
import { type Act, byClock, everywhere, must, record, type Scene } from "../scene.ts";
import { savesOfPerson } from "./people.ts";
import { pickMoment, restoreTo } from "./restoring.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const timePasses: Act = {
  name: "time passes",
  stages: byClock,
  weight: 2,
  play: async (scene) => {
    const ms = scene.random.pick([2 * minuteMs, hourMs, 5 * hourMs, 2 * dayMs, 40 * dayMs]);
    await scene.stage.clockwork?.pass(ms);
    scene.note(`${ms / hourMs} hours pass`);
  },
};

const clockJumps: Act = {
  name: "the clock jumps",
  stages: byClock,
  play: async (scene) => {
    const ms = scene.random.pick([hourMs, -hourMs, 30 * dayMs, -30 * dayMs, 1000, -1000]);
    await scene.stage.clockwork?.jump(ms);
    scene.note(`the clock jumps by ${ms / hourMs} hours`);
  },
};

/** Versions may still be part of a burst that is looked at for a minute. */
function mayThin(scene: Scene, policy: Pick<RetentionPolicy, "keepAllMs" | "bringsBack">): void {
  scene.model.thin(policy, scene.stage.now());
}

const prune: Act = {
  name: "prune what is older",
  stages: everywhere,
  play: async (scene) => {
    await record(scene);
    const policy = olderThan(scene.random.pick([0, minuteMs, hourMs, dayMs]));
    const { named, gone } = await scene.stage.prune(policy);
    mayThin(scene, policy);
    scene.model.startAt(scene.stage.now() - policy.keepAllMs);
    scene.note(`prune --older ${policy.keepAllMs / hourMs} h: ${gone} versions`);
    must(named === gone, () => `${named} versions were named, ${gone} went`);
  },
};

const prunePolicy: Act = {
  name: "prune by a policy",
  stages: byClock,
  play: async (scene) => {
    await record(scene);
    const { random } = scene;
    const policy = {
      keepAllMs: random.pick([0, hourMs, dayMs]),
      hourlyMs: random.pick([0, 2 * dayMs]),
      dailyMs: random.pick([0, 30 * dayMs, null]),
      weeklyMs: random.pick([0, null]),
      bringsBack: true,
    };
    const { named, gone } = await scene.stage.prune(policy);
    mayThin(scene, policy);
    scene.note(`prune ${JSON.stringify(policy)}: ${gone} versions`);
    must(named === gone, () => `${named} versions were named, ${gone} went`);
  },
};

const decay: Act = {
  name: "history decays",
  stages: byClock,
  weight: 2,
  play: async (scene) => {
    await record(scene);
    const policy = configuredPolicy(defaultConfig);
    await scene.stage.clockwork?.decay(policy);
    mayThin(scene, policy);
    scene.note("decays");
  },
};

const months: Act = {
  name: "months of decay",
  stages: byClock,
  play: async (scene) => {
    const { stage, random } = scene;
    const policy = configuredPolicy(defaultConfig);
    for (let n = 2 + random.below(3); n > 0; n -= 1) {
      savesOfPerson(scene);
      await record(scene);
      await stage.clockwork?.pass(random.pick([8, 25, 40]) * dayMs);
      scene.model.begin(stage.now());
      await stage.clockwork?.decay(policy);
      mayThin(scene, policy);
    }
    scene.note("months pass, and history decays");
    await record(scene);
    const moment = pickMoment(scene, () => true);
    if (moment === undefined) return;
    const target = random.chance(0.5) ? { id: moment.id } : { at: moment.at as never };
    const request = { target, within: [], deletions: "exact", overwrite: "if-changed" } as const;
    await restoreTo(scene, moment, request);
  },
};

const cap: Act = {
  name: "the store meets its cap",
  stages: byClock,
  play: async (scene) => {
    await record(scene);
    const share = scene.random.pick([1.5, 0.9, 0.5]);
    const report = await scene.stage.clockwork?.cap(share);
    // Versions from before a deletion go last, and may go.
    mayThin(scene, { keepAllMs: hourMs, bringsBack: false });
    scene.note(`a cap of ${share} of what there is: ${JSON.stringify(report)}`);
    if (report === undefined) return;
    const { gone, usedBytes, capBytes } = report;
    must(
      gone === 0 || usedBytes < capBytes,
      () => `${gone} versions went, and it is full all the same`,
    );
  },
};

const pack: Act = {
  name: "old versions are packed",
  stages: byClock,
  play: ({ stage }) => stage.pack(),
};

const collect: Act = {
  name: "gc",
  stages: everywhere,
  play: async (scene) => {
    const emptyTrash = scene.random.chance(0.5);
    await scene.stage.collect(emptyTrash);
    scene.note(emptyTrash ? "gc --empty-trash" : "gc");
  },
};

export const keepingActs: readonly Act[] = [
  timePasses,
  clockJumps,
  prune,
  prunePolicy,
  decay,
  months,
  cap,
  pack,
  collect,
];
