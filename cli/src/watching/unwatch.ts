import { exactPath, plannedUnwatchAnswer, planUnwatch, unwatchProjects } from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";

const flags = {
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

export const unwatch = defineCommand({
  usage: ["unwatch [dir...]"],
  about: [
    "Stops recording the projects. Their history stays, and unf log, cat, diff and restore go on working; unf watch takes it up again.",
    "Without a directory: the project around the current one. A directory must be the root of a project.",
    "Where an agent may run the command, a person must confirm it at a terminal.",
  ],
  flags,
  examples: [
    { line: "unf unwatch", does: "stop recording the project around the current directory" },
    { line: "unf unwatch ~/src/old", does: "stop recording another one" },
  ],
  exits: {
    3: "not watched",
    4: "it takes a person to say yes; nothing was done",
    6: "the daemon does not start",
  },
  args: { min: 0, max: 100 },
  wait: changing(
    "Waiting",
    "a directory is unwatched or still recorded, nothing in between",
    "which: unf list; go on: the same command",
  ),
  run: runUnwatch,
});

async function runUnwatch(call: Call<typeof flags>): Promise<Answer> {
  const home = await call.asker.openHome();
  const planned = planUnwatch(call.asker, call.args, home);
  const isDryRun = call.flags["dry-run"];
  if (!isDryRun) {
    await requirePerson(call, {
      ...{ matter: "recording", deed: "stop recording a project", typed: "unwatch" },
      question: `Stop recording ${countOf(planned.length, "project")}?`,
    });
  }
  const answer = isDryRun ? plannedUnwatchAnswer(planned) : await unwatchProjects(home, planned);
  return {
    kind: "document",
    schema: "unf.unwatch/1",
    document: () => answer,
    records: () => answer.projects.map((row) => ({ type: "project", ...row })),
    text: (view) =>
      answer.projects.map((row) => {
        const { bytes } = row;
        const root = exactPath("root", row);
        const name = escapeForDisplay(
          view.terminal.isForPerson ? shortenHome(root, call.world.env.HOME) : root,
        );
        if (bytes === undefined) return `Would stop ${name}`;
        return view.terminal.isForPerson
          ? `${view.paint.good("Stopped".padStart(11))}  ${name} (history kept: ${renderBytes(bytes)})`
          : `Stopped ${name} (history kept, ${bytes} bytes)`;
      }),
  };
}
