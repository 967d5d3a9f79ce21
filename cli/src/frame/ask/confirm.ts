import { UnfError } from "@unf/core/base";

/** The ways in which a yes can be given. */
export interface Consent {
  /** `--yes` was given. */
  readonly yes: boolean;
  /** Someone sits at a terminal and may be asked. */
  readonly mayAsk: boolean;
  /** Shows the question and reads one line; `undefined` when the input ended. */
  readonly ask: (question: string) => string | undefined;
}

/**
 * Gets a person's yes: from `--yes` or from an answer at a terminal, never from silence. Throws
 * `needs_confirmation` when nobody can be asked or the answer is not yes; nothing was done then.
 */
export function requireYes(consent: Consent, question: string, hint: string): void {
  if (consent.yes) return;
  if (!consent.mayAsk) {
    throw new UnfError(
      "needs_confirmation",
      "nothing was done (it needs a yes, and nobody can be asked here)",
      { hint },
    );
  }
  const answer = consent.ask(`${question} [y/N] `);
  if (answer === undefined || !/^\s*y(es)?\s*$/i.test(answer)) {
    throw new UnfError("needs_confirmation", "nothing was done (the answer was not yes)");
  }
}
