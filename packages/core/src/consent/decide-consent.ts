/**
 * The matter that an order bears on. `recording`: something is not recorded any more until it is
 * taken up again. `history`: something recorded goes, and no undo brings it back. `rights`: what
 * agents may do. `gate`: whether any of this takes a person at all.
 */
export type Matter = "recording" | "history" | "rights" | "gate";

/** Facts that decide whether an order needs a person. */
export interface ConsentFacts {
  readonly matter: Matter;
  /** Something says that an agent gives the order, or may be the one who does. */
  readonly isByAgent: boolean;
  /** The home was made to be thrown away. */
  readonly isScratch: boolean;
  /** The setting `agents.may_stop`. */
  readonly mayStop: boolean;
  /** Somebody may sit at a terminal and type. */
  readonly isAtTerminal: boolean;
}

/** Whether an order is carried out as anybody's, only once a person has typed a word, or not at all. */
export type Consent = "allow" | "ask" | "refuse";

/**
 * Decides whether an order that ends or narrows recording or history needs a person. It stops an
 * agent's mistake; a program that hides who it is gives orders like a person.
 */
export function decideConsent(facts: ConsentFacts): Consent {
  const { matter, isByAgent, isScratch, mayStop, isAtTerminal } = facts;
  if (!isByAgent || isScratch) return "allow";
  // A person who opened the gate opened all of it, but not for agents to open it themselves.
  if (mayStop && matter !== "gate") return "allow";
  return isAtTerminal ? "ask" : "refuse";
}
