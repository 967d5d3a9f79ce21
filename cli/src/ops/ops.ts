import { openScope } from "@unf/answers";
import { limits, type Operation, planTakenBack, type TimelineReader } from "@unf/core";
import type { FlagTable } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { openTookBack } from "../oops/took-back.ts";
import { listAnswer } from "../scope/list-answer.ts";
import { parseOperationWord } from "../undo/operations.ts";
import { type LeftStep, operationJson, renderOperations } from "./ops-text.ts";

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
  const { flags } = call;
  const scope = openScope(call.asker, await call.asker.openHome(), []);
  const older = flags.cursor === undefined ? undefined : parseOperationWord(flags.cursor);
  const limit = flags.limit ?? limits.query.rows;
  // What took an operation back is newer than it, so all are read: people do some, not thousands.
  const all = scope.reader.timeline.operations(Number.MAX_SAFE_INTEGER);
  const takenBack = planTakenBack(all);
  const readTookBack = openTookBack(scope.reader.timeline, all);
  const matching = all
    .filter(({ state }) => flags.all || state !== "abandoned")
    .filter(({ id }) => older === undefined || id < older);
  const listed = matching.slice(0, limit).map((operation) => ({
    operation,
    undoneBy: takenBack.get(operation.id),
    tookBack: readTookBack(operation),
    left: readLeft(scope.reader.timeline, operation),
  }));
  const last = listed.at(-1);
  const next = last !== undefined && matching.length > limit ? `op-${last.operation.id}` : null;
  return listAnswer(call, scope, {
    schema: "unf.ops/1",
    names: ["operations", "operation"],
    rows: listed,
    next,
    none: "no operations",
    json: operationJson,
    text: renderOperations,
  });
}

/** What an operation was to change and did not. */
function readLeft(timeline: TimelineReader, { id, state }: Operation): LeftStep[] {
  if (state !== "partial") return [];
  return timeline
    .steps(id)
    .flatMap(({ path, failure }) => (failure === null ? [] : { path, why: failure }));
}
