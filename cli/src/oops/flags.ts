import type { FlagTable, FlagValues } from "../frame/argv/flag.ts";

/** The flags of `unf oops`. */
export const oopsFlags = {
  turn: { kind: "text", value: "<t-12>", help: "This turn, instead of the one that wrote last" },
  last: { kind: "count", value: "<n>", min: 1, max: 200, help: "So many of the last turns" },
  session: {
    kind: "text",
    value: "<s-7f3a>",
    help: 'All of this session; "last" for the one that wrote last',
  },
  burst: { kind: "switch", help: "The last run of changes, of whomever" },
  agent: { kind: "text", value: "<name>", help: "Only turns or sessions of this agent" },
  patch: {
    kind: "switch",
    short: "p",
    help: "Go through what would change, hunk by hunk, and take back only what is chosen",
  },
  hunks: {
    kind: "text",
    value: "<numbers>",
    help: "Of one file: only these hunks, by the numbers that -p --dry-run shows, such as 1,3-5",
  },
  interactive: {
    kind: "switch",
    short: "i",
    help: "Choose from the numbered list of files what is to be taken back",
  },
  plan: {
    kind: "text",
    value: "<id>",
    help: "Carry out exactly this plan, and nothing if files have changed since",
  },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Do it without asking" },
} as const satisfies FlagTable;

export type OopsFlags = FlagValues<typeof oopsFlags>;
