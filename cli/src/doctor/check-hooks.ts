import { type Check, checkOk as ok, checkWarning as warn } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import { areThere, hookTroubles, showPlain } from "../hook/hook-troubles.ts";
import { readLastHeard, sayHeard } from "../hook/last-heard.ts";
import { isOnPath } from "../hook/on-path.ts";
import { readState } from "../hook/read-state.ts";
import { chooseTargets } from "../hook/targets.ts";

/** What `unf hook status` says of each agent whose settings have hooks of ours. */
export async function checkHooks(call: Call<FlagTable>): Promise<Check[]> {
  const { world } = call;
  // Nobody's settings can be found: that is no fault of this machine.
  if ((world.env.HOME ?? "") === "") return [];
  const disk = await world.settingsDisk();
  const states = chooseTargets(call, disk, { names: [], isAll: true })
    .map((target) => readState(disk, target))
    .filter((state) => areThere(state) || state.state === "disabled");
  if (states.length === 0) return [];
  const { reader } = await call.asker.openHome();
  const agents = states.map(({ target }) => target.settings.agent);
  const heard = readLastHeard(reader, agents);
  const facts = {
    place: await world.hookPlace(),
    isOnPath: isOnPath(await world.fileSystem(), world.env.PATH),
    show: showPlain,
  };
  return states.map((state) => {
    const { agent } = state.target.settings;
    const troubles = hookTroubles(state, facts);
    const last = sayHeard(agent, heard, world.now());
    const id = `hooks.${agent}`;
    if (troubles.length === 0) return ok(id, `hooks of ${agent}: ${last}`);
    return warn(id, `hooks of ${agent}: ${troubles.join("; ")} (${last})`, "unf hook status");
  });
}
