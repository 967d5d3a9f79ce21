import assert from "node:assert/strict";
import { test } from "node:test";
import { StorageError, type WallMs } from "@unf/core/base";
import { startProject } from "@unf/wiring/recorder";
import { Stage } from "./stage.ts";

// A gap begins no earlier than what is known, and never ends before it begins.

const minute = 60_000;
const nineteenSeventy = 5 * minute;

function bounds(stage: Stage): readonly (readonly [string, number, number])[] {
  return stage.timeline.gaps().map(({ reason, from, to }) => [reason, from, to]);
}

test("a project that could never be recorded has a gap from when it was first watched", async () => {
  const full = new StorageError("no_space", "planted: the disk is full");
  let held: StorageError | undefined = full;
  await using stage = new Stage({ storage: { held: () => held, makeRoom: () => false } });
  const born = stage.clock.wall();
  stage.write("a.txt", "1\n");
  await stage.clock.advance(minute);
  await startProject(stage.project, {});
  for (const [reason, from, to] of bounds(stage)) {
    assert.ok(from >= born && from <= to, `${reason} from ${from} to ${to}, made at ${born}`);
  }
  held = undefined;
  await stage.clock.advance(minute);
  await stage.flush();
  assert.ok(stage.timeline.gaps().every(({ closedAt }) => closedAt !== null));
});

test("with a clock that is not set yet, a gap begins where knowledge ends", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  await stage.clock.advance(minute);
  stage.save("a.txt", "2\n");
  await stage.flush();
  const known = stage.timeline.facts().lastAt ?? 0;
  const before = stage.clock.wall();
  stage.clock.jump(nineteenSeventy - before);
  const awaySince = await stage.crash();
  await stage.project.start({ cause: "sweep", awaySince: awaySince ?? (0 as WallMs) });
  stage.clock.jump(before - nineteenSeventy);
  stage.project.missed({
    reason: "clock_jump",
    from: nineteenSeventy as WallMs,
    to: stage.clock.wall(),
  });
  const spans = bounds(stage);
  assert.ok(spans.length > 0);
  for (const [reason, from, to] of spans) {
    assert.ok(from >= known && from <= to, `${reason} from ${from} to ${to}, known until ${known}`);
  }
});

test("a project that was closed in order is away since then, and not since its last change", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  await stage.clock.advance(60 * minute);
  const closedAt = stage.clock.wall();
  await stage.project.close();
  await stage.clock.advance(minute);
  const awaySince = await stage.crash();
  assert.equal(awaySince, closedAt);
});

test("an empty project that was watched when its recorder was killed has a gap since then", async () => {
  await using stage = new Stage();
  await startProject(stage.project, {});
  const watchedAt = stage.clock.wall();
  await stage.clock.advance(minute);
  stage.write("a.txt", "1\n");
  stage.reopen();
  await startProject(stage.project, { heartbeat: watchedAt, wasCutOff: true });
  assert.deepEqual(
    stage.timeline.gaps().map(({ reason, from, pathsDiffered }) => [reason, from, pathsDiffered]),
    [["daemon_away", watchedAt, 1]],
  );
});
