import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ProjectId, SnapshotId, WallMs } from "../base/brand.ts";
import type { SnapshotQuery } from "../ports/timeline/snapshots.ts";
import {
  comparePositions,
  type MergedRow,
  mergeRows,
  type Position,
  type RowSource,
  resumeAfter,
} from "./position.ts";

type Row = Omit<Position, "project">;

const projectIds = ["a", "b", "c"].map((letter) => letter.repeat(16) as ProjectId);
const queries: fc.Arbitrary<SnapshotQuery> = fc.constantFrom(
  { within: [], interim: true, order: "newest" },
  { within: [], interim: true, order: "oldest" },
  { within: [], interim: true, order: "newest", since: 3 as WallMs, until: 7 as WallMs },
  { within: [], interim: true, order: "oldest", since: 3 as WallMs, until: 7 as WallMs },
);

/** Timelines with many equal instants; ids count up and instants never go back. */
const timelines = fc
  .array(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 }), {
    minLength: 3,
    maxLength: 3,
  })
  .map((lists) =>
    lists.map((steps, index) => {
      let at = 0;
      const rows = steps.map((step, id): Row => {
        at += step;
        return { at: at as WallMs, id: (id + 1) as SnapshotId };
      });
      return { project: projectIds[index] ?? ("" as ProjectId), rows };
    }),
  );

type Timelines = readonly { readonly project: ProjectId; readonly rows: readonly Row[] }[];

/** Answers as a timeline does: the rows the query leaves, in order. */
function ask(all: Timelines, query: SnapshotQuery, from: Position | undefined): RowSource<Row>[] {
  const { order, since, until } = query;
  return all.map(({ project, rows }) => {
    const bound = from === undefined ? undefined : resumeAfter(from, order, project);
    const left = rows.filter(({ at, id }) => {
      if (at < (since ?? at) || at > (until ?? at)) return false;
      if (bound === undefined) return true;
      const { after, stamped = {} } = bound;
      if (after !== undefined) return order === "newest" ? id < after : id > after;
      return at <= (stamped.until ?? at) && at >= (stamped.since ?? at);
    });
    return { project, rows: order === "newest" ? left.toReversed() : left };
  });
}

/** The listing without its pauses. */
function merge(sources: readonly RowSource<Row>[], order: SnapshotQuery["order"]) {
  return mergeRows(sources, order).filter((merged) => merged !== undefined);
}

const flat = ({ project, row }: MergedRow<Row>): Position => ({ ...row, project });

test("a merged listing holds every row once, in order", () => {
  fc.assert(
    fc.property(timelines, queries, (all, query) => {
      const listed = [...merge(ask(all, query, undefined), query.order)].map(flat);
      const expected = all
        .flatMap(({ project, rows }) => rows.map((row) => ({ ...row, project })))
        .filter(({ at }) => at >= (query.since ?? at) && at <= (query.until ?? at))
        .sort((a, b) => comparePositions(a, b, query.order));
      assert.deepEqual(listed, expected);
    }),
  );
});

test("pages of any size make up the listing, although rows arrive between them", () => {
  const arrivals = fc.array(fc.nat({ max: 2 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      timelines,
      queries,
      fc.integer({ min: 1, max: 5 }),
      arrivals,
      (all, query, size, late) => {
        const expected = [...merge(ask(all, query, undefined), query.order)].map(flat);
        const growing = all.map(({ project, rows }) => ({ project, rows: [...rows] }));
        const newest = Math.max(0, ...all.map(({ rows }) => rows.at(-1)?.at ?? 0));
        const paged: Position[] = [];
        for (;;) {
          const page: Position[] = [];
          for (const merged of merge(ask(growing, query, paged.at(-1)), query.order)) {
            page.push(flat(merged));
            if (page.length === size) break;
          }
          paged.push(...page);
          assert.ok(paged.length <= 100, "pages without end");
          if (page.length < size) break;
          const rows = growing[late.pop() ?? -1]?.rows;
          rows?.push({ at: (newest + 1) as WallMs, id: (rows.length + 1) as SnapshotId });
        }
        const seen = query.order === "newest" ? paged : paged.slice(0, expected.length);
        assert.deepEqual(seen, expected);
      },
    ),
    { numRuns: 300 },
  );
});

test("a merge reads one row ahead and closes every source when the reader stops", () => {
  const read: string[] = [];
  function* source(name: string): Generator<Row> {
    try {
      for (let id = 9; id > 0; id -= 1) {
        read.push(`${name}${id}`);
        yield { at: id as WallMs, id: id as SnapshotId };
      }
    } finally {
      read.push(`${name} closed`);
    }
  }
  const sources = ["a", "b"].map((name, index) => ({
    project: projectIds[index] ?? ("" as ProjectId),
    rows: source(name),
  }));
  for (const { row } of merge(sources, "newest")) {
    if (row.id === 8) break;
  }
  assert.deepEqual(read, ["a9", "b9", "b8", "a8", "a closed", "b closed"]);
});

test("where one source pauses so does the listing, and no row is lost by it", () => {
  const at = (id: number): Row => ({ at: id as WallMs, id: id as SnapshotId });
  const sources = [
    { project: projectIds[0] as ProjectId, rows: [undefined, at(4), undefined, at(1)] },
    { project: projectIds[1] as ProjectId, rows: [at(3), undefined] },
  ];
  const listed = [...mergeRows(sources, "newest")];
  assert.deepEqual(
    listed.map((merged) => merged?.row.id),
    [undefined, 4, undefined, 3, undefined, 1],
  );
});
