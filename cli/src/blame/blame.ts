import { blameAnswer, readBlame } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { renderBlame } from "./blame-text.ts";

const flags = {
  at: { kind: "text", value: "<time>", help: "As it was then (default: the last recorded state)" },
  "line-range": {
    kind: "text",
    short: "L",
    value: "<from,to>",
    help: "Only these lines, counted from 1: 10,40 or 10,",
  },
  author: {
    kind: "text",
    value: "<name>",
    help: "Only lines by human, by one agent (claude-code), or by any of them ($all-agent)",
  },
  all: {
    kind: "switch",
    help: "Interim versions too: states the file passed through within 3 seconds",
  },
  reveal: { kind: "switch", help: "Show secrets instead of masking them" },
} as const satisfies FlagTable;

export const blame = defineCommand({
  usage: ["blame <file> [--at <time>] [-L <from,to>]", "blame <file> <v>", "blame <v>"],
  about: [
    "Says of every line of a file which version wrote it, who wrote that, and when. Lines keep their origin through renames of the file.",
    "A line that a restore, an undo or a redo brought back is of the version that wrote it first. One that was changed or moved by hand is of the version that did it.",
    "Where an agent wrote, the turn is named, and below the file what its prompt was about, and what took it back since. Unknown is who could not be told for certain.",
    "What looks like a secret is masked. In a pipe each line is author, turn, instant, version, number and text, with tabs.",
  ],
  flags,
  examples: [
    { line: "unf blame src/cart.ts", does: "every line with the version that wrote it" },
    { line: "unf blame src/cart.ts -L 40,60", does: "twenty lines of it" },
    { line: "unf blame v1234~1", does: "the file that this is a version of, before it" },
    { line: "unf blame src/cart.ts --author '$all-agent'", does: "only lines that agents wrote" },
    { line: "unf blame .env --reveal", does: "values, too" },
  ],
  exits: { 3: "no such file, version or line", 7: "the content is lost or no longer kept" },
  args: { min: 1, max: 2 },
  run: runBlame,
});

/** A second word is the instant, as of `unf cat`. */
function readWords({ args: [path = "", instant], flags: { at } }: Call<typeof flags>) {
  if (instant === undefined) return { path, at };
  if (at === undefined) return { path, at: instant };
  throw new UnfError("usage", `blame is about one file; "${instant}" is one word too many`);
}

async function runBlame(call: Call<typeof flags>): Promise<Answer> {
  const { path, at } = readWords(call);
  const { author, all: interim, reveal, "line-range": range = "1," } = call.flags;
  const blamed = await readBlame(call.asker, { path, at, author, interim, reveal, range });
  const answer = () => blameAnswer(blamed);
  return {
    kind: "document",
    schema: "unf.blame/1",
    document: answer,
    records: () => answer().lines.map((line) => ({ type: "line", ...line })),
    end: () => {
      const { root, root_b64, lines, ...about } = answer();
      return about;
    },
    text: (view) => renderBlame(blamed, view),
    isLong: true,
  };
}
