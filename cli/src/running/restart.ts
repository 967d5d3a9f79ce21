import { readRecorder, restartRecorder } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
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
  wait: changing(
    "Restarting",
    "the old daemon may have ended and no new one begun",
    "how it is: unf status; recording again: unf start",
  ),
  run: runRestart,
});

async function runRestart(call: Call<typeof flags>): Promise<Answer> {
  const { world } = call;
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const before = await readRecorder(wiring, home);
  if (call.flags["dry-run"]) return runningAnswer("unf.restart/1", before, "Would restart");
  const now = await restartRecorder(wiring, home, { before, clock: world });
  return runningAnswer("unf.restart/1", now, before.state === "stopped" ? "Started" : "Restarted");
}
