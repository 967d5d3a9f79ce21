import { parseVersionWord, pickLines, readShown, showAnswer } from "@unf/answers";
import { decodeUtf8, encodeUtf8, UnfError } from "@unf/core/base";
import { planMask } from "@unf/core/mask";
import type { Snapshot } from "@unf/core/timeline";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { actsOnTerminal } from "./terminal-safe.ts";

const flags = {
  at: { kind: "text", value: "<time>", help: "As it was then (default: the last recorded state)" },
  version: {
    kind: "text",
    value: "<v>",
    help: "This version of the file, such as v1234 or v1234~2",
  },
  "line-range": {
    kind: "text",
    value: "<from,to>",
    help: "Only these lines, counted from 1: 10,40 or 10,",
  },
  reveal: { kind: "switch", help: "Show secrets instead of masking them" },
  raw: {
    kind: "switch",
    help: "To a terminal as it is: control characters, and secrets without a mask",
  },
} as const satisfies FlagTable;

export const cat = defineCommand({
  usage: ["cat <path> [--at <time> | --version <v>]", "cat <path> <v>", "cat <v>[:<path>]"],
  about: [
    "Prints the content of a file as it was recorded: exactly its bytes, nothing else. For a symbolic link that is its target. On a terminal secrets of known shape and values of .env files are masked, unless --reveal is given.",
    "A file that is deleted now is printed as it was with --at or --version. A word like v1234 is a version; write ./v1234 for a file of that name.",
  ],
  flags,
  examples: [
    {
      line: "unf cat src/cart.ts --at 10m > cart.old.ts",
      does: "the file as it was ten minutes ago",
    },
    { line: "unf cat .env --at @prev", does: "the version before the current content" },
    { line: "unf cat v1234 --line-range 40,60", does: "twenty lines of one version" },
    { line: "unf cat --json src/cart.ts", does: "content and what is known about it" },
  ],
  exits: {
    3: "no such file or version",
    4: "control characters and a terminal, without --raw",
    7: "the content is lost, was not kept, or is no longer kept",
  },
  args: { min: 1, max: 2 },
  run: runCat,
});

async function runCat(call: Call<typeof flags>): Promise<Answer> {
  const { raw, reveal, "line-range": range } = call.flags;
  const { word, at, version } = readWords(call);
  const shown = await readShown(call.asker, { word, at, version });
  const bytes = range === undefined ? shown.bytes : pickLines(shown.bytes, range);
  const isGuarded = call.terminal.isForPerson && !raw;
  if (isGuarded && actsOnTerminal(bytes)) {
    throw new UnfError("refused", "the content holds control characters that act on a terminal", {
      hint: "add --raw, or send it to a file or through a pager",
    });
  }
  return {
    kind: "bytes",
    schema: "unf.show/1",
    bytes: isGuarded && !reveal ? maskedFor(call, shown.snapshot, bytes) : bytes,
    document: () => showAnswer({ ...shown, bytes }),
  };
}

/**
 * A second word is a version, or another instant, in either order with the path. `v8:src/a.ts` is both in
 * one, as in git.
 */
function readWords(call: Pick<Call<typeof flags>, "args" | "flags">) {
  const [first = "", second] = call.args;
  const { at, version } = call.flags;
  if (second === undefined) {
    const [, named, path] = /^(v\d+(?:~\d*)?):(.+)$/.exec(first) ?? [];
    const isGits = path !== undefined && at === undefined && version === undefined;
    return isGits ? { word: path, at, version: named } : { word: first, at, version };
  }
  if (at !== undefined || version !== undefined) {
    throw new UnfError("usage", `cat prints one file; "${second}" is one word too many`);
  }
  const isSwapped = parseVersionWord(first) !== undefined && parseVersionWord(second) === undefined;
  const [word, instant] = isSwapped ? [second, first] : [first, second];
  const isVersion = parseVersionWord(instant) !== undefined;
  return isVersion ? { word, at, version: instant } : { word, at: instant, version };
}

/** The content for a person's eyes; what no text is stays as it is. */
function maskedFor(call: Call<typeof flags>, { path }: Snapshot, bytes: Uint8Array): Uint8Array {
  const text = decodeUtf8(bytes);
  if (text === undefined) return bytes;
  const lines = text.split("\n");
  const mask = planMask(path, lines, "certain");
  const shown = lines.map((_, index) => mask(index)).join("\n");
  if (shown === text) return bytes;
  call.note("secrets are masked: --reveal shows them, and so does a pipe");
  return encodeUtf8(shown);
}
