import { inBracket } from "./bracket.ts";
import { anyOne, type NamePattern, star, stepsOf, type Token } from "./name-pattern.ts";

/** Counts the steps of matching: comparisons of one character. */
export interface Tally {
  steps: number;
}

/**
 * Whether a name matches; where letter case does not count it is given in small letters. After a
 * mismatch only the last `*` takes one character more, never an earlier one: the steps are at most
 * the name's characters times those of the pattern.
 */
export function matchName(
  { literal, tokens }: NamePattern,
  name: string,
  ignoreCase: boolean,
  tally: Tally,
): boolean {
  tally.steps += 1;
  if (literal !== undefined) return literal === name;
  let at = 0;
  let next = 0;
  let afterStar = -1;
  let heldTo = 0;
  while (at < name.length) {
    const token = tokens[next];
    if (token === star) {
      next += 1;
      afterStar = next;
      heldTo = at;
    } else if (token !== undefined && fits(token, name.charCodeAt(at), ignoreCase, tally)) {
      next += 1;
      at += 1;
    } else {
      if (afterStar < 0) return false;
      heldTo += 1;
      at = heldTo;
      next = afterStar;
    }
  }
  const left = tokens.length - next;
  return left === 0 || (left === 1 && tokens[next] === star);
}

function fits(token: Token, code: number, ignoreCase: boolean, tally: Tally): boolean {
  tally.steps += stepsOf(token);
  if (typeof token === "number") return token === code || token === anyOne;
  if (!ignoreCase) return inBracket(token, [code]);
  return inBracket(token, [code, String.fromCharCode(code).toUpperCase().charCodeAt(0)]);
}
