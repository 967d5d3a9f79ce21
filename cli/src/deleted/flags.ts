import { limits } from "@unf/core/config";
import type { FlagTable } from "../frame/argv/flag.ts";

/** The flags of `unf deleted`. */
export const deletedFlags = {
  since: { kind: "text", value: "<time>", help: "Only what was deleted from then on (default 7d)" },
  limit: {
    kind: "count",
    value: "<count>",
    min: 1,
    max: 100_000,
    help: `List at most so many files (default ${limits.query.rows})`,
  },
  cursor: { kind: "text", value: "<version>", help: "Only what was deleted before this version" },
  files: { kind: "switch", help: "On a terminal: each file by itself, not a directory as one" },
  restore: {
    kind: "text",
    value: "<which>",
    help: "Bring these back: numbers of the list such as 2 or 1,5-7, a path, or all",
  },
  "dry-run": { kind: "switch", short: "n", help: "With --restore: only say what would be done" },
  yes: { kind: "switch", short: "y", help: "With --restore: do it without asking" },
} as const satisfies FlagTable;
