import type { RelPath } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import type { AuthorFilter } from "@unf/core/timeline";
import type { Cell, Connection } from "../file/driver.ts";
import { type Facts, factCodes, type Outline, outlineIds, readFacts } from "../outline/outline.ts";
import { newestId } from "../rows/point.ts";
import { causes, events } from "../rows/row.ts";
import { lastPath, type Marked, markAmong } from "./among.ts";
import { Bits } from "./bits.ts";
import { pathCondition } from "./path-range.ts";
import { readIds } from "./read-ids.ts";
import { listPlaces } from "./selection.ts";

/** Gives the places of the rows in an outline that the query wants, in the order of the outline. */
export interface RowTest {
  readonly needsPaths: boolean;
  /** False where there can be none at all. */
  readonly mayFind: boolean;
  /** The array is another one's after the next call. */
  pick(outline: Outline): Uint16Array;
}

/** Judges rows by all that the query asks of them but their instants. */
export function planRowTest(connection: Connection, query: SnapshotQuery): RowTest {
  const isNamed = planNames(query.author);
  const verdicts = new Verdicts(query);
  const marked = planMarks(connection, query);
  const ids = planIds(connection, query);
  const room = new Uint16Array(outlineIds);
  return {
    needsPaths: marked.length > 0,
    mayFind: marked.every(({ marks, others }) => others !== undefined || marks.includes(1)),
    pick: (outline) => {
      let count = pickByFacts(outline, verdicts, isNamed, room);
      for (const one of marked) count = pickMarked(outline, one, room, count);
      for (const one of ids) count = pickIds(outline, one, room, count);
      return room.subarray(0, count);
    },
  };
}

// Loops over numbers alone: each runs for every row of a history.

function pickByFacts(
  { count, facts, agents, names }: Outline,
  verdicts: Verdicts,
  isNamed: (name: string) => boolean,
  room: Uint16Array,
): number {
  const named = names.map(isNamed);
  const { known } = verdicts;
  let picked = 0;
  for (let at = 0; at < count; at += 1) {
    const code = facts[at] ?? 0;
    const verdict = known[code] || verdicts.judge(code);
    if (verdict === 3) continue;
    if (verdict === 2 && named[(agents?.[at] ?? 0) - 1] !== true) continue;
    room[picked] = at;
    picked += 1;
  }
  return picked;
}

/** Of the places in `room`, those that are marked: they come first in it then. */
function pickMarked(
  { paths, first, slots }: Outline,
  { marks, others }: Marked,
  room: Uint16Array,
  count: number,
): number {
  let picked = 0;
  for (let index = 0; index < count; index += 1) {
    const at = room[index] ?? 0;
    const isMarked = marks[(paths?.[at] ?? 0) - 1] === 1;
    if (!isMarked && others?.has(first + (slots?.[at] ?? at)) !== true) continue;
    room[picked] = at;
    picked += 1;
  }
  return picked;
}

function pickIds({ first, slots }: Outline, ids: Bits, room: Uint16Array, count: number): number {
  let picked = 0;
  for (let index = 0; index < count; index += 1) {
    const at = room[index] ?? 0;
    if (!ids.has(first + (slots?.[at] ?? at))) continue;
    room[picked] = at;
    picked += 1;
  }
  return picked;
}

/** True of a row that was seen when it was written, and not by unf: a person can have written it. */
export function isSeen({ hasOperation, cause }: Facts): boolean {
  return !hasOperation && seenCauses.includes(cause);
}

const seenCauses: readonly number[] = [causes.indexOf("event"), causes.indexOf("renamed")];

/**
 * Of each code of facts: 1 wanted, 2 wanted where the agent is one of those named, 3 not wanted; 0 of one
 * that was not seen yet. Histories have a dozen of the thousands that there can be.
 */
class Verdicts {
  readonly known = new Uint8Array(factCodes);
  readonly #query: SnapshotQuery;

  constructor(query: SnapshotQuery) {
    this.#query = query;
  }

  judge(code: number): 1 | 2 | 3 {
    const facts = readFacts(code);
    const isIn = isWanted(facts, this.#query);
    const verdict = isIn ? judgeAuthor(facts, this.#query.author) : 3;
    this.known[code] = verdict;
    return verdict;
  }
}

function isWanted(facts: Facts, { interim, departures, events: wanted, origins }: SnapshotQuery) {
  if (!facts.isSettled && !interim) return false;
  const isDeparture = facts.cause === causes.indexOf("renamed");
  if (departures !== undefined && isDeparture !== (departures === "only")) return false;
  const event = events[facts.event];
  if (wanted !== undefined && (event === undefined || !wanted.includes(event))) return false;
  return origins === undefined || origins.includes(originOfFacts(facts));
}

/** As `originOf` says it. */
function originOfFacts({ hasOperation, cause, hasTurn }: Facts) {
  if (hasOperation) return "operation";
  if (cause === causes.indexOf("baseline")) return "baseline";
  return hasTurn ? "turn" : "other";
}

function judgeAuthor(facts: Facts, author: SnapshotQuery["author"]): 1 | 2 | 3 {
  if (author === undefined) return 1;
  const wanted: readonly AuthorFilter[] = [author].flat();
  if (facts.confidence === undefined) return wanted.includes("human") && isSeen(facts) ? 1 : 3;
  if (wanted.includes("any-agent")) return 1;
  return wanted.some((one) => typeof one === "object") ? 2 : 3;
}

function planNames(author: SnapshotQuery["author"]): (name: string) => boolean {
  const names = [author ?? []].flat().flatMap((one) => (typeof one === "object" ? one.agent : []));
  return (name) => names.includes(name);
}

/** By the paths that each filter and the places of the query let through. */
function planMarks(connection: Connection, { among = [], within }: SnapshotQuery): Marked[] {
  const marked = among.map((one) => markAmong(connection, one)).filter(({ isAll }) => !isAll);
  const marks = markPlaces(connection, within);
  return marks === undefined ? marked : [...marked, { marks, isAll: false, others: undefined }];
}

/** `undefined` where the whole project is meant. */
function markPlaces(connection: Connection, within: readonly RelPath[]): Uint8Array | undefined {
  const marks = new Uint8Array(lastPath(connection));
  for (const place of listPlaces(connection, within)) {
    if (place.kind === "project") return undefined;
    const { sql, cells } =
      place.kind === "file"
        ? { sql: " AND p.file_path = ?", cells: [place.path] }
        : pathCondition(place.range);
    for (const id of readIds(connection, `SELECT p.id FROM paths p WHERE 1${sql}`, cells))
      marks[id - 1] = 1;
  }
  return marks;
}

/** By what only an index says of a row. */
function planIds(connection: Connection, { session, turn }: SnapshotQuery): Bits[] {
  const idsOf = (sql: string, of: Cell) => {
    const ids = new Bits(newestId(connection));
    ids.add(readIds(connection, sql, [of]));
    return ids;
  };
  return [
    ...(session === undefined ? [] : [idsOf(ofSession, session)]),
    ...(turn === undefined ? [] : [idsOf(ofTurn, turn)]),
  ];
}

const ofSession = "SELECT id FROM versions INDEXED BY versions_by_session WHERE session = ?";
const ofTurn = "SELECT id FROM versions INDEXED BY versions_by_turn WHERE turn = ?";
