import { answerQuestion, type Questions } from "@unf/answers";
import { isObject, parseJson, UnfError } from "@unf/core/base";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { isHeavy } from "./heavy.ts";
import { answerPage, withHooks } from "./page-asker.ts";

/** A question names a thousand paths at most. Unit: bytes. */
const inputBytesMax = 8 << 20;

const flags = {} as const satisfies FlagTable;

export const answer = defineCommand({
  usage: ["answer"],
  about: [
    "The server of unf ui calls it for questions that take long, so that the others need not wait: it reads one question on stdin and prints the answer, or the failure, as JSON.",
  ],
  flags,
  examples: [{ line: "unf answer < question.json", does: "one answer" }],
  exits: {},
  args: { min: 0, max: 0 },
  wait: null,
  run: runAnswer,
});

async function runAnswer({ world }: Call<typeof flags>): Promise<Answer> {
  const given = parseJson(Buffer.from(world.readInput(inputBytesMax)).toString("utf8"));
  const { name, project, asked } = isObject(given) ? given : {};
  if (typeof name !== "string" || !isHeavy(name) || !isObject(asked))
    throw new UnfError("usage", "stdin has no question of the page");
  const where = typeof project === "string" ? project : undefined;
  // The server has checked it, and whoever calls this command by hand sees no more than the page does.
  const checked = { ...asked, reveal: false } as unknown as Questions[typeof name]["asked"];
  const answered = await answerPage(world, where, (asker) =>
    answerQuestion(withHooks(asker, world), name, checked),
  );
  return {
    kind: "bytes",
    schema: "unf.answer/1",
    bytes: Buffer.from(`${JSON.stringify(answered)}\n`),
    document: () => ({}),
  };
}
