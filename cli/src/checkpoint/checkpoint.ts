import { UnfError } from "@unf/core/base";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { listCheckpoints, showCheckpoint } from "./answers.ts";
import { changeCheckpoint } from "./change.ts";
import { checkpointFlags, chooseWay } from "./flags.ts";
import { restoreCheckpoint } from "./restore.ts";
import { setCheckpoint } from "./set.ts";
import { takeVerb } from "./take-verb.ts";

export const checkpoint = defineCommand({
  usage: [
    "checkpoint [name] [-m <text>] [--payload <file>]",
    "checkpoint list",
    "checkpoint show <name> [--payload -]",
    "checkpoint restore <name>",
    "checkpoint delete <name> | pin <name> | unpin <name>",
  ],
  about: [
    "Names the state of the project as it is on disk now. Everything is recorded first; the checkpoint itself is a bookmark, not a copy, and costs the same in a project of any size.",
    "A checkpoint is called by its number (3 or cp:3) or by its name; names may repeat, and the newest is meant. Every command that takes a time takes cp:<name>. Where nothing has changed since a checkpoint that says the same, that one is named and none is set.",
    "The verbs may be flags as well (--list, --show <name>). A name that is one of them is set by unf checkpoint set list.",
    "restore makes the tree exactly what it was, as unf restore --at cp:<name> --exact does: files created since are removed if their content is recorded.",
  ],
  flags: checkpointFlags,
  examples: [
    { line: "unf checkpoint before-refactor", does: "a name for the tree as it is now" },
    { line: "unf checkpoint step-7 --payload chat.json", does: "with a program's own bytes" },
    { line: "unf checkpoint list", does: "all of them, newest first" },
    { line: "unf checkpoint restore before-refactor", does: "the tree as it was then" },
    { line: "unf checkpoint show 3 --payload - > chat.json", does: "the bytes of number 3" },
    { line: "unf diff --checkpoint before-refactor", does: "what has changed since" },
  ],
  exits: {
    3: "not watched, or no such checkpoint",
    4: "refused, or nobody said yes; nothing was done",
    5: "--restore: files changed since the plan",
    6: "another program writes to the store",
    7: "--restore: a content is lost",
    8: "--restore: some files could not be made as they were",
    9: "no space",
  },
  args: { min: 0, max: 2 },
  wait: changing(
    "Waiting",
    "a checkpoint is changed whole, or not at all",
    "which: unf checkpoint list; go on: the same command",
  ),
  run: (call) => runCheckpoint(takeVerb(call)),
});

function runCheckpoint(call: Call<typeof checkpointFlags>): Promise<Answer> {
  const chosen = chooseWay(call.flags);
  if ("clash" in chosen) throw new UnfError("usage", chosen.clash, { hint });
  const { way } = chosen;
  if (way !== "set" && call.args.length > 0) {
    throw new UnfError("usage", `checkpoint --${way} does not take "${call.args[0]}"`, { hint });
  }
  switch (way) {
    case "set":
      return setCheckpoint(call);
    case "list":
      return listCheckpoints(call);
    case "show":
      return showCheckpoint(call);
    case "restore":
      return restoreCheckpoint(call);
    case "delete":
    case "pin":
    case "unpin":
      return changeCheckpoint(call, way);
  }
}

const hint = "unf checkpoint --help";
