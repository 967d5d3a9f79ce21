import { type AbsPath, decodeUtf8Lossy, parseBlobId, UnfError, type WallMs } from "@unf/core/base";
import type { ForeignMark, ForeignRecord, ForeignRow, ForeignSession } from "@unf/core/exchange";
import type { ForeignProgram } from "@unf/core/timeline";
import { type Connection, createConnection } from "../file/driver.ts";
import { sqliteCode } from "../file/failure.ts";
import { copyForReading } from "../file/rescue-copy.ts";

/**
 * Reads the database of another program. Nothing is opened in its place, where SQLite would make
 * files beside it: a private copy is read, with `breathe` called between its pages. Throws `failed`
 * for what is no database of that program.
 */
export async function readForeign(
  source: ForeignProgram,
  path: AbsPath,
  breathe: () => Promise<void>,
): Promise<ForeignRecord> {
  using copy = copyForReading(path, "disk");
  using connection = createConnection({
    path: copy.path,
    mayWrite: undefined,
    onOpen: () => undefined,
  });
  try {
    const rows = source === "unfudged" ? unfudgedRows : agentUndoRows;
    return {
      rows: await readPages(connection, rows, breathe),
      ...(source === "unfudged" ? { sessions: [], marks: [] } : readNamed(connection)),
    };
  } catch (thrown) {
    if (!(thrown instanceof UnfError) && sqliteCode(thrown) === undefined) throw thrown;
    throw new UnfError("failed", `${path} cannot be read as a history of ${source}`, {
      hint: "stop the program that writes it, and try again",
      cause: thrown,
    });
  }
}

/** Sixty-four zeros stand for "no content" there. */
const noContent = "0".repeat(64);

/** Rows by their number, a page at a time. */
interface Pages {
  readonly sql: string;
  readonly parse: (row: readonly unknown[]) => ForeignRow;
}

/** Rows that are read at once: some 20 ms. */
const pageRows = 5000;

async function readPages(
  connection: Connection,
  { sql, parse }: Pages,
  breathe: () => Promise<void>,
): Promise<ForeignRow[]> {
  const rows: ForeignRow[] = [];
  for (let after = smallest; ; ) {
    const page = connection.wide(sql).all(after, pageRows);
    for (const row of page) rows.push(parse(row));
    const last = page.at(-1)?.[0];
    if (page.length < pageRows || typeof last !== "bigint") return rows;
    after = last;
    await breathe();
  }
}

/** Below every number that a row can have. */
const smallest = -(2n ** 63n);

const unfudgedRows: Pages = {
  sql: `SELECT id, file_path, content_hash, timestamp, event_type FROM snapshots
    WHERE id > ? ORDER BY id LIMIT ?`,
  parse: ([id, path, hash, time, event]) => {
    const isGone = event === "delete" || hash === noContent;
    return {
      number: Number(id),
      path: toText(path),
      at: parseInstant(toText(time)),
      hash: isGone ? null : parseBlobId(toText(hash)),
      isBaseline: false,
      session: null,
    };
  },
};

const agentUndoRows: Pages = {
  sql: `SELECT id, path, after_hash, ts_ns, attribution, confidence, session_id FROM events
    WHERE id > ? ORDER BY id LIMIT ?`,
  parse: parseEvent,
};

function readNamed(connection: Connection): Pick<ForeignRecord, "sessions" | "marks"> {
  return {
    sessions: connection.wide(sessionsInOrder).all().map(parseSession),
    marks: connection.wide(pinsInOrder).all().map(parsePin),
  };
}

const sessionsInOrder = `SELECT id, agent, prompt, started_at_ns, ended_at_ns
  FROM sessions ORDER BY started_at_ns, id`;
const pinsInOrder = "SELECT label, created_at_ns, event_id FROM pins ORDER BY event_id, id";

function parseEvent(row: readonly unknown[]): ForeignRow {
  const [id, path, hash, time, attribution, confidence, session] = row;
  return {
    number: Number(id),
    path: toText(path),
    at: fromNs(time),
    hash: hash === null ? null : parseBlobId(toText(hash)),
    isBaseline: attribution === "initial-scan",
    // Its conclusions from the processes that ran are guesses; its session markers are not.
    session: confidence === "high" && typeof session === "string" ? session : null,
  };
}

function parseSession(row: readonly unknown[]): ForeignSession {
  const [id, agent, prompt, startedAt, endedAt] = row;
  return {
    name: toText(id),
    agent: toText(agent),
    label: prompt === null ? null : toText(prompt),
    startedAt: fromNs(startedAt) ?? (0 as WallMs),
    endedAt: endedAt === null ? null : (fromNs(endedAt) ?? null),
  };
}

function parsePin(row: readonly unknown[]): ForeignMark {
  const [label, at, event] = row;
  return { label: toText(label), at: fromNs(at) ?? (0 as WallMs), number: Number(event) };
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return value instanceof Uint8Array ? decodeUtf8Lossy(value) : "";
}

function fromNs(value: unknown): WallMs | undefined {
  if (typeof value !== "bigint" || value < 0n) return undefined;
  return Number(value / 1_000_000n) as WallMs;
}

/** RFC 3339 with any fraction of a second and any offset. */
function parseInstant(text: string): WallMs | undefined {
  const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (shape === null) return undefined;
  const [, date = "", fraction = "", zone = ""] = shape;
  const at = Date.parse(`${date}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(at) || at < 0 ? undefined : (at as WallMs);
}
