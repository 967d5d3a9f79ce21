import assert from "node:assert/strict";
import { test } from "node:test";
import { type Checkpoints, checkpointsAnswer } from "./read-checkpoints.ts";

const checkpoints = [9, 7, 4, 2, 1].map((id) => ({
  ...{ id, label: `at ${id}`, message: null, at: 1_700_000_000_000 + id },
  ...{ snapshot: id, files: 3, pinned: false, payloadBytes: null },
}));
const found = { scope: { project: { root: "/p" } }, checkpoints } as unknown as Checkpoints;

test("pages of checkpoints have each of them once, with how many there are on each", () => {
  for (const limit of [1, 2, 3, 5, 9]) {
    const seen: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = checkpointsAnswer(found, { limit, before });
      assert.equal(page.total, 5);
      seen.push(...page.checkpoints.map(({ id }) => id));
      before = page.next;
    }
    assert.deepEqual(seen, ["cp:9", "cp:7", "cp:4", "cp:2", "cp:1"], `${limit}`);
  }
  // One that was deleted meanwhile was the last of a page.
  const { checkpoints: rest } = checkpointsAnswer(found, { limit: 9, before: "cp:5" });
  assert.deepEqual(
    rest.map(({ id }) => id),
    ["cp:4", "cp:2", "cp:1"],
  );
  assert.deepEqual(checkpointsAnswer(found).next, null);
  for (const before of ["cp:0", "v3", "cp:", "7"])
    assert.throws(() => checkpointsAnswer(found, { limit: 1, before }), { code: "usage" });
});
