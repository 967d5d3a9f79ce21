import { statSync } from "node:fs";
import { systemCode, type TimelineFacts } from "@unf/core";
import { nonsense, parseCount, parseId, parseTime } from "./cell.ts";
import type { Connection } from "./driver.ts";

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
    firstAt: first === undefined ? null : parseTime(first[0]),
    lastAt: last === undefined ? null : parseTime(last[0]),
    lastId: last === undefined ? null : parseId(last[1]),
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
const oldestRow = `SELECT timestamp FROM snapshots ORDER BY id LIMIT 1`;
const newestRow = `SELECT timestamp, id FROM snapshots ORDER BY id DESC LIMIT 1`;
