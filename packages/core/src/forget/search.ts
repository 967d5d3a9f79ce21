import { type BlobId, type ProjectId, parseBlobId, type WallMs } from "../base/brand.ts";
import { isObject, parseJson } from "../base/json.ts";
import { formatUtc, parseUtc } from "../time/utc.ts";
import type { NeedlePrint } from "./prints.ts";

/**
 * The search through all files of the home that ends the orders of one project. It is written down
 * before anything is deleted, because what to look for goes with the contents, and stays until nothing
 * was found, or a person has read what was.
 */
export interface ForgetSearch {
  readonly project: ProjectId;
  readonly at: WallMs;
  /** `due`: to be made, once no order of the project is pending. */
  readonly state: "due" | "found";
  readonly prints: readonly NeedlePrint[];
  /** Contents that the store must not give any more. */
  readonly hashes: readonly BlobId[];
  /** Files of the home, and contents, where it was found; empty while it is due for the first time. */
  readonly found: readonly string[];
  readonly unread: readonly string[];
}

const format = 1;

export function encodeSearches(searches: readonly ForgetSearch[]): string {
  const rows = searches.map(({ at, prints, ...rest }) => ({
    ...rest,
    at: formatUtc(at),
    prints: prints.map(({ bytes, start, digest }) => [bytes, start, digest]),
  }));
  return `${JSON.stringify({ format, searches: rows })}\n`;
}

/** `undefined` for a text that is none, or of a later format. */
export function parseSearches(text: string): ForgetSearch[] | undefined {
  const document = parseObject(text);
  if (document === undefined || document.format !== format) return undefined;
  const rows = Array.isArray(document.searches) ? document.searches.map(parseSearch) : [undefined];
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

function parseSearch(row: unknown): ForgetSearch | undefined {
  if (!isObject(row)) return undefined;
  const { project, state } = row;
  const at = typeof row.at === "string" ? parseUtc(row.at) : undefined;
  const prints = listOf(row.prints, parsePrint);
  const hashes = listOf(row.hashes, parseHash);
  const found = listOf(row.found, parseText);
  const unread = listOf(row.unread, parseText);
  if (typeof project !== "string" || !/^[0-9a-f]{16}$/.test(project)) return undefined;
  if (state !== "due" && state !== "found") return undefined;
  if (at === undefined || prints === undefined || hashes === undefined) return undefined;
  if (found === undefined || unread === undefined) return undefined;
  return { project: project as ProjectId, at, state, prints, hashes, found, unread };
}

function parsePrint(value: unknown): NeedlePrint | undefined {
  if (!Array.isArray(value)) return undefined;
  const [bytes, start, digest] = value.map((one: unknown) => one);
  const hash = parseHash(digest);
  if (!Number.isSafeInteger(bytes) || !Number.isSafeInteger(start)) return undefined;
  return hash === undefined
    ? undefined
    : { bytes: bytes as number, start: start as number, digest: hash };
}

function parseHash(value: unknown): BlobId | undefined {
  return typeof value === "string" ? parseBlobId(value) : undefined;
}

function parseText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function listOf<T>(value: unknown, parse: (one: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: T[] = [];
  for (const one of value) {
    const parsed = parse(one);
    if (parsed === undefined) return undefined;
    list.push(parsed);
  }
  return list;
}
