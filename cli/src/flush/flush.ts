import { pathFields, resolveScope } from "@unf/answers";
import { pathToColumn, type RelPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { FlushReply } from "@unf/protocol";
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
  const { wiring, reader } = await call.asker.openHome();
  const word = call.asker.projectWord;
  const root =
    word === undefined
      ? undefined
      : resolveScope({
          projects: reader.projects(),
          asker: call.asker,
          pathWords: [],
        }).project.root;
  const reply = await requestFlush();
  return answer(reply);

  async function requestFlush(): Promise<FlushReply> {
    using progress = openProgress(call, "Recording");
    await using writer = await wiring.openWriter(reader.home, "never");
    const params = root === undefined ? {} : { root: pathToColumn(root as string as RelPath) };
    return await writer.request("flush", params, progress.update);
  }
}

function answer({ projects }: FlushReply): Answer {
  const rows = projects.map(({ root, last_id, recorded }) => ({
    ...pathFields("root", root),
    last: last_id === null ? null : `v${last_id}`,
    recorded,
  }));
  return {
    kind: "document",
    schema: "unf.flush/1",
    document: () => ({ projects: rows }),
    records: () => rows.map((row) => ({ type: "project", ...row })),
    text: (view) =>
      projects.map(({ root, last_id, recorded }) => {
        const last = last_id === null ? "-" : `v${last_id}`;
        return view.terminal.isForPerson
          ? `${view.paint.good("Recorded".padStart(11))}  ${escapeForDisplay(root)}  up to ${last}, ${countOf(recorded, "new version")}`
          : [last, recorded, escapeForDisplay(root)].join("\t");
      }),
  };
}
