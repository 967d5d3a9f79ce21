import { readStats, statsAnswer } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { reading } from "../frame/call/wait-words.ts";
import { whileStepping } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { renderStats } from "./stats-text.ts";

const filesShown = 5;

const statsFlags = {
  since: { kind: "text", value: "<time>", help: "Only versions from then on" },
  until: { kind: "text", value: "<time>", help: "Only versions up to then" },
  limit: limitFlag("files", filesShown),
} as const satisfies FlagTable;

export const stats = defineCommand({
  usage: ["stats [path...] [--since <time>] [--until <time>]"],
  about: [
    "Sums a project's history up: how many versions of how many files, who wrote them, on which day and at which hour most, and which files changed most often. Versions are the settled ones, as unf log lists them.",
    "What takes the room is told by unf du, and when by unf log --histogram.",
    "In a pipe, each line has tabs: a word and its numbers.",
  ],
  flags: statsFlags,
  examples: [
    { line: "unf stats", does: "all of this project" },
    { line: "unf stats src --since 7d", does: "this week, in src" },
    { line: "unf stats -n 20", does: "with the twenty files that changed most" },
  ],
  exits: { 3: "not watched, or nothing recorded of a path" },
  args: { min: 0, max: 1000 },
  run: runStats,
});

const counting = reading("Counting", "versions", "less to count: name paths, or add --since");

async function runStats(call: Call<typeof statsFlags>): Promise<Answer> {
  const { since, until, limit = filesShown } = call.flags;
  const question = { paths: call.args, since, until, limit };
  const found = await whileStepping(call, counting, (step) =>
    readStats(call.asker, question, () => step()),
  );
  const answer = () => statsAnswer(found);
  return {
    kind: "document",
    schema: "unf.stats/1",
    document: answer,
    text: (view) => renderStats(answer(), view),
  };
}
