import { decodePath } from "../../base/path.ts";
import { limits } from "../../config/limits.ts";
import { bytesToText, carriageReturn, textToBytes } from "./byte-text.ts";

/** One line of an ignore file that is a pattern. */
export interface IgnoreRule {
  /** 1-based. */
  readonly line: number;
  /** As `git check-ignore -v` prints it: with `!` and the final `/`, without trailing spaces. */
  readonly pattern: string;
  /** `!`: what matches is not ignored. */
  readonly negative: boolean;
  /** A final `/`: only a directory matches. */
  readonly directoryOnly: boolean;
  /** No `/` but a final one: the pattern is compared with the last name of a path. */
  readonly nameOnly: boolean;
  /**
   * The pattern that is left to match, as byte text, without `!` and without the first and the
   * final `/`.
   */
  readonly body: string;
}

/**
 * The rules of an ignore file in its order, read as git reads it: a byte order mark and one CR
 * before each LF are dropped, a NUL ends its line, trailing spaces count only after a backslash.
 */
export function parseIgnoreFile(content: Uint8Array): IgnoreRule[] {
  const bom = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const text = bytesToText(bom ? content.subarray(3) : content);
  const rules: IgnoreRule[] = [];
  let line = 1;
  for (let at = 0; at <= text.length && rules.length <= limits.filter.rulesMax; line += 1) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const rule = parseIgnoreLine(text.slice(at, end), line);
    if (rule !== undefined) rules.push(rule);
    at = end + 1;
  }
  return rules;
}

/** The rule in one line given as byte text; `undefined` for a comment or a line that matches nothing. */
export function parseIgnoreLine(text: string, line: number): IgnoreRule | undefined {
  if (text.startsWith("#")) return undefined;
  const pattern = trimSpaces(dropLineEnd(text));
  const negative = pattern.startsWith("!");
  let body = negative ? pattern.slice(1) : pattern;
  const directoryOnly = body.endsWith("/");
  if (directoryOnly) body = body.slice(0, -1);
  const nameOnly = !body.includes("/");
  if (body.startsWith("/")) body = body.slice(1);
  if (isUnmatchable(body)) return undefined;
  return {
    line,
    pattern: decodePath(textToBytes(pattern)),
    negative,
    directoryOnly,
    nameOnly,
    body,
  };
}

function dropLineEnd(text: string): string {
  const end = text.indexOf("\0");
  if (end >= 0) return text.slice(0, end);
  return text.endsWith(carriageReturn) ? text.slice(0, -1) : text;
}

function trimSpaces(text: string): string {
  let end = 0;
  for (let i = 0; i < text.length; i += 1) {
    const quoted = text[i] === "\\";
    if (quoted) i += 1;
    if (i === text.length) return text;
    if (quoted || text[i] !== " ") end = i + 1;
  }
  return text.slice(0, end);
}

/** PATH_MAX of Linux. A longer line is no pattern anybody wrote, and is not worth compiling. */
const bytesMax = 4096;

/** True for what no path can look like: an empty name at either end, or a backslash before nothing. */
function isUnmatchable(body: string): boolean {
  if (body === "" || body.length > bytesMax) return true;
  return body.startsWith("/") || body.endsWith("/") || endsInBackslash(body);
}

/** True when the last character is a backslash that quotes nothing. */
export function endsInBackslash(body: string): boolean {
  let count = 0;
  while (body[body.length - 1 - count] === "\\") count += 1;
  return count % 2 === 1;
}
