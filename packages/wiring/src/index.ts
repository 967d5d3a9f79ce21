import type { HomeAccess } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { secretPaths as pathsOfSecrets } from "@unf/core/exchange";
import { secretChange } from "@unf/core/filter";
import { openHome, readUnseenSettings } from "@unf/system";
import type { openProjectRules as OpenProjectRules } from "./filter/project-rules.ts";
import type { OpenTrees } from "./work/open-trees.ts";

export { homeDirectory, readHomeKind } from "@unf/system";
export { readSettings } from "./home/settings.ts";
export { openHomeReader } from "./read/home-reader.ts";
export { readWatchFacts } from "./read/watch-facts.ts";
export { ensureRunning, wakeSentinel } from "./running/ensure-running.ts";
export { answerService, keepService } from "./service/keep-service.ts";
export type { OpenTrees } from "./work/open-trees.ts";

// Loaded when called: reading history needs none of it, and `unf log` should start at once.

export const openWriter: HomeAccess["openWriter"] = async (home, missing) =>
  (await import("./work/writer.ts")).openWriter(home, missing);

export const findMoved: HomeAccess["findMoved"] = async (home, root) =>
  (await import("./read/moved-project.ts")).findMoved(home, root);

export const inspectRunning: HomeAccess["inspectRunning"] = async (home) =>
  (await import("./running/running.ts")).inspectRunning(home);

export const readTrouble: HomeAccess["readTrouble"] = async (home, scope) =>
  (await import("./read/read-trouble.ts")).readTrouble(home, scope, async (asked) =>
    (await import("./read/ask-condition.ts")).askCondition(asked),
  );

export const startForeground: HomeAccess["startForeground"] = async (home) =>
  (await import("./running/foreground.ts")).startForeground(home);

export const stopAll: HomeAccess["stopAll"] = async (home) =>
  (await import("./running/running.ts")).stopAll(home);

export const removeHome: HomeAccess["removeHome"] = async (home) =>
  (await import("./running/running.ts")).removeHome(home);

export const readService: HomeAccess["readService"] = async (home) =>
  (await import("./service/service.ts")).readService(home);

export const planService: HomeAccess["planService"] = async (home, manager) =>
  (await import("./service/service.ts")).planService(home, manager);

export const enableService: HomeAccess["enableService"] = async (home, plan) =>
  (await import("./service/service.ts")).enableService(home, plan);

export const disableService: HomeAccess["disableService"] = async (home, how) =>
  (await import("./service/service.ts")).disableService(home, how)?.entry;

export const verifyHome: HomeAccess["verifyHome"] = async (home, order, breathe) =>
  (await import("./maintenance/over-home.ts")).verifyHome(home, order, breathe);

export const secretPaths: HomeAccess["secretPaths"] = (config) =>
  pathsOfSecrets(secretChange(config));

export const planImport: HomeAccess["planImport"] = async (home, params) =>
  (await import("./maintenance/over-home.ts")).planImport(home, params);

export const makeHome: HomeAccess["makeHome"] = (
  home,
  { isScratch = false, isDryRun = false } = {},
) => {
  openHome(home, { create: !isDryRun, isScratch });
};

export const takeOutsideChange: HomeAccess["takeOutsideChange"] = async (home) => {
  const unseen = readUnseenSettings(home);
  if (unseen === undefined) return undefined;
  return (await import("./home/outside-change.ts")).takeOutsideChange(home, unseen);
};

export const readForgetSideEffects: HomeAccess["readForgetSideEffects"] = async (
  ...[home, opened, orders, plan]
) => (await import("./maintenance/over-home.ts")).readForgetSideEffects(home, opened, orders, plan);

export const readSearches: HomeAccess["readSearches"] = async (home) =>
  (await import("./maintenance/over-home.ts")).readSearches(home);

export const readDoctorFacts: HomeAccess["readDoctorFacts"] = async (home) =>
  (await import("./maintenance/doctor-facts.ts")).readDoctorFacts(home);

export const readProcessSight: HomeAccess["readProcessSight"] = async () =>
  (await import("@unf/system")).readProcessSight();

export const runCanary: HomeAccess["runCanary"] = async () =>
  (await import("./maintenance/canary.ts")).runCanary();

export const estimateWatch: HomeAccess["estimateWatch"] = async (home, root, options, turn) =>
  (await import("./read/estimate-watch.ts")).estimateWatch(home, root, options, turn);

export const measureHome: HomeAccess["measureHome"] = async (home, breathe) =>
  (await import("@unf/system")).measureHome(home, () => breathe?.());

export const makePrivate: HomeAccess["makePrivate"] = async (entries) =>
  (await import("@unf/system")).makePrivate(entries);

export async function* follow(
  ...[home, root, signal]: Parameters<HomeAccess["follow"]>
): ReturnType<HomeAccess["follow"]> & AsyncGenerator {
  yield* (await import("./running/running.ts")).follow(home, root, signal);
}

export const openTrees = async (home: AbsPath): Promise<OpenTrees | undefined> =>
  (await import("./work/open-trees.ts")).openTrees(home);

export const openProjectRules: typeof OpenProjectRules = async (home, project) =>
  (await import("./filter/project-rules.ts")).openProjectRules(home, project);
