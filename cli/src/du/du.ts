import { duAnswer, readUsage } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { FlagTable } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { renderUsage } from "./du-text.ts";

const keys = ["dir", "file", "ext", "day", "session"] as const;

const duFlags = {
  by: { kind: "choice", choices: keys, help: "What is added up (default dir)" },
  depth: {
    kind: "count",
    short: "d",
    value: "<levels>",
    min: 1,
    max: 100,
    help: "With --by dir: how many levels of directories (default 1)",
  },
  limit: limitFlag("lines", limits.usage.rows),
} as const satisfies FlagTable;

export const du = defineCommand({
  usage: ["du [path...] [--by dir|file|ext|day|session]"],
  about: [
    "Says what takes the room in a project's history, the largest first. Each content counts once, where it was recorded first, at its own size; on the disk it may take less, or nothing more when another project has it too. The last lines say what the whole store takes on its disk.",
    "In a pipe, each line has tabs: bytes, versions, name.",
  ],
  flags: duFlags,
  examples: [
    { line: "unf du", does: "which directories take the room" },
    { line: "unf du --by file -n 5", does: "the five files that take most" },
    { line: "unf du src -d 2", does: "two levels below the root, of src only" },
    { line: "unf du --by day", does: "how much came on which day" },
  ],
  exits: { 3: "not watched, or nothing recorded of a path" },
  args: { min: 0, max: 1000 },
  run: runDu,
});

async function runDu(call: Call<typeof duFlags>): Promise<Answer> {
  const { by = "dir", depth, limit = limits.usage.rows } = call.flags;
  if (depth !== undefined && by !== "dir") {
    throw new UnfError("usage", "--depth goes with --by dir", { hint: "unf du --help" });
  }
  const question = { paths: call.args, by, depth: depth ?? 1, limit };
  const usage = await readUsage(call.asker, question);
  const { more } = usage;
  if (more > 0 && !call.terminal.isForPerson) call.note(`and ${more} more: --limit <count>`);
  const answer = () => duAnswer(usage, by);
  return {
    kind: "document",
    schema: "unf.du/1",
    isLong: true,
    document: answer,
    records: () => answer().rows.map((row) => ({ type: "usage", ...row })),
    end: () => {
      const { total_bytes, store } = answer();
      return { more, total_bytes, store };
    },
    text: (view) => renderUsage(usage, view),
  };
}
