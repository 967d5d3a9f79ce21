/** The test that lines are searched with. */
export interface LineMatcher {
  readonly matches: (line: string) => boolean;
  /** False when no line of the text can match, told without looking at each. */
  readonly mayMatch: (text: string) => boolean;
  /** False for an expression that may take time without end on some line. */
  readonly isQuick: boolean;
  /** Where it stands in a line, for a line that matches. Counted in UTF-16 units, the end excluded. */
  readonly spans: (line: string) => readonly Span[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export interface MatcherRequest {
  readonly pattern: string;
  readonly isRegExp: boolean;
  readonly ignoreCase: boolean;
}

export type PlannedMatcher =
  | { readonly kind: "matcher"; readonly matcher: LineMatcher }
  | { readonly kind: "invalid"; readonly why: string };

/** Reads what is searched for: a text as it is, or a regular expression of JavaScript. */
export function planMatcher({ pattern, isRegExp, ignoreCase }: MatcherRequest): PlannedMatcher {
  if (pattern === "" || /[\r\n]/.test(pattern)) {
    return { kind: "invalid", why: "a line is searched for: give a text that one line can hold" };
  }
  if (!isRegExp) return { kind: "matcher", matcher: textMatcher(pattern, ignoreCase) };
  const expression = readExpression(pattern, ignoreCase ? "i" : "");
  if (typeof expression === "string") return { kind: "invalid", why: expression };
  const matches = (line: string): boolean => expression.test(line);
  const isQuick = !mayRepeat.test(pattern);
  return {
    kind: "matcher",
    matcher: { matches, mayMatch: () => true, isQuick, spans: finder(expression) },
  };
}

/** Without repetition an expression looks at as many characters as it is long. */
const mayRepeat = /[*+?{\\]/;

function textMatcher(text: string, ignoreCase: boolean): LineMatcher {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  if (!ignoreCase) {
    const matches = (line: string): boolean => line.includes(text);
    return { matches, mayMatch: matches, isQuick: true, spans: finder(new RegExp(escaped, "u")) };
  }
  const expression = new RegExp(escaped, "iu");
  const matches = (line: string): boolean => expression.test(line);
  return { matches, mayMatch: matches, isQuick: true, spans: finder(expression) };
}

function finder(expression: RegExp): LineMatcher["spans"] {
  const all = new RegExp(expression, `${expression.flags}g`);
  return (line) =>
    Array.from(line.matchAll(all), ({ index, 0: { length } }) => ({
      from: index,
      to: index + length,
    })).filter(({ from, to }) => to > from);
}

/** Unicode syntax where the expression is valid in it, else the older one that forgives `\_`. */
function readExpression(pattern: string, flags: string): RegExp | string {
  let why = "";
  for (const mode of ["u", ""]) {
    try {
      return new RegExp(pattern, flags + mode);
    } catch (thrown) {
      if (!(thrown instanceof SyntaxError)) throw thrown;
      why = thrown.message.replace(/^Invalid regular expression: /, "");
    }
  }
  return `no regular expression: ${why}`;
}
