import type { FlagTable, FlagValues } from "../frame/argv/flag.ts";

/** The flags of `unf prune`. */
export const pruneFlags = {
  "older-than": {
    kind: "text",
    value: "<age>",
    help: "Remove what is older, such as 30d; the state at that instant stays",
  },
  "keep-within": {
    kind: "text",
    value: "<age>",
    help: "Keep everything younger than this; 24h where another --keep flag is given",
  },
  "keep-hourly": {
    kind: "text",
    value: "<n>",
    help: "Keep the last version of each hour, for so many hours or up to an age such as 7d",
  },
  "keep-daily": { kind: "text", value: "<n>", help: "The same of each day" },
  "keep-weekly": { kind: "text", value: "<n>", help: "The same of each week; forever: no end" },
  "keep-checkpoints": { kind: "switch", help: "Keep the state at every checkpoint; always so" },
  "max-size": {
    kind: "text",
    value: "<size>",
    help: "Only where the contents are larger, such as 2GiB; then more, the oldest first",
  },
  include: { kind: "list", value: "<glob>", help: "Only paths that match; may be repeated" },
  exclude: { kind: "list", value: "<glob>", help: "No paths that match; may be repeated" },
  undo: {
    kind: "switch",
    help: "Bring back what the daemon removed by itself within the last 24 hours",
  },
  "all-projects": { kind: "switch", help: "Every project of the store, watched or not" },
  plan: {
    kind: "text",
    value: "<id>",
    help: "Carry out exactly this plan, and nothing if it is another by now",
  },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be removed, and why" },
  yes: { kind: "switch", short: "y", help: "Do it without asking" },
} as const satisfies FlagTable;

export type PruneFlags = FlagValues<typeof pruneFlags>;
