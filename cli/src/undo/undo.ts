import { defineCommand } from "../frame/call/command.ts";
import { undoExits } from "../frame/call/exits.ts";
import { undoFlags } from "./flags.ts";
import { runInversion } from "./invert.ts";

export const undo = defineCommand({
  usage: ["undo [op]"],
  about: [
    "Takes back an operation of unf's own: the newest restore that still stands, or the one named (op-91, as unf ops lists it). Said again, it goes one further back. It prints a plan and asks first; where nobody can be asked it needs --yes.",
    "Files changed since keep their changes: the undo is merged with them line by line. Where both changed the same lines the newer text stays and the file is named; the exit code is then 8, or 5 when nothing could be taken back.",
    "What is replaced is recorded before. unf redo takes the undo back, unf ops lists what there is to undo.",
  ],
  flags: undoFlags,
  examples: [
    { line: "unf undo", does: "as if the last restore had not been" },
    { line: "unf undo op-91 -n", does: "what taking back that operation would change" },
    { line: "unf undo op-91 --yes", does: "the same without a question, for scripts" },
  ],
  exits: {
    ...undoExits,
    3: "nothing to undo, or no such operation",
    5: "files changed since the plan, or newer changes left nothing to take back",
  },
  args: { min: 0, max: 1 },
  run: (call) => runInversion("undo", call),
});
