import type { Wiring } from "./contract.ts";
import type { openProjectRules as OpenProjectRules } from "./project-rules.ts";

export { homeDirectory } from "@unf/system";
export type * from "./contract.ts";
export { ensureRunning, wakeSentinel } from "./ensure-running.ts";
export { openHomeReader } from "./home-reader.ts";
export { toRestoreParams } from "./restore-params.ts";
export { readSettings } from "./settings.ts";
export { readWatchFacts } from "./watch-facts.ts";

// Loaded when called: reading history needs none of it, and `unf log` should start at once.

export const openWriter: Wiring["openWriter"] = async (home, missing) =>
  (await import("./writer.ts")).openWriter(home, missing);

export const findMoved: Wiring["findMoved"] = async (home, root) =>
  (await import("./moved-project.ts")).findMoved(home, root);

export const inspectRunning: Wiring["inspectRunning"] = async (home) =>
  (await import("./running.ts")).inspectRunning(home);

export const stopAll: Wiring["stopAll"] = async (home) =>
  (await import("./running.ts")).stopAll(home);

export async function* follow(
  ...[home, root]: Parameters<Wiring["follow"]>
): ReturnType<Wiring["follow"]> & AsyncGenerator {
  yield* (await import("./running.ts")).follow(home, root);
}

export const openProjectRules: typeof OpenProjectRules = async (home, project) =>
  (await import("./project-rules.ts")).openProjectRules(home, project);
