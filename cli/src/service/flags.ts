import { serviceManagers } from "@unf/core/service";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";

export const serviceFlags = {
  manager: {
    kind: "choice",
    choices: serviceManagers,
    help: "With enable: who is to start unf, instead of the best one here",
  },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be written or removed" },
  yes: { kind: "switch", short: "y", help: "Remove the entry also when it was edited" },
} as const satisfies FlagTable;

export type ServiceCall = Call<typeof serviceFlags>;
