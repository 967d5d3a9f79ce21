import { secretPaths as pathsOfSecrets } from "@unf/core";
import { openHome, readUnseenSettings } from "@unf/system";
import type { Wiring } from "./contract.ts";
import { secretChange } from "./project-filter.ts";
import type { openProjectRules as OpenProjectRules } from "./project-rules.ts";

export type { ForgetPlan } from "@unf/engine";
export { homeDirectory, readHomeKind } from "@unf/system";
export type * from "./contract.ts";
export type { Canary, DoctorFacts } from "./doctor/facts.ts";
export { ensureRunning, wakeSentinel } from "./ensure-running.ts";
export type { ForgetBesides } from "./forget/besides-report.ts";
export { openHomeReader } from "./home-reader.ts";
export { answerService, keepService } from "./service/keep-service.ts";
export type { ServicePlan, ServiceReport } from "./service/report.ts";
export { readSettings } from "./settings.ts";
export type {
  ConcernedVersion,
  ObjectError,
  PackError,
  TimelineError,
  VerifyReport,
} from "./verify/report.ts";
export { readWatchFacts } from "./watch-facts.ts";
export { toRestoreParams } from "./work/restore-params.ts";

// Loaded when called: reading history needs none of it, and `unf log` should start at once.

export const openWriter: Wiring["openWriter"] = async (home, missing) =>
  (await import("./writer.ts")).openWriter(home, missing);

export const findMoved: Wiring["findMoved"] = async (home, root) =>
  (await import("./moved-project.ts")).findMoved(home, root);

export const inspectRunning: Wiring["inspectRunning"] = async (home) =>
  (await import("./running.ts")).inspectRunning(home);

export const readTrouble: Wiring["readTrouble"] = async (home, scope) =>
  (await import("./read-trouble.ts")).readTrouble(home, scope, async (asked) =>
    (await import("./ask-condition.ts")).askCondition(asked),
  );

export const startForeground: Wiring["startForeground"] = async (home) =>
  (await import("./foreground.ts")).startForeground(home);

export const stopAll: Wiring["stopAll"] = async (home) =>
  (await import("./running.ts")).stopAll(home);

export const readService: Wiring["readService"] = async (home) =>
  (await import("./service/service.ts")).readService(home);

export const planService: Wiring["planService"] = async (home, manager) =>
  (await import("./service/service.ts")).planService(home, manager);

export const enableService: Wiring["enableService"] = async (home, plan) =>
  (await import("./service/service.ts")).enableService(home, plan);

export const disableService: Wiring["disableService"] = async (home, how) =>
  (await import("./service/service.ts")).disableService(home, how)?.entry;

export const verifyHome: Wiring["verifyHome"] = async (home, order) =>
  (await import("./verify/verify-home.ts")).verifyHome(home, order);

export const secretPaths: Wiring["secretPaths"] = (config) => pathsOfSecrets(secretChange(config));

export const planImport: Wiring["planImport"] = async (home, params) =>
  (await import("./exchange/import-home.ts")).planImport(home, params);

export const makeHome: Wiring["makeHome"] = (
  home,
  { isScratch = false, isDryRun = false } = {},
) => {
  openHome(home, { create: !isDryRun, isScratch });
};

export const takeOutsideChange: Wiring["takeOutsideChange"] = async (home) => {
  const unseen = readUnseenSettings(home);
  if (unseen === undefined) return undefined;
  return (await import("./outside-change.ts")).takeOutsideChange(home, unseen);
};

export const readForgetBesides: Wiring["readForgetBesides"] = async (
  home,
  opened,
  orders,
  plan,
) => {
  const { readBesides } = await import("./forget/besides.ts");
  return readBesides(home, { id: opened.project.id, timeline: opened.timeline }, orders, plan);
};

export const readSearches: Wiring["readSearches"] = async (home) =>
  (await import("./forget/searches.ts")).readSearches(home);

export const readDoctorFacts: Wiring["readDoctorFacts"] = async (home) =>
  (await import("./doctor/read-facts.ts")).readDoctorFacts(home);

export const readProcessSight: Wiring["readProcessSight"] = async () =>
  (await import("@unf/system")).readProcessSight();

export const runCanary: Wiring["runCanary"] = async () =>
  (await import("./doctor/canary.ts")).runCanary();

export const estimateWatch: Wiring["estimateWatch"] = async (home, root, options) =>
  (await import("./estimate-watch.ts")).estimateWatch(home, root, options);

export const measureHome: Wiring["measureHome"] = async (home) =>
  (await import("@unf/system")).measureHome(home, () => undefined);

export const makePrivate: Wiring["makePrivate"] = async (entries) =>
  (await import("./doctor/make-private.ts")).makePrivate(entries);

export async function* follow(
  ...[home, root]: Parameters<Wiring["follow"]>
): ReturnType<Wiring["follow"]> & AsyncGenerator {
  yield* (await import("./running.ts")).follow(home, root);
}

export const openProjectRules: typeof OpenProjectRules = async (home, project) =>
  (await import("./project-rules.ts")).openProjectRules(home, project);
