import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId } from "@unf/core/base";
import type { Connection } from "../file/driver.ts";
import { connectWriter } from "../open/connect.ts";
import { openTimeline } from "../open/open.ts";
import { always, identity, openScratch, recording } from "../testing/scratch.ts";
import { deriveAtOnce, deriveInSlices } from "./derive.ts";

const hashOf = (n: number) => n.toString(16).padStart(64, "0") as BlobId;

/** Everything derived but the stats of files, which are another matter. */
const derived = [
  "SELECT * FROM departed ORDER BY path",
  "SELECT path, snapshot_id, content_hash, size_bytes FROM heads ORDER BY path",
  "SELECT * FROM totals",
];

function read(connection: Connection): unknown[] {
  return derived.map((sql) => connection.statement(sql).all());
}

function empty(connection: Connection): void {
  connection.script("CREATE TEMP TABLE former AS SELECT * FROM heads");
  connection.script("DELETE FROM heads; DELETE FROM departed");
  connection.script("UPDATE totals SET snapshots = 0, settled = 0, files = 0, content_bytes = 0");
}

test("what follows from the rows is the same at once, in slices of any size, and as it was recorded", async () => {
  using scratch = openScratch();
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    // Paths and contents come back in later slices, and some paths end deleted.
    const recordings = Array.from({ length: 60 }, (_, n) =>
      recording(`d/f${n % 7}`, { hash: n % 11 === 5 ? null : hashOf(n % 13) }),
    );
    timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
  }
  using connection = connectWriter(scratch.path, always);
  const recorded = read(connection);
  const again = async (make: () => Promise<void> | void): Promise<void> => {
    empty(connection);
    await make();
    assert.deepEqual(read(connection), recorded);
    connection.script("DROP TABLE former");
  };
  await again(() => deriveAtOnce(connection));
  for (const rows of [1, 7, 59, 60, 1000]) {
    let pauses = 0;
    const breathe = async (): Promise<void> => {
      pauses += 1;
    };
    await again(() => deriveInSlices(connection, rows, breathe));
    // Twice through the rows and twice through the paths.
    const slices = 2 * Math.ceil(60 / rows) + 2 * Math.ceil(7 / rows);
    assert.ok(pauses >= slices, `${pauses} pauses`);
  }
});
