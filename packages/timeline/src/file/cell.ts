import {
  type BlobId,
  parseBlobId,
  pathFromColumn,
  type RelPath,
  type SnapshotId,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import { repairHint } from "./failure.ts";

// Values from the file are outside input: it may have been edited, or damaged in a way SQLite
// does not notice. Every value is checked here, once, and is trusted from here on.

export function parseId(value: unknown): SnapshotId {
  if (typeof value !== "number" || !(value > 0)) throw nonsense("id", value);
  return value as SnapshotId;
}

export function parseHash(value: unknown): BlobId {
  const hash = typeof value === "string" ? parseBlobId(value) : undefined;
  if (hash === undefined) throw nonsense("content_hash", value);
  return hash;
}

/** Reads what `timestampColumn` writes; ten times as fast as `Date.parse`, which matters per row. */
export function parseTime(value: unknown): WallMs {
  if (typeof value !== "string" || !hasTimeShape(value)) throw nonsense("timestamp", value);
  const year = twoDigits(value, 0) * 100 + twoDigits(value, 2);
  const ms = twoDigits(value, 20) * 10 + digit(value, 22);
  const at = Date.UTC(
    year,
    twoDigits(value, 5) - 1,
    twoDigits(value, 8),
    twoDigits(value, 11),
    twoDigits(value, 14),
    twoDigits(value, 17),
    ms,
  );
  if (Number.isNaN(at)) throw nonsense("timestamp", value);
  return at as WallMs;
}

/** Reads what `stampColumn` writes. */
export function parseStamp(value: unknown): WallMs {
  return parseCount(value, "timestamp") as WallMs;
}

/** Reads a word that a column holds as its number in the list. */
export function parseWord<T extends string>(
  value: unknown,
  words: readonly T[],
  column: string,
): T {
  const word = typeof value === "number" ? words[value] : undefined;
  if (word === undefined) throw nonsense(column, value);
  return word;
}

/** A whole number from 0 up. */
export function parseCount(value: unknown, column: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw nonsense(column, value);
  }
  return value;
}

export function parseText(value: unknown, column: string): string {
  if (typeof value !== "string") throw nonsense(column, value);
  return value;
}

export function parseBytes(value: unknown, column: string): Uint8Array {
  if (!(value instanceof Uint8Array)) throw nonsense(column, value);
  return value;
}

// An empty name, `.`, `..`, a leading or trailing slash: a path that could lead out of the root.
const notRelative = /(?:^|\/)\.{0,2}(?:\/|$)/;

export function parsePath(value: unknown): RelPath {
  if (typeof value !== "string") throw nonsense("file_path", value);
  const path = pathFromColumn(value);
  // Most paths have nothing that asks for the slow check.
  const suspicious =
    path === "" ||
    path.startsWith("/") ||
    path.endsWith("/") ||
    path.includes("//") ||
    path.startsWith(".") ||
    path.includes("/.");
  if ((suspicious && notRelative.test(path)) || path.includes("\0")) {
    throw nonsense("file_path", value);
  }
  return path;
}

export function parseFlag(value: unknown, column: string): boolean {
  if (value !== 0 && value !== 1) throw nonsense(column, value);
  return value === 1;
}

export function parseBigint(value: unknown): bigint {
  if (typeof value !== "bigint") throw nonsense("heads", value);
  return value;
}

export function parseUnsigned(value: unknown): bigint {
  const signed = parseBigint(value);
  return signed < 0n ? BigInt.asUintN(64, signed) : signed;
}

export function parseWords(value: unknown): readonly string[] {
  const words = parseJson(parseText(value, "argv"), "argv");
  if (!Array.isArray(words)) throw nonsense("argv", value);
  return words.map((word) => parseText(word, "argv"));
}

export function parseJson(text: string, column: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) throw nonsense(column, text);
    throw thrown;
  }
}

export function oneOf<T extends string>(
  value: unknown,
  allowed: ReadonlySet<unknown>,
  column: string,
): T {
  if (!allowed.has(value)) throw nonsense(column, value);
  return value as T;
}

export function nonsense(column: string, value: unknown): UnfError {
  const shown = JSON.stringify(typeof value === "bigint" ? String(value) : value);
  return new UnfError("store_damaged", `a timeline holds ${shown} as ${column}`, {
    hint: repairHint,
  });
}

function hasTimeShape(text: string): boolean {
  return (
    text.length === 24 &&
    text[4] === "-" &&
    text[7] === "-" &&
    text[10] === "T" &&
    text[13] === ":" &&
    text[16] === ":" &&
    text[19] === "." &&
    text[23] === "Z"
  );
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

/** NaN for anything else, which every sum with it keeps. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
