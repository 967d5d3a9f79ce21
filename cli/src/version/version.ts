import type { UnfVersionAnswer } from "@unf/answers";
import { version } from "@unf/core/base";
import { defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { versionLine } from "./version-line.ts";

/** Layout of the store this program reads and writes. */
const storeFormat = 1;

export const versionCommand = defineCommand({
  usage: ["version"],
  about: ["Prints the version of unf, of the runtime it runs on, and the platform."],
  flags: {},
  examples: [
    { line: "unf version", does: "one line for a bug report" },
    { line: "unf version --json", does: "the same for a script" },
  ],
  exits: {},
  args: { min: 0, max: 0 },
  run: () => versionAnswer(),
});

/** The answer of `unf version` and `unf --version`. */
export function versionAnswer(): Answer {
  const { node } = process.versions;
  const platform = `${process.platform}-${process.arch}`;
  const answer: UnfVersionAnswer = { version, node, platform, store_format: storeFormat };
  return {
    kind: "document",
    schema: "unf.version/1",
    document: () => answer,
    text: () => [versionLine()],
  };
}
