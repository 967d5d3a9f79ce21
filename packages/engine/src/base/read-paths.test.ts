import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { RetentionPoint, RetentionRow } from "@unf/core/timeline";
import { type PathRows, readPaths, readPathsAtOnce } from "./read-paths.ts";

/** Of one path after the other as many versions as the numbers say. */
class Listing {
  readonly #rows: RetentionRow[] = [];

  constructor(...lengths: readonly number[]) {
    for (const [index, length] of lengths.entries()) {
      for (let n = 0; n < length; n += 1) this.#rows.push(this.#newest(index));
    }
    this.#rows.sort(compare);
  }

  record(path: number): void {
    this.#rows.push(this.#newest(path));
    this.#rows.sort(compare);
  }

  retentionRows(after: RetentionPoint | undefined, limit: number): RetentionRow[] {
    const rest = this.#rows.filter((row) => after === undefined || compare(row, after) > 0);
    return rest.slice(0, limit);
  }

  #newest(path: number): RetentionRow {
    const id = (this.#rows.length + 1) as SnapshotId;
    return { id, path: `p${path}` as RelPath, at: (id >> 2) as WallMs } as RetentionRow;
  }
}

function compare(a: RetentionPoint, b: RetentionPoint): number {
  return a.path === b.path ? b.id - a.id : a.path < b.path ? -1 : 1;
}

for (const lengths of [
  [],
  [1],
  [1500],
  [1, 499, 500, 1, 1200, 3],
  [499, 2, 500, 1],
  [300, 300, 1400],
]) {
  const said = lengths.join(", ");
  test(`every path comes once, whole and its oldest row first: ${said || "no row"}`, async () => {
    const listing = new Listing(...lengths);
    const expected = lengths.map((length, index) => `p${index}: ${length}`);
    const slowly: PathRows[] = [];
    for await (const rows of readPaths(listing, async () => undefined)) slowly.push(rows);
    for (const paths of [slowly, [...readPathsAtOnce(listing)]]) {
      assert.deepEqual(
        paths.map((rows) => `${rows[0]?.path}: ${rows.length}`),
        expected,
      );
      for (const rows of paths) {
        assert.ok(rows.every(({ path }) => path === rows[0]?.path));
        assert.ok(rows.every(({ id }, at) => at === 0 || id > (rows[at - 1]?.id ?? id)));
      }
    }
  });
}

test("everything else has its turn within a path, and what is recorded then comes the next time", async () => {
  const listing = new Listing(1, 2000, 1);
  let breaths = 0;
  const breathe = async () => {
    breaths += 1;
    listing.record(1);
  };
  const seen: string[] = [];
  for await (const rows of readPaths(listing, breathe)) {
    seen.push(`${rows[0]?.path}: ${rows.length} after ${breaths}`);
  }
  assert.deepEqual(seen, ["p0: 1 after 0", "p1: 2000 after 4", "p2: 1 after 4"]);
});
