import type { FlagTable } from "../frame/argv/flag.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
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
  const running = isDryRun ? await wiring.inspectRunning(home) : undefined;
  const ended =
    running === undefined
      ? await wiring.stopAll(home)
      : { daemon: running.daemon?.pid, sentinel: running.sentinel };
  return {
    kind: "document",
    schema: "unf.stop/1",
    document: () => ({
      dry_run: isDryRun,
      stopped: ended.daemon !== undefined || ended.sentinel !== undefined,
      pid: ended.daemon ?? null,
      sentinel_pid: ended.sentinel ?? null,
    }),
    text: (view) => {
      if (ended.daemon === undefined && ended.sentinel === undefined)
        return ["Nothing was running"];
      const verb = isDryRun ? "Would stop" : "Stopped";
      const name = view.terminal.isForPerson ? view.paint.good(verb.padStart(11)) : verb;
      const parts = [
        ended.daemon === undefined ? "" : `daemon ${ended.daemon}`,
        ended.sentinel === undefined ? "" : `sentinel ${ended.sentinel}`,
      ].filter((part) => part !== "");
      return [`${name}  ${parts.join(", ")}`];
    },
  };
}
