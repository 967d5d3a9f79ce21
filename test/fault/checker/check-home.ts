import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { digest } from "@unf/system/digest";
import type { Ack } from "./ack.ts";
import { checkTables } from "./check-tables.ts";
import { type Measures, noFindings } from "./measures.ts";
import { readPacked } from "./packed.ts";
import { contentsOf, readPicture } from "./picture.ts";

/** A span in which no recorder ran. Unit: milliseconds since 1970. */
export interface Away {
  readonly from: number;
  readonly to: number;
  /** A reason that must be given too: a stall of the daemon alone would cover the span. */
  readonly reason?: string;
}

export interface Trial {
  readonly home: string;
  readonly root: string;
  readonly acks: readonly Ack[];
  readonly away?: readonly Away[];
}

interface RowOfDisk {
  readonly id: number;
  readonly file_path: string;
  readonly content_hash: string | null;
  readonly withheld: number | null;
  readonly timestamp: string;
}

interface GapOfDisk {
  readonly reason: string;
  readonly from_time: string;
  readonly to_time: string;
}

/**
 * Compares a recovered home with what was acknowledged and with the directory it records. Reads the
 * documented formats itself, not through the code under test. Nothing may be written meanwhile.
 * The home holds one timeline.
 */
export function checkHome(trial: Trial): Measures {
  const found = checkTimeline(trial, (database, measures) => {
    checkRows(database, trial, measures);
    checkTables(database, measures);
    checkHeads(database, trial, measures);
    checkGaps(database, trial, measures);
  });
  found.leftovers.push(...leftovers(trial.home));
  return found;
}

/**
 * Checks that hold already before anything has recovered, when only readers look: a recovery would
 * record again what still lies in the directory.
 */
export function checkKilled(trial: Trial): Measures {
  return checkTimeline(trial, (database, measures) => checkRows(database, trial, measures));
}

function checkTimeline(
  trial: Trial,
  check: (database: DatabaseSync, found: Measures) => void,
): Measures {
  const found = noFindings();
  const path = onlyTimeline(trial.home);
  // A project that was cut off before anything was acknowledged need not have a timeline yet.
  const isNeeded = trial.acks.length > 0;
  if (path === undefined) {
    if (isNeeded) found.ackedLost.push("there is no timeline");
    return found;
  }
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    check(database, found);
  } catch (thrown) {
    const files = filesBelow(join(path, "..")).map(
      (one) => `${basename(one)} ${statSync(one).size}`,
    );
    if (isNeeded) found.ackedLost.push(`the timeline (${files.join(", ")}): ${thrown}`);
  }
  return found;
}

/** The path of the home's one timeline; `undefined` when there is none yet. */
export function onlyTimeline(home: string): string | undefined {
  const projects = join(home, "projects");
  const names = existsSync(projects) ? readdirSync(projects) : [];
  const paths = names.map((name) => join(projects, name, "timeline.db")).filter(existsSync);
  if (paths.length > 1) throw new Error(`${home} holds more than one timeline`);
  return paths[0];
}

function checkRows(database: DatabaseSync, trial: Trial, found: Measures): void {
  const rows = database
    .prepare("SELECT id, file_path, content_hash, timestamp, withheld FROM snapshots ORDER BY id")
    .all() as unknown as RowOfDisk[];
  const states = new Set(rows.map((row) => `${row.content_hash} ${row.file_path}`));
  for (const { path, hash, by } of trial.acks) {
    if (!states.has(`${hash} ${path}`)) found.ackedLost.push(`${path} as ${hash}, said by ${by}`);
  }
  let before = "";
  for (const { id, timestamp } of rows) {
    if (timestamp < before) found.outOfOrder.push(`row ${id}: ${timestamp} after ${before}`);
    before = timestamp;
  }
  const kept = new Map<string, ReturnType<typeof readContent>>();
  for (const { id, file_path, content_hash: hash, withheld } of rows) {
    // Of what was never kept only the digest is there.
    if (hash === null || withheld !== null) continue;
    if (!kept.has(hash)) kept.set(hash, readContent(database, trial.home, hash));
    const content = kept.get(hash);
    if (content === "missing") found.rowsWithoutBlob.push(`row ${id} of ${file_path}: ${hash}`);
    if (content === "damaged") found.rowsBadBlob.push(`row ${id} of ${file_path}: ${hash}`);
  }
  for (const { path, hash } of trial.acks) {
    if (hash === null || kept.get(hash) === "intact") continue;
    if (digestOf(join(trial.root, path)) !== hash) found.contentLost.push(`${path} as ${hash}`);
  }
}

/** A content is kept when its object is good, or else a pack or the inbox has it. */
function readContent(
  database: DatabaseSync,
  home: string,
  hash: string,
): "intact" | "missing" | "damaged" {
  const path = join(home, "objects", hash.slice(0, 2), hash.slice(2));
  const object = digestOf(path);
  if (object === hash) return "intact";
  const packed = readPacked(home, hash);
  if (packed !== undefined) return digest(packed) === hash ? "intact" : "damaged";
  const row = database
    .prepare("SELECT data FROM inbox WHERE hash = ?")
    .get(Buffer.from(hash, "hex")) as { readonly data: Uint8Array } | undefined;
  if (row !== undefined) return digest(row.data) === hash ? "intact" : "damaged";
  return object === undefined ? "missing" : "damaged";
}

function digestOf(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return digest(readFileSync(path));
}

function checkHeads(database: DatabaseSync, { root }: Trial, found: Measures): void {
  const rows = database
    .prepare(
      "SELECT p.file_path, lower(hex(h.content_hash)) AS content_hash FROM heads h JOIN paths p ON p.id = h.path",
    )
    .all();
  const heads = new Map(rows.map((row) => [String(row.file_path), String(row.content_hash)]));
  for (const [name, hash] of contentsOf(readPicture(root))) {
    const head = heads.get(name);
    heads.delete(name);
    if (head !== hash && !isBinary(join(root, name)))
      found.finalMissed.push(`${name} is recorded as ${head}`);
  }
  for (const name of heads.keys()) found.finalMissed.push(`${name} is gone and not recorded so`);
}

/** Files with such a byte are not recorded. */
function isBinary(path: string): boolean {
  return lstatSync(path).isFile() && readFileSync(path).includes(0);
}

function checkGaps(database: DatabaseSync, { away = [] }: Trial, found: Measures): void {
  const gaps = database
    .prepare("SELECT from_time, to_time, reason FROM gaps")
    .all() as unknown as GapOfDisk[];
  for (const { from, to, reason } of away) {
    const covers = gaps.some(
      (gap) => Date.parse(gap.from_time) <= from && Date.parse(gap.to_time) >= to,
    );
    const isGiven = reason === undefined || gaps.some((gap) => gap.reason === reason);
    if (!covers || !isGiven) {
      const span = `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
      found.gapUnreported.push(`${span}, of ${JSON.stringify(gaps)}`);
    }
  }
}

/** Temporaries of the object store, and those that wait beside a file to replace it. */
function leftovers(home: string): string[] {
  const isTemporary = (path: string): boolean =>
    path.startsWith("objects/tmp/") || /(^|\/)\.[^/]*\.tmp$/.test(path);
  return filesBelow(home)
    .map((path) => relative(home, path))
    .filter(isTemporary);
}

/** Regular files below a directory; links, FIFOs and sockets are left out. */
export function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
