import { baseName } from "../base/path.ts";
import {
  assignment,
  isNoSecret,
  keyBlockBegin,
  keyBlockEnd,
  keyBlockLine,
  keyBlockPart,
  keyPatterns,
} from "./patterns.ts";
import type { SecretMarks } from "./secret-marks.ts";

/** Shows the line at an index of the lines it was made for, with its secrets masked. */
export type Mask = (index: number) => string;

/**
 * `all`: also values beside names such as `password`, which in the source of a program is a guess.
 * `certain`: only what is hardly ever anything else, for where people read code.
 */
export type MaskDegree = "all" | "certain";

/**
 * Masks what looks like a secret in the lines of a file: keys of known shape, private keys, values
 * beside names such as `password`, and in `.env` files every value. For the eyes only: contents are
 * recorded and restored as they are. `lines`: of the whole content, or of a part of it. `marks`: tell one
 * secret from another.
 */
export function planMask(
  path: string,
  lines: readonly string[],
  degree: MaskDegree = "all",
  marks?: SecretMarks,
): Mask {
  const isEnv = isEnvFile(path);
  const masked: Masked = (name, secret) => `[masked:${name}${marks?.of(secret) ?? ""}]`;
  let blocks: ReadonlySet<number> | undefined;
  return (index) => {
    blocks ??= findKeyBlocks(lines);
    const line = lines[index] ?? "";
    if (blocks.has(index) || keyBlockLine.test(line)) return masked("private-key", line.trim());
    const shown = maskShapes(isEnv ? maskEnv(line, masked) : line, masked);
    return degree === "all" ? maskAssignments(shown, masked) : shown;
  };
}

/** True for a file of which every value is masked, by its name. */
export function isEnvFile(path: string): boolean {
  return baseName(path).startsWith(".env");
}

/** The text in the place of a secret. */
type Masked = (name: string, secret: string) => string;

/**
 * The lines inside of private keys, without those that begin and end them. A beginning without an end,
 * and an end without a beginning, is a program that speaks of keys, or a key of which these lines show
 * a part: then what lies next to it and can be nothing but key is one.
 */
function findKeyBlocks(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const begins = keyBlockBegin.test(line);
    const ends = keyBlockEnd.test(line);
    if (begins === ends) continue;
    const length = begins ? findEnd(lines, index) : 0;
    for (let step = 1; step <= length; step += 1) found.add(index + step);
    if (length > 0) continue;
    const direction = begins ? 1 : -1;
    for (let at = index + direction; keyBlockPart.test(lines[at] ?? ""); at += direction) {
      found.add(at);
    }
  }
  return found;
}

/** Lines between a beginning and its end; below 1 where there are none. */
function findEnd(lines: readonly string[], begin: number): number {
  const rest = lines.slice(begin + 1, begin + 1 + keyLinesMax);
  return rest.findIndex((one) => keyBlockEnd.test(one));
}

/** A key of 16,384 bits has 200. */
const keyLinesMax = 300;

/**
 * Masks values in a line of an env file: all that is no comment, blank, or name before a `=` is a
 * value, or goes on with one.
 */
function maskEnv(line: string, masked: Masked): string {
  const [, name, value] = /^(\s*(?:#+\s*)?(?:export\s+)?[\w.-]+\s*=)(.*)$/s.exec(line) ?? [];
  if (name !== undefined && value !== undefined)
    return value.trim() === "" ? line : name + masked("env", value.trim());
  return line.trim() === "" || /^\s*#/.test(line) ? line : masked("env", line.trim());
}

function maskShapes(line: string, masked: Masked): string {
  return keyPatterns().reduce(
    (shown, { name, pattern }) => shown.replace(pattern, (secret) => masked(name, secret)),
    line,
  );
}

function maskAssignments(line: string, masked: Masked): string {
  return line.replace(assignment(), (whole, name: string, value: string, call: string) => {
    if (value.startsWith("[masked:") || isNoSecret(value, call !== "")) return whole;
    const quote = /^["'`]/.exec(value)?.[0] ?? "";
    return `${name}${quote}${masked("value", quote === "" ? value : value.slice(1, -1))}${quote}${call}`;
  });
}
