import { type AbsPath, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { HomeAccess } from "@unf/wiring";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { World } from "../frame/world/world.ts";
import { runningAnswer } from "./running-answer.ts";

const flags = {
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

export const restart = defineCommand({
  usage: ["restart"],
  about: [
    "Ends the daemon, after recording what is pending, and starts it anew. Starts it when it was not running.",
  ],
  flags,
  examples: [{ line: "unf restart", does: "after an update of unf" }],
  exits: { 4: "the store belongs to another program", 6: "the daemon does not come back" },
  args: { min: 0, max: 0 },
  run: runRestart,
});

async function runRestart(call: Call<typeof flags>): Promise<Answer> {
  const { world } = call;
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const running = await wiring.inspectRunning(home);
  if (call.flags["dry-run"]) return runningAnswer("unf.restart/1", running, "Would restart");
  const before = running.daemon?.pid;
  await reachOtherThan(before, world, home);
  const now = await wiring.inspectRunning(home);
  return runningAnswer("unf.restart/1", now, before === undefined ? "Started" : "Restarted");
}

/**
 * Resolves when a daemon with another pid answers; starts one where there is none. Asks the one that
 * runs until it has heard it: one that waits for its disk may answer too late.
 */
async function reachOtherThan(
  before: number | undefined,
  world: World,
  home: AbsPath,
): Promise<void> {
  const wiring = await world.wiring();
  const deadline = world.now() + limits.sentinel.startMsMax;
  let hasHeard = before === undefined || (await askToRestart(wiring, home));
  for (;;) {
    const pid = await readPid(wiring, home);
    if (pid !== undefined && pid !== before) return;
    if (pid === before && !hasHeard) hasHeard = await askToRestart(wiring, home);
    if (world.now() > deadline) {
      throw new UnfError("daemon_unavailable", "the daemon did not come back", {
        hint: "unf status -v",
      });
    }
    await world.pause(retryMs);
  }
}

/** False when nothing answered in time. */
async function askToRestart(wiring: HomeAccess, home: AbsPath): Promise<boolean> {
  try {
    await using writer = await wiring.openWriter(home, "never");
    await writer.request("restart", {});
    return true;
  } catch (thrown) {
    if (isAway(thrown)) return false;
    throw thrown;
  }
}

/** The old one answers until it has drained; a new one takes about this long to listen. */
const retryMs = 50;

async function readPid(wiring: HomeAccess, home: AbsPath): Promise<number | undefined> {
  try {
    await using writer = await wiring.openWriter(home, "start");
    return (await writer.request("ping", {})).pid;
  } catch (thrown) {
    if (isAway(thrown)) return undefined;
    throw thrown;
  }
}

function isAway(thrown: unknown): boolean {
  return thrown instanceof UnfError && thrown.code === "daemon_unavailable";
}
