import { defineCommand } from "../frame/call/command.ts";
import { undoExits } from "../frame/call/exits.ts";
import { undoFlags } from "./flags.ts";
import { runInversion } from "./invert.ts";

export const redo = defineCommand({
  usage: ["redo [op]"],
  about: [
    "Does again what unf undo took back: the newest undo, as long as nothing was restored after it, or the one of the operation named. It prints a plan and asks first; where nobody can be asked it needs --yes.",
    "Files changed since are treated as by unf undo: merged line by line, and kept where both changed the same lines.",
  ],
  flags: undoFlags,
  examples: [
    { line: "unf redo", does: "as if the last undo had not been" },
    { line: "unf redo op-91 -n", does: "what doing that operation again would change" },
  ],
  exits: {
    ...undoExits,
    3: "nothing to redo, or no such operation",
    5: "files changed since the plan, or newer changes left nothing to do",
  },
  args: { min: 0, max: 1 },
  run: (call) => runInversion("redo", call),
});
