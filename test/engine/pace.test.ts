import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import { limits } from "@unf/core/config";
import { FakeClock } from "../kit/fake-clock.ts";
import { Stage } from "./stage.ts";

for (const [count, everyMs] of [
  [25, 1000],
  [61, 400],
  [61, 300],
] as const) {
  test(`all of ${count} states saved ${everyMs} ms apart are recorded`, async () => {
    await using stage = new Stage();
    await stage.start();
    const saved = await saveEach(stage, "a.txt", count, everyMs);
    await stage.clock.advance(1000);
    assert.deepEqual(contents(stage, "a.txt"), saved);
    assert.deepEqual(stage.timeline.gaps(), []);
  });
}

test("a file that is empty, or gone, for 300 ms between other states is recorded so", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveEach(stage, "a.txt", 5, 400);
  stage.save("a.txt", "");
  await stage.clock.advance(300);
  stage.save("a.txt", "back\n");
  await stage.clock.advance(300);
  stage.remove("a.txt");
  stage.gone("a.txt");
  await stage.clock.advance(300);
  stage.save("a.txt", "again\n");
  await stage.clock.advance(300);
  assert.deepEqual(contents(stage, "a.txt").slice(5), ["", "back\n", undefined, "again\n"]);
});

test("a path that costs too much is read at the growing gap, alone, and what that misses is said once", async () => {
  // A thousandth of everything: 60 kB in a minute, and a writer of 5 kB/s.
  const pace = { ...limits.pace, bytesPerSecondMax: 1000 };
  await using stage = new Stage({ limits: { pace } });
  await stage.start();
  const saved: string[] = [];
  for (let ms = 0; ms < 60_000; ms += 400) {
    stage.save("hot.json", `${String(ms).padStart(1999, "x")}\n`);
    if (ms % 2000 === 0) saved.push(saveNext(stage, "calm.txt", ms));
    await stage.clock.advance(400);
    if (ms % 1200 === 0) await stage.project.tick();
    if (ms < 12_000) assert.equal(stage.rows("hot.json").length, ms / 400 + 1, `after ${ms} ms`);
  }
  await stage.flush();
  const kept = stage.rows("hot.json").length;
  assert.ok(kept >= 30 && kept < 80, `${kept} of 150 states kept`);
  assert.deepEqual(contents(stage, "calm.txt"), saved);
  const [gap, ...others] = stage.timeline.gaps();
  assert.deepEqual(others, []);
  assert.ok(gap !== undefined);
  assert.deepEqual([gap.reason, gap.path, gap.closedBy], ["too_fast", "hot.json", "capture"]);
  assert.equal(gap.statesMissed, 150 - kept);
  const newest = stage.rows("hot.json").at(-1)?.at ?? 0;
  assert.ok(gap.from > newest - 49_000 && gap.from < gap.to && gap.to <= newest);
});

test("what was missed after a long rest, or by another recorder, is told anew; no sweep has to close it", async () => {
  const pace = { ...limits.pace, bytesPerSecondMax: 1 };
  await using stage = new Stage({ limits: { pace } });
  await stage.start();
  const told = () => stage.timeline.gaps().map(({ reason, closedBy }) => `${reason} ${closedBy}`);
  const each = "too_fast capture";
  await saveEach(stage, "a.txt", 60, 400);
  await stage.flush();
  assert.deepEqual(told(), [each]);
  await stage.clock.advance(16 * 60_000);
  await saveEach(stage, "a.txt", 60, 400);
  await stage.flush();
  assert.deepEqual(told(), [each, each]);
  await stage.crash();
  await stage.start();
  await saveEach(stage, "a.txt", 60, 400);
  await stage.flush();
  assert.deepEqual(told(), [each, each, each]);
  assert.equal(stage.project.gaps.count, 0);
});

test("a busy recorder says nothing of files that it would not record anyway", async () => {
  // So busy that 400 ms go by before anything is read.
  const clock = new FakeClock({ start: Date.now() - 86_400_000, creepMs: 400 });
  await using stage = new Stage({ clock });
  await stage.start();
  for (const path of [".unf-1-38.new", "node_modules/x.js", "a.txt"]) {
    for (const text of ["one\n", "two\n", "three\n"]) stage.save(path, text);
  }
  await stage.flush();
  assert.deepEqual(
    stage.timeline.gaps().map(({ reason, path }) => [reason, path]),
    [["too_fast", "a.txt"]],
  );
});

test("while the daemon is busy, what takes more than its part of the time is slowed", async () => {
  const kept: number[] = [];
  for (const share of [0.9, 0]) {
    const clock = new FakeClock({ start: Date.now() - 86_400_000, creepMs: 0.5 });
    // A part so small that any capture takes more.
    const pace = { ...limits.pace, cpuShareMax: 0.000_001 };
    await using stage = new Stage({
      clock,
      limits: { pace },
      readCpuMs: () => clock.now * share,
    });
    await stage.start();
    for (let second = 0; second < 20; second += 1) {
      await stage.clock.advance(1000);
      await stage.project.tick();
    }
    await saveEach(stage, "a.txt", 30, 400);
    kept.push(stage.rows("a.txt").length);
  }
  assert.ok((kept[0] ?? 0) < 20, `${kept[0]} of 30`);
  assert.equal(kept[1], 30);
});

test("a log that grows keeps its growing gap, is no gap in the record, and a rewrite of it is kept", async () => {
  await using stage = new Stage();
  await stage.start();
  let text = "";
  const append = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      text += `line ${text.length}\n`;
      disk.appendFileSync(stage.at("run.log"), `line ${text.length}\n`);
      text = disk.readFileSync(stage.at("run.log"), "utf8");
      stage.closed("run.log");
      await stage.clock.advance(400);
    }
  };
  await append(30);
  const rows = stage.rows("run.log").length;
  assert.ok(rows < 15, `${rows} of 30 states`);
  stage.save("run.log", "rotated\n");
  await stage.clock.advance(300);
  stage.save("run.log", "and again\n");
  await stage.clock.advance(300);
  await append(5);
  await stage.flush();
  assert.ok(contents(stage, "run.log").includes("rotated\n"));
  assert.equal(contents(stage, "run.log").at(-1), text);
  assert.deepEqual(stage.timeline.gaps(), []);
});

test("a hot file that is not recorded is looked at ever less often, and nothing of it is missed", async () => {
  let reads = 0;
  await using stage = new Stage({
    wrap: (fs) => ({
      ...fs,
      read: (path, limit) => {
        if (path.endsWith("a.dat")) reads += 1;
        return fs.read(path, limit);
      },
    }),
  });
  await stage.start();
  for (let n = 0; n < 35; n += 1) {
    stage.save("a.dat", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, n]));
    await stage.clock.advance(400);
  }
  await stage.flush();
  assert.ok(reads < 15, `${reads} reads`);
  assert.deepEqual(stage.timeline.gaps(), []);
});

/** Saves so many states; gives them. */
async function saveEach(
  stage: Stage,
  path: string,
  count: number,
  everyMs: number,
): Promise<string[]> {
  const saved: string[] = [];
  for (let n = 0; n < count; n += 1) {
    saved.push(saveNext(stage, path, n));
    await stage.clock.advance(everyMs);
  }
  return saved;
}

function saveNext(stage: Stage, path: string, n: number): string {
  const content = `state ${n}\n`;
  stage.save(path, content);
  return content;
}

/** Everything recorded of the path, oldest first; `undefined` for a deletion. */
function contents(stage: Stage, path: string): (string | undefined)[] {
  return stage.rows(path).map((row) => (row.hash === null ? undefined : stage.contentOf(row)));
}
