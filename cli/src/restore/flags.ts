import type { FlagTable, FlagValues } from "../frame/argv/flag.ts";

/** The flags of `unf restore`. */
export const restoreFlags = {
  at: { kind: "text", value: "<time>", help: "Back to the state of that instant" },
  version: {
    kind: "text",
    value: "<v>",
    help: "One version of one file, such as v1234; a path says where to put it",
  },
  checkpoint: { kind: "text", value: "<name>", help: "Back to this checkpoint, as --at cp:<name>" },
  turn: {
    kind: "text",
    value: "<t-12>",
    help: "Back to before this turn of an agent, as --at turn:12; t-12.end is the state it left",
  },
  session: {
    kind: "text",
    value: "<id>",
    help: "Back to before this session of an agent, as --at session:7f3a",
  },
  to: {
    kind: "text",
    value: "<dir>",
    help: "Write into this new or empty directory instead of the project",
  },
  overwrite: {
    kind: "choice",
    choices: ["always", "if-changed", "never"],
    help: "Files that exist: write always, when they differ (default), or never",
  },
  delete: { kind: "switch", help: "Also remove files that were created after that instant" },
  exact: {
    kind: "switch",
    help: "Make the tree exactly the recorded one: --delete, and fail if a file cannot be made so",
  },
  patch: {
    kind: "switch",
    short: "p",
    help: "Of one file: go through what would change, hunk by hunk, and restore only what is chosen",
  },
  hunks: {
    kind: "text",
    value: "<numbers>",
    help: "Of one file: only these hunks, by the numbers that -p --dry-run shows, such as 1,3-5",
  },
  interactive: {
    kind: "switch",
    short: "i",
    help: "Choose from the numbered list of files what is to be restored",
  },
  include: { kind: "list", value: "<glob>", help: "Only paths that match; may be repeated" },
  exclude: { kind: "list", value: "<glob>", help: "No paths that match; may be repeated" },
  plan: {
    kind: "text",
    value: "<id>",
    help: "Carry out exactly this plan, and nothing if files have changed since",
  },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Do it without asking" },
} as const satisfies FlagTable;

export type RestoreFlags = FlagValues<typeof restoreFlags>;
