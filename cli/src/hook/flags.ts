import type { FlagTable } from "../frame/argv/flag.ts";

export const hookFlags = {
  all: { kind: "switch", help: "Every agent that has settings on this machine" },
  "dry-run": { kind: "switch", short: "n", help: "Only show what would be changed" },
  yes: { kind: "switch", short: "y", help: "Change without asking" },
} as const satisfies FlagTable;
