import type { Agent } from "./agent/agent.ts";
import type { SceneResult } from "./result.ts";
import { playActs } from "./scene/acts.ts";
import type { Installed } from "./stage.ts";

/** Plays one scene; `undefined` where the agent cannot be driven so. */
export type Scene = (
  one: Installed,
  install: (other: Agent) => Installed,
) => Promise<SceneResult | undefined>;

export const scenes: Readonly<Record<string, Scene>> = { acts: playActs };
