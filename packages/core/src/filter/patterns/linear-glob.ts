import { matchName, type Tally } from "./match-name.ts";
import { type NamePattern, parseNames } from "./name-pattern.ts";

// As one regular expression a pattern with several wildcards tries every way to lay a path over
// them: with two `**` and a path of 200 names that takes a minute. Between two globstars, though, a
// pattern names a fixed number of directories. So its pieces are sought one after the other, each
// as early as it fits, and no place is tried twice.

const unmeasured: Tally = { steps: 0 };

/** PATH_MAX and NAME_MAX of Linux, each with one character behind the last. */
const longestPath = 4096;
const longestName = 256;

/** A pattern whose matching takes at most so many steps for each character of a path. */
export class LinearGlob {
  /** Names at the start, before the first globstar; all of a pattern without one. */
  readonly #head: readonly NamePattern[];
  /** Names between two globstars. */
  readonly #pieces: readonly (readonly NamePattern[])[];
  /** Names at the end, after the last globstar; `undefined` for a pattern without one. */
  readonly #tail: readonly NamePattern[] | undefined;
  /** The fewest names of a path that can match. */
  readonly #namesMin: number;
  readonly #ignoreCase: boolean;

  /** `pattern`: a leading `/` binds it to the whole path, else it meets one name. */
  constructor(pattern: string, { ignoreCase }: { readonly ignoreCase: boolean }) {
    this.#ignoreCase = ignoreCase;
    const isPath = pattern.startsWith("/");
    const names = parseNames(isPath ? pattern.slice(1) : pattern, ignoreCase);
    const parts = names === undefined || !isPath ? [names ?? []] : splitAtGlobstars(names);
    this.#head = parts[0] ?? [];
    this.#tail = parts.length > 1 ? parts.at(-1) : undefined;
    this.#pieces = parts.slice(1, -1).filter((piece) => piece.length > 0);
    const count = parts.reduce((sum, part) => sum + part.length, 0);
    this.#namesMin = names === undefined ? Number.POSITIVE_INFINITY : count;
  }

  /** `names`: of the path, in small letters where letter case does not count. */
  matches(names: readonly string[], tally: Tally = unmeasured): boolean {
    if (names.length < this.#namesMin) return false;
    if (this.#tail === undefined && names.length !== this.#head.length) return false;
    if (!this.#fits(this.#head, names, 0, tally)) return false;
    if (this.#tail === undefined) return true;
    const end = names.length - this.#tail.length;
    if (!this.#fits(this.#tail, names, end, tally)) return false;
    let from = this.#head.length;
    for (const piece of this.#pieces) {
      const at = this.#find(piece, names, from, end - piece.length, tally);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return true;
  }

  /** False when a path can be laid over it in more than one way. */
  get isOrdinary(): boolean {
    return this.#tail === undefined && this.#head.every(({ stars }) => stars <= 1);
  }

  /** The most steps that a path takes which the system can name as a whole. */
  get stepsMax(): number {
    const bound = [this.#head, this.#tail ?? []].flat();
    return (
      bound.reduce((sum, { steps }) => sum + (steps + 1) * longestName, 0) +
      this.#pieces.flat().reduce((sum, { steps }) => sum + (steps + 1) * longestPath, 0)
    );
  }

  /** Where the piece matches first, from `first` up to and including `latest`; -1 for nowhere. */
  #find(
    piece: readonly NamePattern[],
    names: readonly string[],
    first: number,
    latest: number,
    tally: Tally,
  ): number {
    for (let at = first; at <= latest; at += 1) {
      if (this.#fits(piece, names, at, tally)) return at;
    }
    return -1;
  }

  #fits(
    piece: readonly NamePattern[],
    names: readonly string[],
    at: number,
    tally: Tally,
  ): boolean {
    for (let index = 0; index < piece.length; index += 1) {
      const pattern = piece[index];
      const name = names[at + index];
      if (pattern === undefined || name === undefined) return false;
      if (!matchName(pattern, name, this.#ignoreCase, tally)) return false;
    }
    return true;
  }
}

/** Names before, between and after the globstars. At the end one means at least one name. */
function splitAtGlobstars(names: readonly NamePattern[]): NamePattern[][] {
  const parts: NamePattern[][] = [[]];
  for (const name of names) {
    if (name.isGlobstar) parts.push([]);
    else parts.at(-1)?.push(name);
  }
  const last = names.at(-1);
  if (last?.isGlobstar) parts.at(-1)?.push(last);
  return parts;
}
