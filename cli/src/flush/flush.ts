import { exactPath, flushProjects } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { WaitWords } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";

const flags = {
  sweep: { kind: "switch", help: "Look at every file, also where no change was told of" },
} as const satisfies FlagTable;

export const flush = defineCommand({
  usage: ["flush [--sweep] [--project <dir>]"],
  about: [
    "Returns once everything that was on disk before the call is recorded, and prints the last version of each project. Without --project: all watched projects.",
    "Where the system tells of every change (unf status -v: inotify) only what it told of is looked at. Writes that it does not tell of (through a mapping that is still open, or a hard link outside the project) are found with --sweep, and by the sweep every 15 minutes.",
  ],
  flags,
  examples: [
    { line: "unf flush", does: "before a risky command in a script" },
    { line: "unf flush --project . --json", does: "the version that holds the state of now" },
  ],
  exits: { 3: "--project is not watched", 6: "the daemon is not running", 9: "no space" },
  args: { min: 0, max: 0 },
  run: runFlush,
});

const recording: WaitWords = {
  verb: "Recording",
  left: () => ({
    said: "interrupted; the daemon records what is on disk all the same",
    hint: "wait again: unf flush; how far it is: unf status",
  }),
};

async function runFlush(call: Call<typeof flags>): Promise<Answer> {
  const answer = await whileWaiting(call, recording, (onProgress) =>
    flushProjects(call.asker, { sweep: call.flags.sweep, onProgress }),
  );
  const { projects } = answer;
  return {
    kind: "document",
    schema: "unf.flush/1",
    document: () => answer,
    records: () => projects.map((row) => ({ type: "project", ...row })),
    text: (view) =>
      projects.map((row) => {
        const root = escapeForDisplay(exactPath("root", row));
        const version = row.last ?? "-";
        return view.terminal.isForPerson
          ? `${view.paint.good("Recorded".padStart(11))}  ${root}  up to ${version}, ${countOf(row.recorded, "new version")}`
          : [version, row.recorded, root].join("\t");
      }),
  };
}
