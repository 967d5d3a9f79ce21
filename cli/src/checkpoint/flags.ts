import type { FlagTable, FlagValues } from "../frame/argv/flag.ts";

/** The flags of `unf checkpoint`. */
export const checkpointFlags = {
  message: { kind: "text", short: "m", value: "<text>", help: "What it is about" },
  payload: {
    kind: "text",
    value: "<file>",
    help: "Keep these bytes with it, as they are; - reads them from stdin. With --show: - writes them to stdout",
  },
  pinned: { kind: "switch", help: "Never let a cleaning up take it" },
  list: { kind: "switch", help: "All checkpoints, newest first" },
  show: { kind: "text", value: "<name>", help: "One checkpoint, with the digest of its tree" },
  restore: {
    kind: "text",
    value: "<name>",
    help: "Make the tree exactly what it was; asks first",
  },
  delete: { kind: "text", value: "<name>", help: "Forget the name; every version stays" },
  pin: { kind: "text", value: "<name>", help: "Pin one that exists" },
  unpin: { kind: "text", value: "<name>", help: "Take the pin away" },
  plan: {
    kind: "text",
    value: "<id>",
    help: "With --restore: exactly this plan, and nothing if files have changed since",
  },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Do it without asking" },
} as const satisfies FlagTable;

export type CheckpointFlags = FlagValues<typeof checkpointFlags>;

const ways = ["list", "show", "restore", "delete", "pin", "unpin"] as const;

/** The work that the flags ask for. */
export type Way = "set" | (typeof ways)[number];

/** Flags that belong to some ways only. */
const belongs: Readonly<Partial<Record<keyof CheckpointFlags, readonly Way[]>>> = {
  message: ["set"],
  payload: ["set", "show"],
  pinned: ["set"],
  plan: ["restore"],
};

/** Which of the ways the flags choose; the other one, if they choose two or one does not belong. */
export function chooseWay(
  flags: CheckpointFlags,
): { readonly way: Way } | { readonly clash: string } {
  const isGiven = (name: keyof CheckpointFlags) =>
    flags[name] !== undefined && flags[name] !== false;
  const [way = "set", other] = ways.filter(isGiven);
  if (other !== undefined) return { clash: `--${way} and --${other} exclude each other` };
  for (const [name, allowed] of Object.entries(belongs)) {
    if (isGiven(name as keyof CheckpointFlags) && !allowed.includes(way)) {
      return { clash: `--${name} has no meaning with --${way}` };
    }
  }
  return { way };
}
