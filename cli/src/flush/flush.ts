import { exactPath, flushProjects } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";

export const flush = defineCommand({
  usage: ["flush [--project <dir>]"],
  about: [
    "Returns once everything that was on disk before the call is recorded, and prints the last version of each project. Without --project: all watched projects.",
  ],
  flags: {},
  examples: [
    { line: "unf flush", does: "before a risky command in a script" },
    { line: "unf flush --project . --json", does: "the version that holds the state of now" },
  ],
  exits: { 3: "--project is not watched", 6: "the daemon is not running", 9: "no space" },
  args: { min: 0, max: 0 },
  run: runFlush,
});

async function runFlush(call: Call<Record<string, never>>): Promise<Answer> {
  const answer = await (async () => {
    using progress = openProgress(call, "Recording");
    return await flushProjects(call.asker, progress.update);
  })();
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
