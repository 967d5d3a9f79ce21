import { type Bracket, scanBracket } from "./bracket.ts";

/** One name of a pattern, between two `/`: characters, `?`, brackets and `*`. */
export interface NamePattern {
  /** How many `*` it is written with. */
  readonly stars: number;
  /** Two or more `*` and nothing else: any number of names. */
  readonly isGlobstar: boolean;
  /** All of it, when it has no wildcards. */
  readonly literal: string | undefined;
  /** Never two `star` in a row. */
  readonly tokens: readonly Token[];
  /** The most steps that a character of a name takes. */
  readonly steps: number;
}

/** A character's code, or what stands for characters. */
export type Token = number | Bracket;

/** Any characters, and any one. */
export const star = -1;
export const anyOne = -2;

/** The names of a path pattern, without a leading `/`; `undefined` when it matches nothing. */
export function parseNames(pattern: string, ignoreCase: boolean): NamePattern[] | undefined {
  const names: NamePattern[] = [];
  let tokens: Token[] = [];
  for (let at = 0; at < pattern.length; ) {
    if (pattern[at] === "/") {
      names.push(nameOf(tokens));
      tokens = [];
      at += 1;
      continue;
    }
    const read = readToken(pattern, at, ignoreCase);
    if (read === undefined) return undefined;
    tokens.push(read.token);
    at = read.end;
  }
  names.push(nameOf(tokens));
  return names;
}

/** The steps of comparing a character with a token. */
export function stepsOf(token: Token): number {
  return typeof token === "number" ? 1 : 1 + 2 * token.ranges.length;
}

function readToken(
  pattern: string,
  at: number,
  ignoreCase: boolean,
): { readonly token: Token; readonly end: number } | undefined {
  const char = pattern[at];
  if (char === "*") return { token: star, end: at + 1 };
  if (char === "?") return { token: anyOne, end: at + 1 };
  if (char === "[") {
    const scanned = scanBracket(pattern, at);
    return scanned === undefined ? undefined : { token: scanned.bracket, end: scanned.end };
  }
  const place = char === "\\" ? at + 1 : at;
  const plain = pattern[place] ?? "";
  return { token: (ignoreCase ? plain.toLowerCase() : plain).charCodeAt(0), end: place + 1 };
}

function nameOf(read: readonly Token[]): NamePattern {
  const tokens = read.filter((token, at) => token !== star || read[at - 1] !== star);
  const stars = read.filter((token) => token === star).length;
  const codes = tokens.filter((token) => typeof token === "number" && token >= 0) as number[];
  return {
    stars,
    isGlobstar: stars > 1 && tokens.length === 1,
    literal: codes.length < tokens.length ? undefined : codes.map(charOf).join(""),
    tokens,
    steps: tokens.reduce((sum: number, token) => sum + stepsOf(token), 0),
  };
}

function charOf(code: number): string {
  return String.fromCharCode(code);
}
