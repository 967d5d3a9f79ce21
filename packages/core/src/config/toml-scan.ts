/** A table header or an entry of a TOML text, with where it stands. Offsets count UTF-16 units. */
export interface TomlStatement {
  readonly kind: "table" | "table_array" | "entry";
  /** Full path: of an entry, the path of its table first. */
  readonly path: readonly string[];
  /** True for an entry before the first header. */
  readonly top: boolean;
  /** Where its first line begins, and where the line after its last one does. */
  readonly start: number;
  readonly end: number;
  /** An entry's value, without white space and comment around it; empty for a header. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/**
 * Finds the statements of a TOML text, in order. It knows where each ends, not whether each is
 * valid. `undefined` where the text cannot be TOML.
 */
export function scanToml(text: string): readonly TomlStatement[] | undefined {
  const statements: TomlStatement[] = [];
  let table: readonly string[] | undefined;
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const start = at;
    const first = skipBlanks(text, at);
    if (endsStatement(text, first)) {
      at = skipLine(text, first);
      continue;
    }
    const found = text[first] === "[" ? scanHeader(text, first) : scanEntry(text, first);
    if (found === undefined) return undefined;
    const top = found.kind === "entry" && table === undefined;
    const path = found.kind === "entry" ? [...(table ?? []), ...found.path] : found.path;
    if (found.kind !== "entry") table = path;
    at = skipLine(text, found.valueEnd);
    statements.push({ ...found, path, top, start, end: at });
  }
  return statements;
}

type Found = Pick<TomlStatement, "kind" | "path" | "valueStart" | "valueEnd">;

function scanHeader(text: string, open: number): Found | undefined {
  const brackets = text.startsWith("[[", open) ? 2 : 1;
  const key = scanKey(text, open + brackets);
  if (key === undefined || !text.startsWith("]".repeat(brackets), key.end)) return undefined;
  const end = key.end + brackets;
  if (!endsStatement(text, end)) return undefined;
  const kind = brackets === 2 ? "table_array" : "table";
  return { kind, path: key.path, valueStart: end, valueEnd: end };
}

function scanEntry(text: string, start: number): Found | undefined {
  const key = scanKey(text, start);
  if (key === undefined || text[key.end] !== "=") return undefined;
  const valueStart = skipBlanks(text, key.end + 1);
  const valueEnd = skipValue(text, valueStart);
  if (valueEnd === undefined) return undefined;
  if (!endsStatement(text, valueEnd)) return undefined;
  return { kind: "entry", path: key.path, valueStart, valueEnd };
}

/** Reads `a.b."c"` and the blanks after it. */
function scanKey(
  text: string,
  start: number,
): { readonly path: string[]; readonly end: number } | undefined {
  const path: string[] = [];
  let at = start;
  for (;;) {
    at = skipBlanks(text, at);
    keyPart.lastIndex = at;
    const match = keyPart.exec(text);
    const name = match === null ? undefined : unquote(match[0]);
    if (name === undefined) return undefined;
    path.push(name);
    at = skipBlanks(text, keyPart.lastIndex);
    if (text[at] !== ".") return { path, end: at };
    at += 1;
  }
}

const keyPart = /[A-Za-z0-9_-]+|"(?:[^"\\\r\n]|\\[^\r\n])*"|'[^'\r\n]*'/y;

function unquote(part: string): string | undefined {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (!part.startsWith('"')) return part;
  if (!part.includes("\\")) return part.slice(1, -1);
  try {
    const name: unknown = JSON.parse(part);
    return typeof name === "string" ? name : undefined;
  } catch (thrown) {
    // An escape that JSON does not have. Rare enough in a key to leave the file to its author.
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** Where the value that begins at `start` ends. Arrays and inline tables may span lines. */
function skipValue(text: string, start: number): number | undefined {
  let depth = 0;
  let at = start;
  do {
    if (depth > 0) at = skipSpace(text, at);
    const step = depthStep(text[at], depth);
    const end = step === undefined ? skipScalar(text, at) : at + 1;
    if (end === undefined) return undefined;
    depth += step ?? 0;
    at = end;
  } while (depth > 0);
  return at;
}

/** Change of the nesting by a character of structure; `undefined` for one that begins a scalar. */
function depthStep(char: string | undefined, depth: number): number | undefined {
  if (char === "[" || char === "{") return 1;
  if (depth === 0) return undefined;
  if (char === "]" || char === "}") return -1;
  return char === "," || char === "=" ? 0 : undefined;
}

/** Strings of all four kinds, and bare words such as numbers and dates. */
function skipScalar(text: string, at: number): number | undefined {
  for (const shape of strings) {
    shape.lastIndex = at;
    if (shape.test(text)) return shape.lastIndex;
  }
  bareWord.lastIndex = at;
  const match = bareWord.exec(text);
  const length = match?.[0].trimEnd().length ?? 0;
  return length === 0 ? undefined : at + length;
}

const strings = [
  /"""(?:[^"\\]|\\[\s\S]|"(?!""))*"{3,5}/y,
  /'''(?:[^']|'(?!''))*'{3,5}/y,
  /"(?!"")(?:[^"\\\r\n]|\\[^\r\n])*"/y,
  /'(?!'')[^'\r\n]*'/y,
] as const;
/** A date may hold a blank. */
const bareWord = /[\w+.: -]+/y;

/** True when nothing but a comment follows on the line. */
function endsStatement(text: string, at: number): boolean {
  const next = skipBlanks(text, at);
  return isLineEnd(text, next) || text[next] === "#";
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

/** Blanks, line ends and comments. */
function skipSpace(text: string, start: number): number {
  let at = skipBlanks(text, start);
  while (at < text.length && (isLineEnd(text, at) || text[at] === "#")) {
    at = skipBlanks(text, skipLine(text, at));
  }
  return at;
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text[at] === "\n" || text.startsWith("\r\n", at);
}

/** Where the next line begins. */
function skipLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}
