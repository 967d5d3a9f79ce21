import type { Horizon } from "@unf/core/timeline";
import { oneOf, parseCount, parseTime } from "../file/cell.ts";
import type { Connection, Row } from "../file/driver.ts";

/** The columns `parseHorizon` expects. */
export const horizonColumns = "kind, from_id, to_id, to_time";

/** Spans of the past of which not everything is known. */
export function listHorizons(connection: Connection): Horizon[] {
  return connection.statement(allHorizons).all().map(parseHorizon);
}

export function parseHorizon(row: Row): Horizon {
  return {
    kind: oneOf<Horizon["kind"]>(row[0], kinds, "kind"),
    from: parseCount(row[1], "from_id"),
    to: parseCount(row[2], "to_id"),
    toTime: parseTime(row[3]),
  };
}

/** From now on nobody knows what was absent up to the newest row: rows may be gone without a trace. */
export function doubtAbsence(connection: Connection): void {
  connection.script(doubtUpToNow);
}

const kinds = new Set<unknown>(["start", "absence", "known"] satisfies Horizon["kind"][]);
const doubtUpToNow = `INSERT INTO horizons (kind, from_id, to_id, to_time)
  SELECT 'absence', 0, id, timestamp FROM snapshots ORDER BY id DESC LIMIT 1`;
const allHorizons = `SELECT ${horizonColumns} FROM horizons ORDER BY id`;
