import { opsAnswer, readOps } from "@unf/answers";
import { limits } from "@unf/core/config";
import type { FlagTable } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { listAnswer } from "../scope/list-answer.ts";
import { renderOperations } from "./ops-text.ts";

const opsFlags = {
  limit: limitFlag("operations", limits.query.rows),
  cursor: { kind: "text", value: "<op>", help: "Only operations older than this one" },
  all: { kind: "switch", help: "Also those that were given up and changed nothing" },
} as const satisfies FlagTable;

export const ops = defineCommand({
  usage: ["ops [flags]"],
  about: [
    "Lists what restores did to the files of a project, newest first, with undos and redos: how many files each wrote or removed and what took it back since.",
    "Of one that was done only in part, what stayed as it was is named, with the system's word for why: EACCES, EPERM (not allowed, or immutable), EROFS (read-only), EBUSY (a mount point).",
    "Of an oops it names the turns whose work it took back, and says where that was only a part.",
    "In a pipe, each operation is one line with tabs: operation, instant, kind, state, files, what it takes back, what took it back, command, and of an oops whose work it took back.",
  ],
  flags: opsFlags,
  examples: [
    { line: "unf ops", does: "the last operations in this project" },
    { line: "unf diff --at op:91", does: "what changed since just before op-91" },
    { line: "unf undo op-91", does: "take one of them back" },
  ],
  exits: { 3: "not watched" },
  args: { min: 0, max: 0 },
  run: runOps,
});

async function runOps(call: Call<typeof opsFlags>): Promise<Answer> {
  const { all: hasAbandoned, limit = limits.query.rows, cursor } = call.flags;
  const page = await readOps(call.asker, { hasAbandoned, limit, cursor });
  const answer = () => opsAnswer(page);
  return listAnswer(call, {
    schema: "unf.ops/1",
    rows: page.rows,
    next: page.next,
    none: "no operations",
    answer,
    records: () => answer().operations.map((row) => ({ type: "operation", ...row })),
    text: renderOperations,
  });
}
