import { planStop, stopRecorder } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";

const flags = {
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

export const stop = defineCommand({
  usage: ["stop"],
  about: [
    "Records what is pending, ends the daemon and its sentinel, and keeps them from being started by other commands until unf start. History stays readable.",
    "What changes meanwhile is recorded at the next start as one step, with a recording gap.",
    "Where an agent may run the command, a person must confirm it at a terminal.",
  ],
  flags,
  examples: [
    { line: "unf stop", does: "stop recording everywhere" },
    { line: "unf unwatch", does: "stop recording only this project" },
  ],
  exits: {
    4: "it takes a person to say yes; nothing was done",
    6: "the daemon does not end",
  },
  args: { min: 0, max: 0 },
  wait: changing(
    "Stopping",
    "what was told to end goes on ending by itself",
    "how it is: unf status; recording again: unf start",
  ),
  run: runStop,
});

async function runStop(call: Call<typeof flags>): Promise<Answer> {
  const { world } = call;
  const isDryRun = call.flags["dry-run"];
  const wiring = await world.wiring();
  if (!isDryRun) {
    await requirePerson(call, {
      ...{ matter: "recording", deed: "stop recording", typed: "stop" },
      question: "Nothing is recorded then until unf start. Stop recording?",
    });
  }
  const home = wiring.homeDirectory(world.env);
  const ended = await (isDryRun ? planStop(wiring, home) : stopRecorder(wiring, home));
  return {
    kind: "document",
    schema: "unf.stop/1",
    document: () => ended,
    text: (view) => {
      if (!ended.stopped) return ["Nothing was running"];
      const verb = isDryRun ? "Would stop" : "Stopped";
      const name = view.terminal.isForPerson ? view.paint.good(verb.padStart(11)) : verb;
      const parts = [
        ended.pid === null ? "" : `daemon ${ended.pid}`,
        ended.sentinel_pid === null ? "" : `sentinel ${ended.sentinel_pid}`,
      ].filter((part) => part !== "");
      return [`${name}  ${parts.join(", ")}`];
    },
  };
}
