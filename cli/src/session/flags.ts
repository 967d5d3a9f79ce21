import type { FlagTable } from "../frame/argv/flag.ts";

/** The flags of `unf session`. */
export const sessionFlags = {
  agent: {
    kind: "text",
    value: "<name>",
    help: "For start and end: whose work it is; script when not given",
  },
  label: { kind: "text", value: "<text>", help: "For start: what the work is called" },
} as const satisfies FlagTable;
