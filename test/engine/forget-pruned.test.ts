import assert from "node:assert/strict";
import { test } from "node:test";
import type { SnapshotId, WallMs } from "@unf/core/base";
import type { Forgetting } from "@unf/core/timeline";
import { forgetRows, readForgetPlan, takeBackPrunings } from "@unf/engine";
import { digest } from "@unf/system/digest";
import { Stage } from "./stage.ts";

test("an order to forget means what policy or cap has just deleted, too, and then nothing comes back", async () => {
  await using stage = new Stage();
  await stage.start();
  for (const text of ["secret\n", "harmless\n", "more\n"]) {
    stage.save("a.txt", text);
    await stage.flush();
  }
  const [first, second] = stage.rows();
  assert.ok(first !== undefined && second !== undefined);
  const at = stage.clock.wall();
  const ids = [first.id, second.id];
  stage.timeline.deleteSnapshots({ ids, cause: "cap", argv: [], at });
  while (stage.timeline.settleReleased());
  const order: Forgetting = {
    ...{ id: 1, at, kind: "path", pattern: "a.txt", upTo: first.id as SnapshotId },
    ...{ hashes: [], lasting: false, state: "pending", snapshots: 0 },
  };
  const plan = readForgetPlan(stage.timeline, [order], digest);
  assert.deepEqual(
    plan.contents.map(({ hash }) => hash),
    [first.hash],
    "its content is named, so that it is deleted",
  );
  const ports = { timeline: stage.timeline, clock: stage.clock, sliceMs: 8 };
  await forgetRows(ports, [order], ["forget", "a.txt"]);
  assert.deepEqual(stage.timeline.pruned(), []);
  assert.deepEqual(await takeBackPrunings(stage.project), { versions: 0, lost: 0 });
  assert.equal(stage.rows().length, 1);
  assert.equal(stage.timeline.pruned(0 as WallMs).length, 0);
});
