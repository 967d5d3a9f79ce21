import { readRecorder, startRecorder } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { runningAnswer } from "./running-answer.ts";

const flags = {
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

export const start = defineCommand({
  usage: ["start"],
  about: [
    "Starts the daemon in the background and a second process, the sentinel, that starts it again whenever it ends. It records every watched project, also what changed while it was away.",
    "Other commands start it by themselves when it should be running; start also takes back a stop. The words daemon start, daemon stop, daemon restart and daemon status mean the short commands.",
  ],
  flags,
  examples: [{ line: "unf start", does: "record again after unf stop" }],
  exits: { 4: "the store belongs to another program", 6: "the daemon does not start" },
  args: { min: 0, max: 0 },
  wait: changing(
    "Starting",
    "what has begun to start goes on by itself",
    "how it is: unf status; again: unf start",
  ),
  run: runStart,
});

async function runStart(call: Call<typeof flags>): Promise<Answer> {
  const { world } = call;
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const before = await readRecorder(wiring, home);
  if (call.flags["dry-run"]) return runningAnswer("unf.start/1", before, "Would start");
  const now = await startRecorder(wiring, home);
  return runningAnswer(
    "unf.start/1",
    now,
    before.state === "stopped" ? "Started" : "Running already",
  );
}
