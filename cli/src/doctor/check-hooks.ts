import { type Check, checkHookStates } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import { readState } from "../hook/read-state.ts";
import { chooseTargets } from "../hook/targets.ts";

/** Checks what `unf hook status` says of each agent whose settings have hooks of ours. */
export async function checkHooks(
  call: Pick<Call<FlagTable>, "asker" | "globals" | "world">,
): Promise<readonly Check[]> {
  const { world } = call;
  // Nobody's settings can be found: that is no fault of this machine.
  if ((world.env.HOME ?? "") === "") return [];
  const disk = await world.settingsDisk();
  const states = chooseTargets(call, disk, { names: [], isAll: true }).map((target) =>
    readState(disk, target),
  );
  const { exists } = await world.hookPlace();
  return checkHookStates(call.asker, states, { exists, path: world.env.PATH });
}
