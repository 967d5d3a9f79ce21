import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@unf/core/config";
import { Stage } from "./stage.ts";

// A time without a watch is a gap: from before the first change that may have been missed to the moment
// in which somebody watches again.

const dead = { kind: "dead", cause: new Error("planted") } as const;

test("the gap of an overflow begins before the piece of the queue that was read first", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  await stage.clock.advance(5000);
  const lastCertain = stage.clock.wall();
  stage.closed("a.txt");
  // The recorder was stopped for ten seconds; the queue filled up at once and is read in two pieces.
  stage.clock.stall(10_000);
  stage.closed("a.txt");
  await stage.clock.advance(20);
  stage.hint({ kind: "overflow", proven: true });
  const [gap] = stage.timeline.gaps();
  assert.equal(gap?.reason, "overflow");
  assert.equal(gap?.from, lastCertain);
});

test("a watcher that dies while it is set up does not count as watching", async () => {
  let isFirst = true;
  await using stage: Stage = new Stage({
    onWatch: () => {
      if (isFirst) stage.hint(dead);
      isFirst = false;
    },
  });
  await stage.start();
  assert.equal(stage.project.condition.kind, "degraded");
  await stage.clock.advance(limits.sweep.degradedEveryMs);
  await stage.project.tick();
  assert.equal(stage.project.condition.kind, "watching");
});

test("flushes do not keep a dead watcher from being set up again", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.hint(dead);
  for (let flushed = 0; flushed < 4; flushed += 1) {
    await stage.clock.advance(limits.sweep.degradedEveryMs / 3);
    await stage.flush();
    await stage.project.tick();
  }
  assert.equal(stage.project.condition.kind, "watching");
});

test("all the time without a watcher lies in gaps, whatever was swept meanwhile", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const died = stage.clock.wall();
  stage.hint(dead);
  for (let minute = 0; minute < 3; minute += 1) {
    await stage.clock.advance(limits.sweep.degradedEveryMs / 3);
    await stage.flush();
  }
  await stage.project.tick();
  const resumed = stage.clock.wall();
  await stage.clock.advance(100);
  await stage.flush();
  let covered: number = died;
  for (const gap of stage.timeline.gaps()) {
    assert.equal(gap.reason, "watcher_failed");
    assert.notEqual(gap.closedAt, null);
    assert.ok(gap.from <= covered, `nothing says what happened from ${covered} to ${gap.from}`);
    covered = Math.max(covered, gap.to);
  }
  assert.equal(covered, resumed);
});

test("a sweep does not close a gap that went on while it ran", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const { gaps } = stage.project;
  const read = () => stage.timeline.gaps().map(({ closedAt }) => closedAt !== null);
  gaps.begin("watcher_failed", stage.clock.wall());
  gaps.end("watcher_failed");
  const taken = gaps.takeUnclosed();
  await stage.clock.advance(100);
  gaps.begin("watcher_failed", stage.clock.wall());
  await stage.clock.advance(100);
  gaps.end("watcher_failed");
  gaps.close(taken, 0);
  assert.deepEqual(read(), [false]);
  gaps.close(gaps.takeUnclosed(), 0);
  assert.deepEqual(read(), [true]);
  const [gap] = stage.timeline.gaps();
  assert.equal((gap?.to ?? 0) - (gap?.from ?? 0), 200);
});
