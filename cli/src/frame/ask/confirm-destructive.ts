import type { Session } from "@unf/core/timeline";
import { requireYes } from "./confirm.ts";
import { type PersonCall, requirePerson, requireTyped } from "./require-person.ts";

/** Something that no undo takes back. */
export interface Destruction {
  /** Follows "only a person may": `forget what was recorded`. */
  readonly deed: string;
  /** Ends in a question mark: what is done, and how much of it. */
  readonly question: string;
  /**
   * Reasons why it is more than a person may expect, one sentence each. They are shown before the
   * question.
   */
  readonly cautions?: readonly string[];
  /** Sessions of agents that are open in the projects it is about. */
  readonly openSessions: readonly Session[];
  /** The word that a person types at a terminal, where a mere yes is too little. */
  readonly typed?: string;
  /** The way to go where nobody can be asked. */
  readonly hint: string;
}

/** The parts of a call that say who may be asked. */
export interface DestructiveCall extends PersonCall {
  readonly flags: { readonly yes: boolean };
  readonly terminal: { readonly mayAsk: boolean };
}

/** The word that a person types where an agent may be the one who runs the command. */
const word = "delete";

/**
 * Gets a person's yes to something that no undo takes back: from `--yes`, or from an answer at a
 * terminal. Where an agent may be the one who asks, `--yes` is not enough, and the answer is a word of
 * its own. Throws `needs_confirmation`; nothing was done then.
 */
export async function confirmDestructive(
  call: DestructiveCall,
  destruction: Destruction,
): Promise<void> {
  const { flags, terminal, world } = call;
  const { cautions = [], deed, hint, openSessions, typed } = destruction;
  const question = [...cautions, destruction.question].join("\n");
  const order = { matter: "history", deed, question, openSessions } as const;
  if (await requirePerson(call, { ...order, typed: typed ?? word })) return;
  if (typed !== undefined && !flags.yes && terminal.mayAsk) requireTyped(world, question, typed);
  else requireYes({ yes: flags.yes, mayAsk: terminal.mayAsk, ask: world.ask }, question, hint);
}
