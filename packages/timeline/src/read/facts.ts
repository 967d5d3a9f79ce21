import { statSync } from "node:fs";
import { systemCode } from "@unf/core/base";
import type { TimelineFacts } from "@unf/core/ports";
import { nonsense, parseCount, parseId } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";
import { parseInstant } from "../rows/row.ts";

/** Sums kept by every commit and the two ends of the timeline: the cost does not grow with its rows. */
export function readFacts(connection: Connection): TimelineFacts {
  const sums = connection.statement(totals).get();
  if (sums === undefined) throw nonsense("totals", null);
  const first = connection.statement(oldestRow).get();
  const last = connection.statement(newestRow).get();
  return {
    snapshots: parseCount(sums[0], "snapshots"),
    settled: parseCount(sums[1], "settled"),
    files: parseCount(sums[2], "files"),
    contentBytes: parseCount(sums[3], "content_bytes"),
    firstAt: first === undefined ? null : parseInstant(first[0], first[1]).at,
    lastAt: last === undefined ? null : parseInstant(last[0], last[1]).at,
    lastId: last === undefined ? null : parseId(last[2]),
    timelineBytes: sizeOf(connection.path) + sizeOf(`${connection.path}-wal`),
  };
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return 0;
    throw thrown;
  }
}

const totals = `SELECT snapshots, settled, files, content_bytes FROM totals`;
const oldestRow = `SELECT timestamp, clock_skew_ms FROM snapshots ORDER BY id LIMIT 1`;
const newestRow = `SELECT timestamp, clock_skew_ms, id FROM snapshots ORDER BY id DESC LIMIT 1`;
