/** A bracket expression of a pattern. It matches one character, never a `/`. */
export interface Bracket {
  readonly negated: boolean;
  /** First and last code of each range, ascending and apart from each other. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** A bracket expression and the place behind its `]`. */
interface Scanned {
  readonly bracket: Bracket;
  readonly end: number;
}

/**
 * Reads the bracket expression that begins at `pattern[start]` as git does; `undefined` when it has
 * no end or names a class that there is none of: such a pattern matches nothing.
 */
export function scanBracket(pattern: string, start: number): Scanned | undefined {
  const negated = pattern[start + 1] === "!" || pattern[start + 1] === "^";
  const members = new Members();
  let at = start + (negated ? 2 : 1);
  // The first member is read whatever it is: so `]` can be one.
  do {
    const next = members.read(pattern, at);
    if (next === undefined) return undefined;
    at = next;
  } while (pattern[at] !== "]");
  return { bracket: { negated, ranges: merge(members.ranges) }, end: at + 1 };
}

/** True when the bracket matches the character of this code. */
export function inBracket({ negated, ranges }: Bracket, codes: readonly number[]): boolean {
  const isMember = codes.some((code) =>
    ranges.some(([first, last]) => code >= first && code <= last),
  );
  return isMember !== negated;
}

class Members {
  readonly ranges: [number, number][] = [];
  /** The member from which a `-` can make a range. */
  #from: string | undefined;

  /** Takes what begins at `at`; the place behind it, `undefined` when the pattern ends in it. */
  read(pattern: string, at: number): number | undefined {
    const char = pattern[at];
    if (char === undefined) return undefined;
    const isRange = char === "-" && this.#from !== undefined && !isEnd(pattern[at + 1]);
    if (isRange) return this.#range(pattern, at + 1);
    if (char === "[" && pattern[at + 1] === ":") return this.#class(pattern, at);
    const quoted = char === "\\" ? 1 : 0;
    return this.#one(pattern[at + quoted], at + quoted + 1);
  }

  #one(char: string | undefined, next: number): number | undefined {
    if (char === undefined) return undefined;
    this.#add(char, char);
    this.#from = char;
    return next;
  }

  #range(pattern: string, at: number): number | undefined {
    const quoted = pattern[at] === "\\" ? 1 : 0;
    const last = pattern[at + quoted];
    if (last === undefined) return undefined;
    this.#add(this.#from ?? last, last);
    this.#from = undefined;
    return at + quoted + 1;
  }

  #class(pattern: string, at: number): number | undefined {
    const end = pattern.indexOf("]", at + 2);
    if (end < 0) return undefined;
    // Without its `:]` the `[` is a member like any other.
    if (end === at + 2 || pattern[end - 1] !== ":") return this.#one("[", at + 1);
    const name = pattern.slice(at + 2, end - 1);
    const spans = Object.hasOwn(classes, name) ? classes[name] : undefined;
    if (spans === undefined) return undefined;
    for (const span of spans.split(" ")) {
      const [first = 0, last = first] = span.split("-").map((code) => Number.parseInt(code, 16));
      this.ranges.push([first, last]);
    }
    this.#from = undefined;
    return end + 1;
  }

  /** A range that ends before it begins has no members; its first one was added before. */
  #add(first: string, last: string): void {
    const range: [number, number] = [first.charCodeAt(0), last.charCodeAt(0)];
    if (range[0] <= range[1]) this.ranges.push(range);
  }
}

/** Codes in hexadecimal: what git, not the C library, takes for members of a class. */
const classes: Readonly<Record<string, string>> = {
  alnum: "30-39 41-5a 61-7a",
  alpha: "41-5a 61-7a",
  blank: "9 20",
  cntrl: "0-1f 7f",
  digit: "30-39",
  graph: "21-7e",
  lower: "61-7a",
  print: "20-7e",
  punct: "21-2f 3a-40 5b-60 7b-7e",
  space: "9-a d 20",
  upper: "41-5a",
  xdigit: "30-39 41-46 61-66",
};

function isEnd(char: string | undefined): boolean {
  return char === undefined || char === "]";
}

function merge(ranges: [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before === undefined || first > before[1] + 1) merged.push([first, last]);
    else before[1] = Math.max(before[1], last);
  }
  return merged;
}
