import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RelPath, SnapshotId, WallMs } from "@unf/core/base";
import { retentionPages } from "./timeline-retention-deeds.ts";
import { a64, b64, commit, deletion, recording } from "./timeline-rows.ts";
import { implementations } from "./timeline-stage.ts";
import { start } from "./timeline-worlds.ts";

for (const [name, open] of implementations) {
  describe(name, () => {
    test("deletes rows but a path's newest, and lets go of a content when no row has it any more", () => {
      using timeline = open();
      const at = (ms: number) => ({ at: (start + ms) as WallMs });
      const candidates = [{ session: "s-1", turn: null, toolCall: null }];
      const rows = [recording("a", at(1)), recording("a", { ...at(2), hash: b64, settled: false })];
      commit(timeline, ...rows.map((row) => ({ ...row, candidates })), recording("a", at(3)));
      const order = { cause: "asked", argv: ["prune"], at: start } as const;
      const first = timeline.deleteSnapshots({ ...order, ids: [1, 3, 9] as SnapshotId[] });
      assert.deepEqual(first, { pruning: 1, deleted: 1 });
      const pruned = { id: 1, at: start, cause: "asked", argv: ["prune"], snapshots: 1 };
      const one = at(1).at;
      assert.deepEqual(timeline.prunings(), [{ ...pruned, from: one, to: at(2).at }]);
      timeline.deleteSnapshots({ ...order, ids: [2 as SnapshotId], extend: 1 });
      assert.deepEqual(timeline.prunings(), [{ ...pruned, snapshots: 2, from: one, to: at(3).at }]);
      assert.deepEqual(timeline.candidates(1 as SnapshotId), []);
      assert.equal(timeline.facts().contentBytes, 6);
      while (timeline.settleReleased());
      const { snapshots, settled, contentBytes } = timeline.facts();
      assert.deepEqual([snapshots, settled, contentBytes], [1, 1, 3]);
      assert.deepEqual([timeline.contentRow(a64)?.id, timeline.contentRow(b64)], [3, undefined]);
      assert.deepEqual(timeline.prunings(at(4).at), []);
    });

    test("a content that is recorded again while it is released stays", () => {
      using timeline = open();
      commit(timeline, recording("a", { hash: b64 }), recording("a"));
      timeline.deleteSnapshots({ ids: [1 as SnapshotId], cause: "policy", argv: [], at: start });
      commit(timeline, recording("c", { hash: b64 }));
      while (timeline.settleReleased());
      assert.deepEqual([timeline.contentRow(b64)?.id, timeline.facts().contentBytes], [3, 6]);
    });

    test("rows that are deleted as a whole leave the state that the rows left over tell", () => {
      using timeline = open();
      commit(timeline, recording("a", { hash: b64 }), recording("a"), recording("b"));
      commit(timeline, recording("c"), deletion("c"));
      const order = { cause: "forget", argv: [], at: start, whole: true } as const;
      timeline.deleteSnapshots({ ...order, ids: [2, 3, 5] as SnapshotId[] });
      const heads = timeline.heads("" as RelPath, undefined, 9);
      assert.deepEqual(
        heads.map(({ path, snapshot, hash, racy }) => [path, snapshot, hash, racy]),
        [
          ["a", 1, b64, true],
          ["c", 4, a64, true],
        ],
      );
      assert.equal(timeline.facts().files, 2);
      assert.equal(timeline.knows("b" as RelPath), false);
    });

    test("rows for retention come the newest of a path first, page after page none twice or left out", () => {
      using timeline = open();
      const together = { at: start };
      const later = { at: (start + 1) as WallMs };
      // The raw byte is written with slashes in the column: it comes before `a/b`, not behind it.
      const names = ["a\udcc3", "a.b", "a", "a/b"];
      for (const when of [together, together, together, later, later]) {
        commit(timeline, ...names.map((path) => recording(path, when)));
      }
      const expected = ["a", "a.b", "a\udcc3", "a/b"].flatMap((path) =>
        [4, 3, 2, 1, 0].map((round) => [path, round * 4 + names.indexOf(path) + 1]),
      );
      for (const limit of [1, 2, 3, 5, 7, 99]) {
        const pages = [...retentionPages(timeline, limit)];
        assert.ok(pages.slice(0, -1).every(({ length }) => length === limit));
        assert.deepEqual(
          pages.flatMap((page) => page.map(({ path, id }) => [path, id])),
          expected,
          `${limit} a page`,
        );
      }
    });
  });
}
