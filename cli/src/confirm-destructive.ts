import { type Session, UnfError } from "@unf/core";
import type { Globals } from "./args/globals.ts";
import { requireYes } from "./confirm.ts";
import type { World } from "./world.ts";

/** Something that no undo takes back. */
export interface Destruction {
  /** Ends in a question mark: what is done, and how much of it. */
  readonly question: string;
  /** What makes it more than a person may expect, one sentence each. They are shown before the question. */
  readonly cautions?: readonly string[];
  /** Sessions of agents that are open in the projects it is about. */
  readonly openSessions: readonly Session[];
  /** What a person types at a terminal, where a mere yes is too little. */
  readonly typed?: string;
  /** What to do where nobody can be asked. */
  readonly hint: string;
}

/** The parts of a call that say who may be asked. */
export interface DestructiveCall {
  readonly flags: { readonly yes: boolean };
  readonly globals: Pick<Globals, "json" | "jsonl">;
  readonly terminal: { readonly mayAsk: boolean };
  readonly world: Pick<World, "env" | "ask"> & {
    readonly facts: Pick<World["facts"], "isStdinTty" | "isStderrTty">;
  };
}

/** Set by agents, and by `unf exec`, for the commands that they run. */
const agentVariables = ["CLAUDECODE", "AI_AGENT", "UNF_AGENT", "UNF_SESSION"] as const;

/** What a person types where an agent may be the one who runs the command. */
const word = "delete";

/**
 * Gets a person's yes to something that no undo takes back: from `--yes`, or from an answer at a
 * terminal. Where an agent may be the one who asks, `--yes` is not enough, and the answer is a word of
 * its own. Throws `needs_confirmation`; nothing was done then.
 */
export function confirmDestructive(call: DestructiveCall, destruction: Destruction): void {
  const { flags, terminal, world } = call;
  if (confirmByPerson(call, destruction)) return;
  const { hint, typed } = destruction;
  const whole = wholeOf(destruction);
  if (typed !== undefined && !flags.yes && terminal.mayAsk) requireTyped(world, whole, typed);
  else requireYes({ yes: flags.yes, mayAsk: terminal.mayAsk, ask: world.ask }, whole, hint);
}

/**
 * The same where an agent may be the one who asks; false, and nothing is asked, where it is none. Throws
 * `needs_confirmation`.
 */
export function confirmByPerson(
  call: DestructiveCall,
  destruction: Omit<Destruction, "hint">,
): boolean {
  const { world } = call;
  const agent = findAgent(world.env, destruction.openSessions);
  if (agent === undefined) return false;
  if (!isAtTerminal(call)) {
    throw new UnfError("needs_confirmation", `nothing was done (${agent})`, {
      hint: "a person can confirm it at a terminal; --yes is not enough here",
    });
  }
  const whole = `${wholeOf(destruction)}\nThis needs a person (${agent}).`;
  requireTyped(world, whole, destruction.typed ?? word);
  return true;
}

function wholeOf({ cautions = [], question }: Omit<Destruction, "hint">): string {
  return [...cautions, question].join("\n");
}

function requireTyped({ ask }: Pick<World, "ask">, whole: string, typed: string): void {
  if (ask(`${whole} Type "${typed}" to go on: `)?.trim() === typed) return;
  throw new UnfError("needs_confirmation", `nothing was done (the answer was not "${typed}")`);
}

/** Why an agent may be the one who runs this; `undefined` when nothing says so. */
function findAgent(env: World["env"], open: readonly Session[]): string | undefined {
  const variable = agentVariables.find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) return `${variable} is set: an agent runs this`;
  const [first, ...others] = open;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `session ${first.id} of ${first.agent}${more} is open`;
}

/** Unlike `mayAsk`, also where an agent's variable is set: a person may sit at its terminal. */
function isAtTerminal({ globals, world }: DestructiveCall): boolean {
  const isMachine = globals.json || globals.jsonl;
  return !isMachine && world.facts.isStdinTty && world.facts.isStderrTty;
}
