import { checkpointWord, type DiffQuestion, type TimeFlag } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { FlagTable, FlagValues } from "../frame/argv/flag.ts";

/** The flags of `unf diff`. */
export const diffFlags = {
  at: { kind: "text", value: "<time>", help: "From then to what is on disk now" },
  from: { kind: "text", value: "<time>", help: "From then ..." },
  to: { kind: "text", value: "<time>", help: "... to then (default: what is on disk now)" },
  checkpoint: {
    kind: "text",
    value: "<name>",
    help: "From this checkpoint, as --from cp:<name>",
  },
  "to-checkpoint": {
    kind: "text",
    value: "<name>",
    help: "... to this one, as --to cp:<name>",
  },
  version: {
    kind: "text",
    value: "<v>",
    help: "What this version changed, seen from the one before it",
  },
  session: {
    kind: "optional-text",
    value: "<id>",
    help: "What this session of an agent changed, or the newest",
  },
  turn: {
    kind: "optional-text",
    value: "<t-12>",
    help: "What this turn of an agent changed, or the newest",
  },
  include: { kind: "list", value: "<glob>", help: "Only paths that match; may be repeated" },
  exclude: { kind: "list", value: "<glob>", help: "No paths that match; may be repeated" },
  stat: { kind: "switch", help: "One bar per file instead of its lines" },
  numstat: { kind: "switch", help: "Added, removed and path, with tabs" },
  "name-only": { kind: "switch", help: "Only the paths" },
  "side-by-side": {
    kind: "switch",
    short: "y",
    help: "Old lines at the left, new ones at the right",
  },
  word: { kind: "switch", help: "Mark the words that changed in each line" },
  reveal: { kind: "switch", help: "Show secrets instead of masking them" },
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

/** The question that the flags ask. Throws `usage` for flags that contradict each other. */
export function diffQuestion(flags: DiffFlags): DiffQuestion {
  checkFlags(flags);
  const { version, session, turn, include, exclude } = flags;
  return { from: startFlag(flags), to: endFlag(flags), version, session, turn, include, exclude };
}

function startFlag({ at, from, checkpoint }: DiffFlags): TimeFlag {
  if (checkpoint !== undefined) return checkpointFlag("checkpoint", checkpoint, "since");
  return from === undefined
    ? { name: "at", input: at, purpose: "at" }
    : { name: "from", input: from, purpose: "since" };
}

function endFlag({ to, "to-checkpoint": checkpoint }: DiffFlags): TimeFlag {
  return checkpoint === undefined
    ? { name: "to", input: to, purpose: "until" }
    : checkpointFlag("to-checkpoint", checkpoint, "until");
}

function checkFlags(flags: DiffFlags): void {
  const given = (names: readonly (keyof DiffFlags)[]) =>
    names.filter((name) => flags[name] !== undefined && flags[name] !== false);
  for (const names of exclusive) {
    if (given(names).length > 1) throw new UnfError("usage", `${spell(names)} exclude each other`);
  }
  const [end] = given(["to", "to-checkpoint"]);
  if (end !== undefined && given(["from", "checkpoint"]).length === 0) {
    throw new UnfError("usage", `--${end} needs --from or --checkpoint`);
  }
}

const exclusive: readonly (readonly (keyof DiffFlags)[])[] = [
  ["at", "from", "checkpoint", "version", "session", "turn"],
  ["to", "to-checkpoint"],
  ["stat", "numstat", "name-only", "word", "side-by-side"],
];

function spell(names: readonly string[]): string {
  const words = names.map((name) => `--${name}`);
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function checkpointFlag(name: string, word: string, purpose: TimeFlag["purpose"]): TimeFlag {
  return { name, input: `cp:${checkpointWord(word)}`, purpose };
}
