import assert from "node:assert/strict";
import { test } from "node:test";
import { finish, parentPath, type RelPath, type WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import fc from "fast-check";
import { parseSnapshot, snapshotColumns } from "../rows/row.ts";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";
import { countDensity } from "./density.ts";
import { findInSteps, findSnapshots } from "./find.ts";
import { readState } from "./state-at.ts";

const start = 1_700_000_000_000;
const at = (ms: number) => (start + ms) as WallMs;

// Long runs of one directory with long pauses between them.
const history = fc.array(
  fc.record({
    path: fc.constantFrom("d/a", "d/b/c", "e", "f/g"),
    rows: fc.integer({ min: 1, max: 25 }),
    settledEvery: fc.integer({ min: 1, max: 5 }),
    gone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

const query = fc.record<SnapshotQuery>(
  {
    within: fc.subarray(["d", "d/b", "e", "f/g", "none"] as RelPath[]),
    interim: fc.boolean(),
    order: fc.constantFrom("newest", "oldest"),
    since: fc.integer({ min: 0, max: 100 }).map(at),
    until: fc.integer({ min: 0, max: 200 }).map(at),
    among: fc.subarray(["d/a", "d/b/c", "e", "f/g"]).chain((paths) => {
      const isPath = (path: RelPath) => paths.includes(path);
      const directories = paths.map((path) => parentPath(path as RelPath));
      return fc.constantFrom([{ isPath }], [{ isPath, directories }]);
    }),
  },
  { requiredKeys: ["within", "interim", "order"] },
);

const limits = fc.record({
  firstPage: fc.integer({ min: 1, max: 4 }),
  page: fc.integer({ min: 1, max: 9 }),
  windowIds: fc.integer({ min: 1, max: 30 }),
});

test("pages of any size give the same rows as reading all of them", () => {
  fc.assert(
    fc.property(
      history,
      query,
      limits,
      fc.integer({ min: 1, max: 3 }),
      (runs, asked, sizes, page) => {
        using scratch = openScratch();
        using connection = createAt(scratch.path);
        const recordings = runs.flatMap(({ path, rows, settledEvery, gone }) =>
          Array.from({ length: rows }, (_, i) => {
            const settled = i % settledEvery === 0;
            return recording(path, { settled, ...(gone && i === rows - 1 ? { hash: null } : {}) });
          }),
        );
        const timed = recordings.map(({ snapshot, head }, i) => ({
          snapshot: { ...snapshot, at: at(i) },
          head,
        }));
        createWriter(connection).commit({
          inbox: [],
          recordings: timed,
          restats: [],
          settlements: [],
        });
        const all = connection
          .statement(`SELECT ${snapshotColumns} FROM versions s ORDER BY id`)
          .all();
        const expected = all
          .map(parseSnapshot)
          .filter(
            (row) =>
              (asked.interim || row.settled) &&
              (asked.among ?? []).every(({ isPath }) => isPath(row.path)) &&
              row.at >= (asked.since ?? 0) &&
              row.at <= (asked.until ?? Number.POSITIVE_INFINITY) &&
              (asked.within.length === 0 ||
                asked.within.some(
                  (place) => row.path === place || row.path.startsWith(`${place}/`),
                )),
          );
        if (asked.order === "newest") expected.reverse();
        assert.deepEqual([...findSnapshots(connection, asked, sizes)], expected);
        const { total } = finish(countDensity(connection, asked, [at(0), at(7), at(60), at(999)]));
        assert.equal(
          total.reduce((sum, count) => sum + count, 0),
          expected.length,
        );
        const point = { at: at(recordings.length / 2) };
        assert.deepEqual(
          [...readState(connection, point, asked.within, page)],
          [...readState(connection, point, asked.within)],
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("a density over more directories than one statement can name is still counted", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const within = Array.from({ length: 1500 }, (_, i) => `d${i}` as RelPath);
  const recordings = within.map((directory) => recording(`${directory}/f`));
  createWriter(connection).commit({ inbox: [], recordings, restats: [], settlements: [] });
  const asked: SnapshotQuery = { within, interim: true, order: "newest" };
  assert.deepEqual(finish(countDensity(connection, asked, [at(0), at(1)])).total, [1500]);
});

test("others have a turn while rows are looked through of which a filter wants none", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const recordings = Array.from({ length: 40_000 }, (_, i) => recording(`f${i % 9}` as RelPath));
  createWriter(connection).commit({ inbox: [], recordings, restats: [], settlements: [] });
  const asked: SnapshotQuery = { within: [], interim: true, order: "newest" };
  const deleted: SnapshotQuery = { ...asked, events: ["delete"] };
  const found = [...findInSteps(connection, deleted)];
  assert.deepEqual(found, [undefined, undefined]);
  const walked = [...findInSteps(connection, { ...asked, departures: "only" })];
  assert.ok(walked.length > 0 && walked.every((row) => row === undefined));
  let turns = 0;
  const counting = countDensity(connection, deleted, [at(0), at(1)]);
  while (counting.next().done !== true) turns += 1;
  assert.equal(turns, 2);
});
