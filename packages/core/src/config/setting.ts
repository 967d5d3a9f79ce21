import { parseDuration, renderDuration } from "../time/duration.ts";
import { parseSize, renderSize } from "../time/size.ts";
import { limits } from "./limits.ts";

/** One setting. Its row says all of this and nothing else does. */
export interface Setting<T> {
  readonly type: "size" | "count" | "duration" | "flag" | "choice" | "names" | "patterns" | "text";
  readonly default: T;
  /** The values that may be given, with unit and limits, to follow "expects". */
  readonly accepts: string;
  /** The setting's purpose, for the person who sets it. Full sentences, one a line. */
  readonly why: readonly string[];
  /** The value a TOML file gives; `undefined` when it is of another type or out of range. */
  readonly read: (raw: unknown) => T | undefined;
  /** The value a person types as one word. */
  readonly readText: (text: string) => T | undefined;
  /** The word that `readText` reads. */
  readonly renderText: (value: T) => string;
  /** The TOML value that `read` reads. */
  readonly renderToml: (value: T) => string;
}

interface Row<T> {
  readonly default: T;
  readonly why: readonly string[];
}

/** A number of bytes from `min` to `max`, as `"2MiB"` or a plain integer. */
export function size(
  row: Row<number> & { readonly min: number; readonly max: number },
): Setting<number> {
  const within = (bytes: number | undefined): number | undefined =>
    bytes !== undefined && bytes >= row.min && bytes <= row.max ? bytes : undefined;
  return {
    type: "size",
    default: row.default,
    why: row.why,
    accepts: `a size from ${renderSize(row.min)} to ${renderSize(row.max)}`,
    read: (raw) => {
      if (typeof raw === "string") return within(parseSize(raw));
      return typeof raw === "number" && Number.isInteger(raw) ? within(raw) : undefined;
    },
    readText: (text) => within(parseSize(text)),
    renderText: renderSize,
    renderToml: (bytes) => JSON.stringify(renderSize(bytes)),
  };
}

/** A whole number from `min` to `max`. */
export function count(
  row: Row<number> & { readonly min: number; readonly max: number },
): Setting<number> {
  const within = (value: unknown): number | undefined =>
    typeof value === "number" && Number.isInteger(value) && value >= row.min && value <= row.max
      ? value
      : undefined;
  return {
    type: "count",
    default: row.default,
    why: row.why,
    accepts: `a whole number from ${row.min} to ${row.max}`,
    read: within,
    readText: (text) => (/^[0-9]+$/.test(text) ? within(Number(text)) : undefined),
    renderText: String,
    renderToml: String,
  };
}

/** A length of time from `min` to `max` ms, as `"7d"`; `forever` is without end. */
export function duration(
  row: Row<number> & { readonly min: number; readonly max: number; readonly forever?: boolean },
): Setting<number> {
  const within = (ms: number): boolean => ms >= row.min && ms <= row.max;
  const read = (raw: unknown): number | undefined => {
    if (raw === "forever") return row.forever === true ? Number.POSITIVE_INFINITY : undefined;
    const parsed = typeof raw === "string" ? parseDuration(raw) : undefined;
    if (parsed?.kind !== "duration" || parsed.duration.months > 0) return undefined;
    return within(parsed.duration.ms) ? parsed.duration.ms : undefined;
  };
  const render = (ms: number) => (ms === Number.POSITIVE_INFINITY ? "forever" : renderDuration(ms));
  const orForever = row.forever === true ? ", or forever" : "";
  return {
    type: "duration",
    default: row.default,
    why: row.why,
    accepts: `a length of time from ${render(row.min)} to ${render(row.max)}${orForever}`,
    read,
    readText: read,
    renderText: render,
    renderToml: (ms) => JSON.stringify(render(ms)),
  };
}

/** True or false. */
export function flag(row: Row<boolean>): Setting<boolean> {
  return {
    type: "flag",
    default: row.default,
    why: row.why,
    accepts: "true or false",
    read: (raw) => (typeof raw === "boolean" ? raw : undefined),
    readText: (text) => (text === "true" ? true : text === "false" ? false : undefined),
    renderText: String,
    renderToml: String,
  };
}

/** One of a few words. */
export function choice<const Word extends string>(
  row: Row<Word> & { readonly words: readonly Word[] },
): Setting<Word> {
  const read = (raw: unknown): Word | undefined => row.words.find((word) => word === raw);
  return {
    type: "choice",
    default: row.default,
    why: row.why,
    accepts: `one of ${row.words.join(", ")}`,
    read,
    readText: read,
    renderText: String,
    renderToml: (word) => JSON.stringify(word),
  };
}

/** Names without `/`; on the command line separated by commas. `tidy` makes spellings equal. */
export function names(
  row: Row<readonly string[]> & { readonly tidy: (name: string) => string },
): Setting<readonly string[]> {
  const read = (raw: unknown): readonly string[] | undefined => {
    if (!Array.isArray(raw) || raw.length > limits.config.namesMax) return undefined;
    const tidied = raw.map((name: unknown) => (typeof name === "string" ? row.tidy(name) : ""));
    return tidied.every(isName) ? [...new Set(tidied)] : undefined;
  };
  return {
    type: "names",
    default: row.default,
    why: row.why,
    accepts: "a list of names without slash or comma",
    read,
    readText: (text) => read(text === "" ? [] : text.split(",").map((name) => name.trim())),
    renderText: (list) => list.join(","),
    renderToml: (list) => `[${list.map((name) => JSON.stringify(name)).join(", ")}]`,
  };
}

/** Patterns in the syntax of ignore files, without `!`; on the command line separated by commas. */
export function patterns(row: Row<readonly string[]>): Setting<readonly string[]> {
  const read = (raw: unknown): readonly string[] | undefined => {
    if (!Array.isArray(raw) || raw.length > limits.config.namesMax) return undefined;
    return raw.every(isPattern) ? [...new Set(raw)] : undefined;
  };
  return {
    type: "patterns",
    default: row.default,
    why: row.why,
    accepts: "a list of patterns as in .gitignore, without ! and comma",
    read,
    readText: (text) => read(text === "" ? [] : text.split(",").map((one) => one.trim())),
    renderText: (list) => list.join(","),
    renderToml: (list) => `[${list.map((one) => JSON.stringify(one)).join(", ")}]`,
  };
}

/** One line of text. */
export function text(row: Row<string>): Setting<string> {
  const read = (raw: unknown): string | undefined =>
    typeof raw === "string" && raw.length <= 4 * limits.config.nameCharsMax && isPlain(raw)
      ? raw
      : undefined;
  return {
    type: "text",
    default: row.default,
    why: row.why,
    accepts: "one line of text",
    read,
    readText: read,
    renderText: String,
    renderToml: (line) => JSON.stringify(line),
  };
}

function isName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= limits.config.nameCharsMax &&
    !/[/,]/.test(name) &&
    isPlain(name)
  );
}

function isPattern(raw: unknown): raw is string {
  if (typeof raw !== "string" || raw.length > limits.config.nameCharsMax) return false;
  return !/^[!#]|,/.test(raw) && raw.trim() === raw && /[^/]/.test(raw) && isPlain(raw);
}

/** No control characters and well-formed: then JSON's quoting is TOML's, too. */
function isPlain(line: string): boolean {
  return line.isWellFormed() && !/\p{Cc}/u.test(line);
}
