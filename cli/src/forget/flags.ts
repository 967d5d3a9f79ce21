import type { FlagTable } from "../frame/argv/flag.ts";

/** The flags of `unf forget`. */
export const forgetFlags = {
  hash: {
    kind: "text",
    value: "<digest|v>",
    help: "This content, wherever it is recorded: its digest, or a version such as v1234",
  },
  before: { kind: "text", value: "<time>", help: "Every version from before then" },
  "keep-recording": {
    kind: "switch",
    help: "Forget what was, and go on recording the paths (default: they are not recorded any more)",
  },
  everything: {
    kind: "switch",
    help: "With --project and no paths: the whole history is meant. --yes needs it",
  },
  list: { kind: "switch", help: "What was forgotten, and what is not recorded because of it" },
  allow: {
    kind: "text",
    value: "<pattern>",
    help: "Record again what this pattern of --list matches",
  },
  search: { kind: "switch", help: "Look again for what an earlier search still found" },
  dismiss: { kind: "switch", help: "Tell no more of what was found elsewhere" },
  plan: {
    kind: "text",
    value: "<id>",
    help: "Carry out exactly this plan, and nothing if it is another by now",
  },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be deleted" },
  yes: { kind: "switch", short: "y", help: "Do not ask" },
} as const satisfies FlagTable;
