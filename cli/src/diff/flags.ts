import type { FlagTable, FlagValues } from "../args/flag.ts";

/** The flags of `unf diff`. */
export const diffFlags = {
  at: { kind: "text", value: "<time>", help: "From then to what is on disk now" },
  from: { kind: "text", value: "<time>", help: "From then ..." },
  to: { kind: "text", value: "<time>", help: "... to then (default: what is on disk now)" },
  version: {
    kind: "text",
    value: "<v>",
    help: "What this version changed, seen from the one before it",
  },
  include: { kind: "list", value: "<glob>", help: "Only paths that match; may be repeated" },
  exclude: { kind: "list", value: "<glob>", help: "No paths that match; may be repeated" },
  stat: { kind: "switch", help: "One bar per file instead of its lines" },
  numstat: { kind: "switch", help: "Added, removed and path, with tabs" },
  "name-only": { kind: "switch", help: "Only the paths" },
  word: { kind: "switch", help: "Mark the words that changed in each line" },
  unified: {
    kind: "count",
    short: "U",
    value: "<lines>",
    min: 0,
    max: 10_000,
    help: "Lines around each change (3)",
  },
  "exit-code": { kind: "switch", help: "Exit with 1 when there are differences" },
  "patch-file": {
    kind: "text",
    value: "<file>",
    help: "Write the patch to a new file, for git apply",
  },
} as const satisfies FlagTable;

export type DiffFlags = FlagValues<typeof diffFlags>;
