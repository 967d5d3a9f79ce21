import type { FlagTable } from "../frame/argv/flag.ts";

/** The flags of `unf undo` and `unf redo`. */
export const undoFlags = {
  plan: {
    kind: "text",
    value: "<id>",
    help: "Carry out exactly this plan, and nothing if files have changed since",
  },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Do it without asking" },
} as const satisfies FlagTable;
