import { toFailure } from "../frame/failure/failure.ts";
import type { World } from "../frame/world/world.ts";
import { areHooksStale } from "../hook/stale-hooks.ts";

type Warn = (text: string) => void;

/**
 * Starts what ought to be running and is not, whatever a person happens to look at. Never fails.
 */
export async function wake(world: World, warn: Warn): Promise<void> {
  try {
    const wiring = await world.wiring();
    await wiring.ensureRunning(wiring.homeDirectory(world.env));
  } catch (thrown) {
    // The command has done its work; only recording is in doubt, and that must be said.
    warn(`recording could not be started: ${toFailure(thrown).message}`);
    return;
  }
  try {
    const wiring = await world.wiring();
    await wiring.keepService(wiring.homeDirectory(world.env));
  } catch (thrown) {
    warn(`the service could not be repaired: ${toFailure(thrown).message}`);
  }
  await keepHooks(world, warn);
}

/** Sees to it that the hooks of agents still find unf, after an upgrade of unf or of Node. */
async function keepHooks(world: World, warn: Warn): Promise<void> {
  try {
    const home = (await world.wiring()).homeDirectory(world.env);
    const place = await world.hookPlace();
    if (!areHooksStale(place.readNote(home), place)) return;
    const { repairHooks } = await import("../hook/keep-hooks.ts");
    repairHooks(await world.settingsDisk(), place, { home, warn });
  } catch (thrown) {
    warn(`the hooks could not be repaired: ${toFailure(thrown).message}`);
  }
}
