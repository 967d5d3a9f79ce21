import { type Check, ok, warn } from "../doctor/check.ts";
import type { Asker } from "../ports/asker.ts";
import { areThere, hookTroubles, showPlain } from "./hook-troubles.ts";
import { readLastHeard, sayHeard } from "./last-heard.ts";
import { isOnPath } from "./on-path.ts";
import type { HookPorts } from "./read-status.ts";
import type { HookState } from "./state.ts";

/** Checks each agent whose settings have hooks of ours. */
export async function checkHookStates(
  asker: Asker,
  all: readonly HookState[],
  ports: Pick<HookPorts, "exists" | "path">,
): Promise<Check[]> {
  const states = all.filter((state) => areThere(state) || state.state === "disabled");
  if (states.length === 0) return [];
  const { reader } = await asker.openHome();
  const agents = states.map(({ target }) => target.settings.agent);
  const heard = readLastHeard(reader, agents);
  const facts = {
    place: ports,
    isOnPath: isOnPath(await asker.fileSystem(), ports.path),
    show: showPlain,
  };
  return states.map((state) => {
    const { agent } = state.target.settings;
    const troubles = hookTroubles(state, facts);
    const last = sayHeard(agent, heard, asker.now());
    const id = `hooks.${agent}`;
    if (troubles.length === 0 && !heard.has(agent)) {
      const text = `hooks of ${agent} are installed, and never told of anything`;
      return warn(id, text, `give ${agent} a prompt in a watched directory, then: unf hook status`);
    }
    if (troubles.length === 0) return ok(id, `hooks of ${agent}: ${last}`);
    return warn(id, `hooks of ${agent}: ${troubles.join("; ")} (${last})`, "unf hook status");
  });
}
