import type { Entry, EntryFile, Writer } from "../happenings/entry.ts";

/** A version, as the log of a project tells it. */
export interface LoggedVersion {
  readonly id: string;
  readonly path: string;
  readonly kind: EntryFile["kind"];
  readonly added: number | null;
  readonly removed: number | null;
  readonly cause: string;
  readonly prev: string | null;
  readonly operation: string | null;
  readonly turn: string | null;
  readonly author: Writer;
}

/** Versions that were recorded while an entry lasted, newest first. */
export interface LoggedWhile {
  readonly versions: readonly LoggedVersion[];
  /** False where there were too many to read. */
  readonly isAll: boolean;
}

/** The entry with all of its files that were read. */
export function withFiles(entry: Entry, { versions: logged, isAll }: LoggedWhile): Entry {
  const known = new Set(entry.paths.map(({ path }) => path));
  const others = logged.filter((one) => !known.has(one.path) && isOf(entry, one));
  const byPath = [...Map.groupBy(others, ({ path }) => path).values()];
  const paths = [...entry.paths, ...byPath.flatMap((versions) => fileOf(versions))];
  return { ...entry, paths, more_paths: isAll ? 0 : Math.max(1, entry.files - paths.length) };
}

/** True of a version that is part of the entry, and of nothing else of that time. */
function isOf({ kind, turn, operation, author }: Entry, one: LoggedVersion): boolean {
  if (kind === "turn") return one.turn === turn;
  if (kind === "operation") return one.operation === operation;
  if (kind === "baseline") return one.cause === "baseline";
  const isOther = one.turn !== null || one.operation !== null || one.cause === "baseline";
  const isSame = one.author.type === author?.type && one.author.name === author.name;
  // A mass change is whatever was written in that moment.
  return !isOther && (kind === "mass" || isSame);
}

/** One file of its versions, which come newest first. */
function fileOf(versions: readonly LoggedVersion[]): EntryFile[] {
  const [newest] = versions;
  const oldest = versions.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const { path, kind, id: version } = newest;
  const sum = (counts: readonly (number | null)[]) =>
    counts.every((n) => n === null) ? null : counts.reduce<number>((all, n) => all + (n ?? 0), 0);
  const added = sum(versions.map((one) => one.added));
  const removed = sum(versions.map((one) => one.removed));
  return [{ path, kind, version, before: oldest.prev, added, removed }];
}

/** Files of one part at most, and the room of their names. Unit of that: bytes in an address. */
const filesMax = 40;
const namesMax = 12_000;

/** Files in parts, each small enough for one question, which stands in an address. One part at least. */
export function partFiles(files: readonly EntryFile[]): (readonly EntryFile[])[] {
  const parts: EntryFile[][] = [[]];
  let room = 0;
  for (const file of files) {
    const size = encodeURIComponent(file.path.toWellFormed()).length;
    const last = parts.at(-1) ?? [];
    if (last.length > 0 && (last.length === filesMax || room + size > namesMax)) {
      parts.push([file]);
      room = size;
    } else {
      last.push(file);
      room += size;
    }
  }
  return parts;
}
