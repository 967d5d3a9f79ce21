import { PathMatcher } from "./path-matcher.ts";

// The package turns a pattern into one regular expression. With three or more `/**/` its time grows
// with that power of a path's depth: one line of a hostile ignore file stops the program for
// minutes. Between two globstars a pattern names a fixed number of directories, though, so its
// pieces can be sought one after the other, each as early as it fits.

/** More globstars than this in one pattern are matched piece by piece. */
const globstarsAtOnce = 2;

const globstar = /(?:^|\/)\*{2,}(?=\/|$)/g;

/** True for a pattern that `GlobstarChain` should match. */
export function isGlobstarChain(pattern: string): boolean {
  return (pattern.match(globstar)?.length ?? 0) > globstarsAtOnce;
}

/** A pattern with many globstars. */
export class GlobstarChain {
  /** What must stand at the start, then what must follow in this order, the last one at the end. */
  readonly #pieces: readonly Piece[];
  /** False when the pattern begins with a globstar, so nothing must stand at the start. */
  readonly #bound: boolean;

  /** `pattern`: with a leading `/`. */
  constructor(pattern: string, options: { readonly ignoreCase: boolean }) {
    // At the end a globstar is anything below: any directories and one name.
    const texts = pattern.replace(/\/\*{2,}$/, "/**/*").split(globstar);
    this.#bound = texts[0] !== "";
    this.#pieces = hasSlashInBrackets(pattern)
      ? []
      : texts.filter((text) => text !== "").map((text) => pieceOf(text, options));
  }

  matches(path: string): boolean {
    const names = path.split("/");
    const last = this.#pieces.length - 1;
    let from = 0;
    for (const [index, piece] of this.#pieces.entries()) {
      const latest = names.length - piece.length;
      const first = index === last ? Math.max(from, latest) : from;
      const at = placeOf(piece, names, first, index === 0 && this.#bound ? 0 : latest);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return last >= 0;
  }
}

interface Piece {
  /** How many names it matches. */
  readonly length: number;
  readonly matcher: PathMatcher;
}

function pieceOf(text: string, options: { readonly ignoreCase: boolean }): Piece {
  return { length: text.split("/").length - 1, matcher: new PathMatcher([text], options) };
}

/** Where the piece matches first, from `first` up to and including `latest`; -1 for nowhere. */
function placeOf(piece: Piece, names: readonly string[], first: number, latest: number): number {
  for (let at = first; at <= latest; at += 1) {
    if (piece.matcher.matches(names.slice(at, at + piece.length).join("/"))) return at;
  }
  return -1;
}

/** Such a bracket hides how many names a piece matches; the whole pattern then matches nothing. */
function hasSlashInBrackets(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, "");
  return bare.split("]").some((part) => {
    const bracket = part.indexOf("[");
    return bracket >= 0 && part.includes("/", bracket);
  });
}
