import assert from "node:assert/strict";
import { test } from "node:test";
import type { MonoMs, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type Gap, stampOf } from "@unf/core/timeline";
import { LapseWatch } from "@unf/engine";
import { watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

/** A project with a file, recorded that is watched for lapses. */
async function beating(): Promise<Stage> {
  const stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const lapses = new LapseWatch(stage.clock, limits.lapse, (lapse) => stage.project.missed(lapse));
  const { clock } = stage;
  const beat = (): void => {
    lapses.beat();
    clock.alarm((clock.mono() + limits.lapse.beatMs) as MonoMs, beat);
  };
  clock.alarm((clock.mono() + limits.lapse.beatMs) as MonoMs, beat);
  await clock.advance(5000);
  return stage;
}

function spans(stage: Stage): readonly (readonly [Gap["reason"], number])[] {
  return stage.timeline.gaps().map(({ reason, from, to }) => [reason, to - from]);
}

test("a recorder that stood still has a gap of that length, closed by a sweep", async () => {
  await using stage = await beating();
  stage.clock.stall(20_000);
  stage.write("a.txt", "2\n");
  stage.write("b.txt", "2\n");
  await stage.clock.advance(1000);
  assert.deepEqual(spans(stage), [["daemon_away", 20_000]]);
  assert.equal(stage.timeline.gaps()[0]?.pathsDiffered, 2);
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("a short stall and a small correction of the clock are no gap", async () => {
  await using stage = await beating();
  stage.clock.stall(limits.lapse.lateMs);
  await stage.clock.advance(1000);
  stage.clock.jump(limits.lapse.jumpMs);
  await stage.clock.advance(1000);
  stage.clock.jump(-limits.lapse.jumpMs);
  await stage.clock.advance(60_000);
  assert.deepEqual(spans(stage), []);
});

test("a machine that slept has a gap as long as its sleep", async () => {
  await using stage = await beating();
  stage.clock.jump(8 * 3600_000);
  await stage.clock.advance(3000);
  const [gap] = stage.timeline.gaps();
  assert.equal(gap?.reason, "clock_jump");
  assert.ok((gap?.to ?? 0) - (gap?.from ?? 0) >= 8 * 3600_000);
  assert.notEqual(gap?.closedAt, null);
});

test("a clock that is set back: rows stay in order and show what it showed, and the span is told", async () => {
  await using stage = await beating();
  stage.save("a.txt", "2\n");
  await stage.clock.advance(5000);
  const before = stage.clock.wall();
  stage.clock.jump(-3600_000);
  stage.save("a.txt", "3\n");
  await stage.clock.advance(5000);
  stage.save("b.txt", "3\n");
  await stage.flush();
  const stamps = stage.rows().map(stampOf);
  assert.deepEqual(
    stamps,
    stamps.toSorted((a, b) => a - b),
  );
  assert.ok((stamps.at(-1) ?? 0) <= before, "no row is in the future of what was recorded");
  assert.ok((stage.rows("b.txt")[0]?.at ?? before) <= stage.clock.wall());
  const [gap] = stage.timeline.gaps();
  assert.equal(gap?.reason, "clock_jump");
  assert.ok((gap?.from ?? 0) < before && (gap?.to ?? 0) >= before - 1000, JSON.stringify(gap));
  assert.deepEqual(stage.state(), readPicture(stage.root));
  stage.clock.jump(3600_000);
  await stage.clock.advance(1000);
  stage.save("c.txt", "3\n");
  await stage.flush();
  assert.ok((stage.rows("c.txt")[0]?.at ?? 0) > before);
});

test("each span without a recorder is one gap, whoever noticed it", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const lastRow = stage.rows()[0]?.at;
  assert.ok(lastRow !== undefined);
  for (let round = 0; round < 3; round += 1) {
    await stage.clock.advance(60_000);
    await stage.crash();
    // Nothing was recorded meanwhile, so that each time the last row is all that is known.
    await stage.project.start({ cause: "sweep", awaySince: lastRow });
  }
  assert.deepEqual(spans(stage), [
    ["daemon_away", 60_000],
    ["daemon_away", 60_000],
    ["daemon_away", 60_000],
  ]);
});

test("events lost again and again before the sweep are one gap", async () => {
  await using stage = await beating();
  for (let n = 0; n < 5; n += 1) {
    stage.hint({ kind: "overflow", proven: true });
    await stage.clock.advance(2);
  }
  await stage.clock.advance(1000);
  const [gap, ...more] = stage.timeline.gaps();
  assert.deepEqual(more, []);
  assert.notEqual(gap?.closedAt, null);
});

test("an absence that began in an operation is a gap from its beginning, however often recovery is killed", async () => {
  const died = new Error("planted: killed");
  let isKilled = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          isKilled ||= method === "exchange" && String(args[0]).endsWith(".unf-1-0.new");
          if (isKilled) throw died;
        },
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  const id = await stage.flush();
  assert.ok(id !== null);
  stage.write("a.txt", "2\n");
  await assert.rejects(stage.restore({ target: { id } }), died);
  isKilled = false;
  const began = stage.rows().at(-1)?.at;
  await stage.clock.advance(60_000);
  stage.write("a.txt", "written while nobody looked\n");
  await stage.clock.advance(60_000);
  // The first recovery records what it replaces, and is then killed itself.
  assert.equal(await stage.crash(), began);
  assert.ok((stage.rows().at(-1)?.at ?? 0) > (began ?? 0));
  const [gap, ...more] = stage.timeline.gaps();
  assert.deepEqual(
    [gap?.reason, gap?.from, gap?.to, gap?.closedAt, more],
    ["daemon_away", began, stage.clock.wall(), null, []],
  );
  await stage.clock.advance(60_000);
  const awaySince = await stage.crash();
  assert.ok(awaySince !== undefined);
  await stage.project.start({ cause: "sweep", awaySince });
  assert.deepEqual(spans(stage), [
    ["daemon_away", 120_000],
    ["daemon_away", 60_000],
  ]);
});

test("recovery says until when the project was recorded: by its newest row or the heartbeat", async () => {
  await using stage = new Stage();
  assert.equal(await stage.project.recover(), undefined, "there is no row yet");
  stage.write("a.txt", "1\n");
  await stage.start();
  const at = stage.rows()[0]?.at as WallMs;
  await stage.clock.advance(60_000);
  assert.equal(await stage.crash(), at);
  assert.deepEqual(stage.timeline.gaps(), [], "nothing was left to finish");
  assert.equal(await stage.project.recover(false, (at + 5) as WallMs), at + 5);
  assert.equal(await stage.project.recover(false, (at - 5) as WallMs), at);
});
