import { pathToColumn, type RelPath, type WallMs } from "@unf/core/base";
import type {
  Cause,
  EventType,
  Gap,
  GapReason,
  Head,
  LineCounts,
  NotKept,
  RenameEvidence,
  Snapshot,
  Unrecordable,
} from "@unf/core/timeline";
import {
  nonsense,
  oneOf,
  parseBigint,
  parseCount,
  parseFlag,
  parseHash,
  parseId,
  parsePath,
  parseStamp,
  parseTime,
  parseUnsigned,
  parseWord,
} from "../file/cell.ts";
import type { Row } from "../file/driver.ts";
import { parseAuthor } from "./author-cells.ts";

/** The columns `parseSnapshot` expects, of a row `s` of `versions`. */
export const snapshotColumns = snapshotColumnsOf("(SELECT file_path FROM paths WHERE id = s.path)");

/** The same, where the query has the text of the row's path already. */
export function snapshotColumnsOf(path: string): string {
  return `s.id, ${path}, lower(hex(s.hash)), s.size_bytes, s.stamp, s.event, s.line_count,
  s.lines_added, s.lines_removed, s.lines_exact, s.settled, s.mode, s.cause,
  (SELECT file_path FROM paths WHERE id = s.renamed_from), s.operation, s.rename_evidence, s.actor,
  s.confidence, s.session, s.turn, s.tool_call, s.withheld, s.clock_skew_ms, s.renamed_from`;
}

/**
 * The columns `parseHead` expects, of a row `h` of `heads` whose path is `p` of `paths`; integers must
 * come as bigints. A sweep reads every head, so what a number holds exactly is cast: a bigint costs more
 * than the rest of its column.
 */
export const headColumns = `p.file_path, CAST(h.snapshot_id AS REAL), lower(hex(h.content_hash)),
  CAST(h.size_bytes AS REAL), CAST(h.mode AS REAL), h.dev, h.ino, h.stat_size,
  CAST(h.stat_mode AS REAL), h.mtime_ns, h.ctime_ns, CAST(h.racy AS REAL), CAST(h.withheld AS REAL)`;

/** In the order of their numbers in the column, as are the next ones. */
export const events: readonly EventType[] = ["create", "modify", "delete", "rename"];
export const causes: readonly Cause[] = [
  "baseline",
  "event",
  "sweep",
  "operation",
  "excluded",
  "renamed",
];
export const evidences: readonly RenameEvidence[] = ["inode", "content", "similar"];
const reasons = new Set<unknown>([
  "daemon_away",
  "overflow",
  "watch_limit",
  "root_unavailable",
  "disk_full",
  "io_error",
  "clock_jump",
  "watcher_failed",
] satisfies Exclude<GapReason, "too_fast">[]);

export function parseSnapshot(row: Row): Snapshot {
  const event = parseWord(row[5], events, "event_type");
  const hash = row[2] === "" ? null : parseHash(row[2]);
  if ((hash === null) !== (event === "delete")) throw nonsense("content_hash", row[2]);
  return {
    id: parseId(row[0]),
    path: parsePath(row[1]),
    hash,
    bytes: parseCount(row[3], "size_bytes"),
    ...parseInstant(row[4], row[22]),
    event,
    counts: parseCounts(row),
    settled: parseFlag(row[10], "settled"),
    mode: parseCount(row[11], "mode"),
    cause: parseWord(row[12], causes, "cause"),
    renamedFrom: row[23] === null ? null : parsePath(row[13]),
    operation: row[14] === null ? null : parseCount(row[14], "operation"),
    author: parseAuthor(row[16], row[17], row[18], row[19], row[20]),
    ...parseWithheld(row[21]),
    ...(row[15] === null ? {} : { evidence: parseWord(row[15], evidences, "rename_evidence") }),
  };
}

export function parseHead(row: Row): Head {
  return {
    path: parsePath(row[0]),
    snapshot: parseId(row[1]),
    hash: parseHash(row[2]),
    bytes: parseCount(row[3], "size_bytes"),
    mode: parseCount(row[4], "mode"),
    stat: {
      dev: parseUnsigned(row[5]),
      ino: parseUnsigned(row[6]),
      size: parseBigint(row[7]),
      mode: parseCount(row[8], "stat_mode"),
      mtimeNs: parseBigint(row[9]),
      ctimeNs: parseBigint(row[10]),
    },
    racy: parseFlag(row[11], "racy"),
    ...parseWithheld(row[12]),
  };
}

/** The clock's reading, by a row's `stamp` and `clock_skew_ms`. */
export function parseInstant(cell: unknown, skew: unknown): Pick<Snapshot, "at" | "skewMs"> {
  const stamp = parseStamp(cell);
  if (skew === null) return { at: stamp };
  const skewMs = parseCount(skew, "clock_skew_ms");
  return { at: (stamp - skewMs) as WallMs, skewMs };
}

/** NULL, in nearly all rows: kept. */
function parseWithheld(cell: unknown): NotKept {
  if (cell === null) return {};
  if (cell === 1) return { withheld: true };
  const unrecordable = unrecordables[Number(cell) - 2];
  if (unrecordable === undefined) throw nonsense("withheld", cell);
  return { withheld: true, unrecordable };
}

/** The cell of `withheld`: by a setting, or why a file could not be recorded. */
export function withheldCell({ withheld, unrecordable }: NotKept): number | null {
  if (withheld !== true) return null;
  return unrecordable === undefined ? 1 : 2 + unrecordables.indexOf(unrecordable);
}

const unrecordables: readonly Unrecordable[] = ["binary", "too_large"];

/** Columns: id, from_time, to_time, reason, closed_at, closed_by, paths_differed. */
export function parseGap(row: Row): Gap {
  const [reason, path] = parseReason(row[3]);
  const count = row[6] === null ? null : parseCount(row[6], "paths_differed");
  return {
    id: parseCount(row[0], "id"),
    from: parseTime(row[1]),
    to: parseTime(row[2]),
    reason,
    closedAt: row[4] === null ? null : parseTime(row[4]),
    closedBy: row[5] === null ? null : oneOf<"sweep" | "capture">(row[5], closers, "closed_by"),
    pathsDiffered: path === undefined ? count : null,
    ...(path === undefined ? {} : { path, statesMissed: count ?? 0 }),
  };
}

/** The text in `reason` of a gap that is about one file. */
export function reasonOf(path: RelPath): string {
  return `${ofOneFile}${pathToColumn(path)}`;
}

const ofOneFile = "too_fast:";
const closers = new Set<unknown>(["sweep", "capture"]);

function parseReason(cell: unknown): readonly [GapReason, RelPath | undefined] {
  if (typeof cell === "string" && cell.startsWith(ofOneFile)) {
    return ["too_fast", parsePath(cell.slice(ofOneFile.length))];
  }
  return [oneOf<GapReason>(cell, reasons, "reason"), undefined];
}

function parseCounts(row: Row): LineCounts | null {
  if (row[6] === null) return null;
  return {
    lines: parseCount(row[6], "line_count"),
    added: parseCount(row[7], "lines_added"),
    removed: parseCount(row[8], "lines_removed"),
    exact: parseFlag(row[9], "lines_exact"),
  };
}
