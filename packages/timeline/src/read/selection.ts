import { pathToColumn, type RelPath } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import type { Origin } from "@unf/core/timeline";
import { type PathRange, rangeBelow } from "../file/column.ts";
import type { Cell, Connection } from "../file/driver.ts";
import {
  clockOfRow,
  findPosition,
  firstIdFrom,
  lastIdUpTo,
  newestId,
  wasSetBack,
} from "../rows/point.ts";
import { causes, events } from "../rows/row.ts";
import { amongCondition } from "./among.ts";
import { type Condition, outermost, pathCondition } from "./path-range.ts";

/** Conditions on a row besides its path and its id. */
export interface RowFilter extends Condition {
  /** The table, called `s`, with the way to reach its rows in order of id. */
  readonly from: string;
}

/** The ids a query may give, both ends included. */
export interface IdBounds {
  readonly low: number;
  readonly high: number;
}

/** One of the places a query looks at. They do not overlap. */
export type Place =
  | { readonly kind: "project" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "directory"; readonly range: PathRange };

/** The span of ids the query leaves; `undefined` when no row can match. */
export function boundIds(connection: Connection, query: SnapshotQuery): IdBounds | undefined {
  const { events: wanted, origins, since, until, stamped } = query;
  if ([wanted, origins].some((list) => list?.length === 0)) return undefined;
  let low = 1;
  let high = newestId(connection);
  // No row is stamped earlier than what the clock showed.
  for (const from of [since, stamped?.since]) {
    if (from === undefined) continue;
    const first = firstIdFrom(connection, from);
    if (first === undefined) return undefined;
    low = Math.max(low, first);
  }
  if (until !== undefined) high = Math.min(high, findPosition(connection, { at: until })?.id ?? 0);
  if (stamped?.until !== undefined) {
    high = Math.min(high, lastIdUpTo(connection, stamped.until) ?? 0);
  }
  if (query.after !== undefined && query.order === "newest") high = Math.min(high, query.after - 1);
  if (query.after !== undefined && query.order === "oldest") low = Math.max(low, query.after + 1);
  return low <= high ? { low, high } : undefined;
}

/** Conditions of a query on a row besides its path and id. */
type RowConditions = Pick<
  SnapshotQuery,
  | ("among" | "author" | "departures" | "events" | "interim" | "origins")
  | ("session" | "since" | "turn" | "until")
>;

/** Everything the query asks of a row besides its path and id. */
export function rowFilter(connection: Connection, query: RowConditions): RowFilter {
  const parts: string[] = [];
  const cells: Cell[] = [];
  const ask = (sql: string, ...values: readonly Cell[]) => {
    parts.push(` AND ${sql}`);
    cells.push(...values);
  };
  if (!query.interim) ask("s.settled = 1");
  // Else the ids bound the time.
  if ((query.since ?? query.until) !== undefined && wasSetBack(connection)) {
    const { since = 0, until = Number.MAX_SAFE_INTEGER } = query;
    ask(`${clockOfRow} BETWEEN ? AND ?`, since, until);
  }
  if (query.departures === "hide") ask(`s.cause <> ${renamed}`);
  if (query.departures === "only") ask(`s.cause = ${renamed} AND ${isDeparture}`);
  if (query.session !== undefined) ask("s.session = ?", query.session);
  if (query.turn !== undefined) ask("s.turn = ?", query.turn);
  for (const { sql, cells: given } of authorConditions(query.author)) ask(sql, ...given);
  if (query.events !== undefined) {
    const numbers = query.events.map((event) => events.indexOf(event));
    ask(`s.event IN (${numbers.join(", ")})`);
    if (query.events.every((event) => event === "rename")) ask(isRenamed);
  }
  if (query.origins !== undefined) ask(originCondition(query.origins));
  for (const one of query.among ?? []) {
    const { sql, cells: given } = amongCondition(connection, one);
    ask(sql, ...given);
  }
  return { from: `versions s ${wayById(query)}`, sql: parts.join(""), cells };
}

/** None where whoever is meant. */
function authorConditions(author: RowConditions["author"]): readonly Condition[] {
  if (author === undefined) return [];
  const wanted = [author].flat();
  const names = wanted.flatMap((one) => (typeof one === "object" ? [one.agent] : []));
  const conditions: Condition[] = [];
  if (wanted.includes("human")) conditions.push({ sql: persons, cells: [] });
  if (wanted.includes("any-agent")) conditions.push({ sql: anyAgents, cells: [] });
  else if (names.length > 0) {
    const sql = `${anyAgents} AND s.actor IN (${names.map(() => "?").join(", ")})`;
    conditions.push({ sql, cells: names });
  }
  const sql = conditions.map((one) => `(${one.sql})`).join(" OR ");
  return [{ sql: `(${sql})`, cells: conditions.flatMap(({ cells }) => cells) }];
}

const anyAgents = "s.confidence IS NOT NULL";

/** Causes of rows that were seen when they happened, so that it is known who was about. */
const seenCauses = [causes.indexOf("event"), causes.indexOf("renamed")].join(", ");
const persons = `s.confidence IS NULL AND s.operation IS NULL AND s.cause IN (${seenCauses})`;

/** As `originOf` says it. */
const originOfRow = `CASE WHEN s.operation IS NOT NULL THEN 'operation'
  WHEN s.cause = ${causes.indexOf("baseline")} THEN 'baseline'
  WHEN s.turn IS NOT NULL THEN 'turn' ELSE 'other' END`;

function originCondition(origins: readonly Origin[]): string {
  return `${originOfRow} IN (${origins.map((origin) => `'${origin}'`).join(", ")})`;
}

// Of a file with many versions none but these is read.
const isDeparture = `s.id IN (SELECT d.id FROM versions d INDEXED BY versions_departures
  WHERE d.cause = ${causes.indexOf("renamed")})`;
const isRenamed = `s.id IN (SELECT r.id FROM versions r INDEXED BY versions_renamed
  WHERE r.renamed_from IS NOT NULL)`;

/** Literally as in the index of departures. */
const renamed = causes.indexOf("renamed");

/** The index with the fewest rows that the query does not want. */
function wayById(query: RowConditions): string {
  const { turn, session, departures, interim } = query;
  if (turn !== undefined) return "INDEXED BY versions_by_turn";
  if (session !== undefined) return "INDEXED BY versions_by_session";
  if (departures === "only") return "INDEXED BY versions_departures";
  return interim ? "NOT INDEXED" : "INDEXED BY versions_settled";
}

/** The places `within` names: each as a file, and as a directory where anything ever lay below it. */
export function listPlaces(connection: Connection, within: readonly RelPath[]): Place[] {
  if (within.length === 0 || within.includes("" as RelPath)) return [{ kind: "project" }];
  return outermost(within).flatMap((path) => {
    const places: Place[] = [{ kind: "file", path: pathToColumn(path) }];
    const range = rangeBelow(path);
    if (anyBelow(connection, range)) places.push({ kind: "directory", range });
    return places;
  });
}

/** Rows `s` in order of their paths `p`. */
const rowsByPath = `paths p
  CROSS JOIN versions s INDEXED BY versions_by_path ON s.path = p.id`;

/** That the path of the row `s` lies in the range, looked up row by row. */
function rangeCondition(range: PathRange): Condition {
  const { sql, cells } = pathCondition(range);
  return { sql: ` AND EXISTS (SELECT 1 FROM paths p WHERE p.id = s.path${sql})`, cells };
}

/** That a row lies at one of the places. Columns are those of `s`. */
export function placesCondition(places: readonly Place[]): Condition {
  if (places.some((place) => place.kind === "project")) return { sql: "", cells: [] };
  const parts = places.map((place) =>
    place.kind === "directory"
      ? rangeCondition(place.range)
      : {
          sql: " AND s.path = (SELECT id FROM paths WHERE file_path = ?)",
          cells: place.kind === "file" ? [place.path] : [],
        },
  );
  return {
    sql: ` AND (${parts.map(({ sql }) => `(1${sql})`).join(" OR ")})`,
    cells: parts.flatMap(({ cells }) => cells),
  };
}

/** True when a row of any path in the range exists. */
export function anyBelow(connection: Connection, range: PathRange): boolean {
  const { sql, cells } = pathCondition(range);
  const text = `SELECT 1 FROM ${rowsByPath} WHERE 1${sql} LIMIT 1`;
  return connection.statement(text).get(...cells) !== undefined;
}

/** True when the path has a row of its own. */
export function anyAt(connection: Connection, path: RelPath): boolean {
  const sql = `SELECT 1 FROM ${rowsByPath} WHERE p.file_path = ? LIMIT 1`;
  return connection.statement(sql).get(pathToColumn(path)) !== undefined;
}
