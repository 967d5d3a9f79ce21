import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { digest } from "@unf/system/digest";

// Stores of other programs, with the tables that those programs make.

/** Digest of a content, as both programs compute it. */
export function hashOf(content: string | Uint8Array): string {
  return digest(typeof content === "string" ? Buffer.from(content) : content);
}

export interface UnfudgedRow {
  readonly path: string;
  readonly at: string;
  /** `null`: a deletion. */
  readonly content: string | null;
}

/** Makes a store of UNF 0.18 with one project, or adds one to it. The connection is left open. */
export function makeUnfudged(
  store: string,
  root: string,
  rows: readonly UnfudgedRow[],
): Disposable & { readonly objects: string } {
  const place = join(store, "data", root);
  mkdirSync(join(place, "objects"), { recursive: true });
  writeFileSync(join(store, "intent.json"), JSON.stringify({ projects: [{ path: root }] }));
  const database = new DatabaseSync(join(place, "db.sqlite3"));
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE schema_version (version INTEGER NOT NULL);
    INSERT INTO schema_version VALUES (2);
    CREATE TABLE snapshots (
      id INTEGER PRIMARY KEY AUTOINCREMENT, file_path TEXT NOT NULL, content_hash TEXT NOT NULL,
      size_bytes INTEGER NOT NULL, timestamp TEXT NOT NULL, event_type TEXT NOT NULL,
      line_count INTEGER NOT NULL DEFAULT 0, lines_added INTEGER NOT NULL DEFAULT 0,
      lines_removed INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX idx_snapshots_file_time ON snapshots (file_path, timestamp DESC);
    CREATE INDEX idx_snapshots_time ON snapshots (timestamp DESC)`);
  const insert = database.prepare(`INSERT INTO snapshots
    (file_path, content_hash, size_bytes, timestamp, event_type) VALUES (?, ?, ?, ?, ?)`);
  // At once: a flush of the disk for each would be most of it.
  database.exec("BEGIN");
  for (const { path, at, content } of rows) {
    const hash = content === null ? "0".repeat(64) : hashOf(content);
    insert.run(path, hash, content?.length ?? 0, at, content === null ? "delete" : "modify");
    if (content !== null) putObject(join(place, "objects"), hash, Buffer.from(content));
  }
  database.exec("COMMIT");
  return { objects: join(place, "objects"), [Symbol.dispose]: () => database.close() };
}

export interface AgentUndoRow {
  readonly path: string;
  /** Unit: ms. */
  readonly at: number;
  readonly content: string | null;
  readonly by?: string;
  readonly confidence?: string;
  readonly session?: string;
}

/** Makes the store of agent-undo in a project, its contents packed or as they are. */
export function makeAgentUndo(
  root: string,
  history: {
    readonly rows: readonly AgentUndoRow[];
    readonly sessions: readonly {
      readonly id: string;
      readonly agent: string;
      readonly at: number;
    }[];
    readonly pins: readonly {
      readonly label: string;
      readonly event: number;
      readonly at: number;
    }[];
  },
): void {
  const place = join(root, ".agent-undo");
  mkdirSync(join(place, "objects"), { recursive: true });
  using database = new DatabaseSync(join(place, "timeline.db"));
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE events (
      id INTEGER PRIMARY KEY AUTOINCREMENT, ts_ns INTEGER NOT NULL, path TEXT NOT NULL,
      before_hash TEXT, after_hash TEXT, size_before INTEGER, size_after INTEGER,
      attribution TEXT NOT NULL DEFAULT 'unknown', confidence TEXT NOT NULL DEFAULT 'none',
      session_id TEXT, pid INTEGER, process_name TEXT, tool_name TEXT, metadata TEXT);
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY, agent TEXT NOT NULL, started_at_ns INTEGER NOT NULL,
      ended_at_ns INTEGER, prompt TEXT, model TEXT, metadata TEXT);
    CREATE TABLE pins (
      id INTEGER PRIMARY KEY AUTOINCREMENT, event_id INTEGER NOT NULL, label TEXT NOT NULL,
      created_at_ns INTEGER NOT NULL);
    CREATE TABLE file_state (
      path TEXT PRIMARY KEY, latest_hash TEXT NOT NULL, latest_size INTEGER NOT NULL,
      latest_ts_ns INTEGER NOT NULL)`);
  const event = database.prepare(`INSERT INTO events
    (ts_ns, path, after_hash, attribution, confidence, session_id) VALUES (?, ?, ?, ?, ?, ?)`);
  for (const [index, row] of history.rows.entries()) {
    const { path, at, content, by = "unknown", confidence = "none", session = null } = row;
    const hash = content === null ? null : hashOf(content);
    event.run(ns(at), path, hash, by, confidence, session);
    if (content === null || hash === null) continue;
    const bytes = Buffer.from(content);
    putObject(join(place, "objects"), hash, index % 2 === 0 ? zstdCompressSync(bytes) : bytes);
  }
  const session = database.prepare(
    "INSERT INTO sessions (id, agent, started_at_ns) VALUES (?, ?, ?)",
  );
  for (const { id, agent, at } of history.sessions) session.run(id, agent, ns(at));
  const pin = database.prepare(
    "INSERT INTO pins (event_id, label, created_at_ns) VALUES (?, ?, ?)",
  );
  for (const { label, event: number, at } of history.pins) pin.run(number, label, ns(at));
}

function putObject(objects: string, hash: string, bytes: Uint8Array): void {
  const path = join(objects, hash.slice(0, 2), hash.slice(2));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function ns(ms: number): bigint {
  return BigInt(ms) * 1_000_000n;
}
