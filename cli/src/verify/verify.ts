import { verify as examine, isDamaged, verifyAnswer } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { reading, type WaitWords } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { renderVerify } from "./report-text.ts";

const flags = {
  "read-data": { kind: "switch", help: "Read every object and compare its digest" },
  repair: { kind: "switch", help: "Heal what can be healed; keep what was damaged in lost+found" },
  "dry-run": { kind: "switch", short: "n", help: "With --repair: only say what is damaged" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

export const verify = defineCommand({
  usage: ["verify [dir] [--read-data] [--repair]"],
  about: [
    "Checks that everything recorded is still there: every version has its content, the timelines are whole and agree with themselves. With a directory: only its project. Recording goes on meanwhile.",
    "--repair puts damaged contents again from files on disk that still hold them, rebuilds timelines from every row that can be read, and deletes nothing: what was damaged is kept in lost+found in unf's home. What is found nowhere is named, version by version.",
  ],
  flags,
  examples: [
    { line: "unf verify", does: "is every version's content there?" },
    { line: "unf verify --read-data", does: "the same, reading every byte" },
    { line: "unf verify --repair", does: "after a crash of the disk" },
  ],
  exits: {
    3: "the directory is not watched",
    6: "with --repair: a daemon runs and does not answer",
    7: "something is damaged or lost",
  },
  args: { min: 0, max: 1 },
  run: runVerify,
});

function checking(isRepair: boolean): WaitWords {
  if (!isRepair) return reading("Checking", "objects", "less to check: unf verify <dir>");
  return {
    ...{ verb: "Checking", things: "objects" },
    left: ({ isDaemons }) => ({
      said: `interrupted; what was repaired stays so${isDaemons ? ", and the daemon ends the repair that it is at" : ""}`,
      hint: "only look: unf verify; go on: unf verify --repair",
    }),
  };
}

async function runVerify(call: Call<typeof flags>): Promise<Answer> {
  const question = {
    directory: call.args[0],
    readData: call.flags["read-data"],
    repair: call.flags.repair && !call.flags["dry-run"],
  };
  const found = await whileWaiting(call, checking(question.repair), (update) =>
    examine(call.asker, question, () => ({ update, [Symbol.dispose]: () => undefined })),
  );
  return {
    kind: "document",
    schema: "unf.verify/1",
    document: () => verifyAnswer(found),
    text: (view) => renderVerify(found.report, { ...found, userHome: call.world.env.HOME }, view),
    exit: isDamaged(found) ? 7 : 0,
  };
}
