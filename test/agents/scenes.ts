import type { Agent } from "./agent/agent.ts";
import { agents } from "./agents.ts";
import type { SceneResult } from "./result.ts";
import { playActs } from "./scene/acts.ts";
import { playAfternoon } from "./scene/afternoon.ts";
import { playBesideAnother } from "./scene/beside-another.ts";
import { playDelegated } from "./scene/delegated.ts";
import { playForked } from "./scene/forked.ts";
import { playEscape, playKilled } from "./scene/interrupted.ts";
import { playOwnTools } from "./scene/own-tools.ts";
import { playRewind } from "./scene/rewind.ts";
import { playRewindInPi } from "./scene/rewind-pi.ts";
import { playTyped } from "./scene/typed.ts";
import type { Installed } from "./stage.ts";

/** Plays one scene; `undefined` where the agent cannot be driven so. */
export type Scene = (
  one: Installed,
  install: (other: Agent) => Installed,
  /** Keeps what the scene shows instead of comparing it with what is kept. */
  isWritten: boolean,
) => Promise<SceneResult | undefined>;

export const scenes: Readonly<Record<string, Scene>> = {
  acts: playActs,
  escape: playEscape,
  killed: playKilled,
  typed: playTyped,
  delegated: playDelegated,
  two: (one, install) => playBesideAnother(one, install, agents),
  mcp: playOwnTools,
  rewind: (one) => (one.agent.name === "pi" ? playRewindInPi(one) : playRewind(one)),
  forked: playForked,
  afternoon: (one, _install, isWritten) => playAfternoon(one, isWritten),
};
