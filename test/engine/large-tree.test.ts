import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { FileSystem, Hint } from "@unf/core/ports";
import { FakeClock } from "../kit/fake-clock.ts";
import { Stage } from "./stage.ts";

// A tree far larger than what the system watches, in small: what grows with it is counted, not timed.

const whole = "" as RelPath;

/** A stage that counts how often the project's root and everything in it is listed. */
function countingStage(onList: () => void = () => undefined) {
  const counts = { all: 0, root: 0 };
  // Ahead of the disk's time, so that no stat is doubted.
  const clock = new FakeClock({ start: Date.now() + 86_400_000 });
  const stage: Stage = new Stage({
    clock,
    wrap: (fs): FileSystem => ({
      ...fs,
      list: (path) => {
        const isInside = path.startsWith(stage.root);
        if (isInside) counts.all += 1;
        if (path === stage.root) counts.root += 1;
        if (isInside) onList();
        return fs.list(path);
      },
    }),
  });
  return { stage, counts, clock };
}

const refused = (path: string): Hint => ({
  kind: "unwatched",
  path: path as RelPath,
  code: "ENOSPC",
});

async function pass(stage: Stage, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    await stage.clock.advance(1000);
    await stage.project.tick();
  }
}

test("a sweep lets everything else have its turn where nothing is recorded, too", async () => {
  const turns: number[] = [];
  let listed = 0;
  const { stage, clock } = countingStage(() => {
    listed += 1;
    clock.stall(limits.daemon.sliceMs);
  });
  await using _ = stage;
  await stage.start();
  for (let n = 0; n < 50; n += 1) disk.mkdirSync(stage.at(`d${n}/e`), { recursive: true });
  clock.onBreathe = () => {
    turns.push(listed);
    listed = 0;
  };
  listed = 0;
  await stage.flush();
  assert.ok(turns.length >= 100, `${turns.length} turns for 101 directories`);
  assert.ok(Math.max(...turns) <= 2, `${Math.max(...turns)} directories in one go`);
});

test("what cannot be watched from the start is part of the first sweep, not one before it", async () => {
  const { stage, counts, clock } = countingStage();
  await using _ = stage;
  for (let n = 0; n < 100; n += 1) {
    stage.write(`d${n}/.gitignore`, "*.log\n");
    stage.write(`d${n}/a.txt`, `${n}\n`);
  }
  stage.onWatch = () => {
    for (let n = 0; n < 100; n += 1) stage.hint(refused(`d${n}`));
  };
  stage.onRewatch = (directory) => stage.hint(refused(directory));
  const start = { cause: "baseline" } as const;
  assert.ok(await stage.project.attach(start));
  const listed = counts.root;
  // However long other projects take first.
  await clock.advance(10_000);
  assert.equal(counts.root, listed);
  const report = await stage.project.sweepFirst(start);
  assert.deepEqual([report?.files, report?.recorded], [200, 200]);
  assert.deepEqual(new Set(stage.rows().map(({ cause }) => cause)), new Set(["baseline"]));
  await pass(stage, 5000);
  assert.equal(counts.root, listed + 1);
  assert.ok(!stage.rewatched.includes(whole));
});

test("what happens between the beginning of a watch and its first sweep is recorded", async () => {
  const { stage, clock } = countingStage();
  await using _ = stage;
  const start = { cause: "baseline" } as const;
  assert.ok(await stage.project.attach(start));
  stage.save("a.txt", "1\n");
  await clock.advance(1000);
  assert.deepEqual(stage.state(), { "a.txt": "0644 1\n" });
  await stage.project.sweepFirst(start);
  assert.equal(stage.rows().length, 1);
});

test("beyond the watch limit one directory is tried again for all, and nothing is swept for it", async () => {
  const { stage, counts } = countingStage();
  await using _ = stage;
  const directories = Array.from({ length: limits.watch.refusedMax + 500 }, (_, n) => `d${n}`);
  await stage.start();
  const refuse = (directory: RelPath) =>
    stage.hint(...(directory === "" ? directories : [directory]).map(refused));
  stage.onRewatch = refuse;
  refuse(whole);
  await pass(stage, 5000);
  const { condition } = stage.project;
  assert.ok(condition.kind === "degraded");
  assert.match(condition.why, /^more than 1000 directories cannot be watched \(ENOSPC\)/);
  const swept = counts.root;
  // Not so long that a sweep is due by the clock.
  await pass(stage, 2 * limits.watch.retryMs);
  assert.equal(stage.rewatched.length, 2);
  assert.ok(!stage.rewatched.includes(whole));
  assert.equal(counts.root, swept);

  // There is room: once that shows for one, everything is tried.
  stage.onRewatch = () => undefined;
  await pass(stage, limits.watch.retryMs + 2000);
  assert.equal(stage.rewatched.at(-1), whole);
  assert.equal(stage.project.condition.kind, "watching");
  assert.equal(counts.root, swept + 1);
});

test("a directory that becomes watchable again is no longer counted, whatever others are refused", async () => {
  const { stage } = countingStage();
  await using _ = stage;
  await stage.start();
  const isShut = new Set(Array.from({ length: 100 }, (_, n) => `d${n}`));
  const refuse = (path: string): Hint => ({
    kind: "unwatched",
    path: path as RelPath,
    code: "EACCES",
  });
  stage.onRewatch = (directory) => {
    if (isShut.has(directory)) stage.hint(refuse(directory));
  };
  stage.hint(...[...isShut].map(refuse));
  isShut.delete("d7");
  isShut.delete("d99");
  await pass(stage, 2 * limits.watch.retryMs + 2000);
  const { condition } = stage.project;
  assert.match(condition.kind === "degraded" ? condition.why : "", /^98 directories/);
});

test("however many ignore files a sweep finds, the tree is watched again once for all", async () => {
  const { stage, counts } = countingStage();
  await using _ = stage;
  await stage.start();
  const files = 150;
  for (let n = 0; n < files; n += 1) stage.write(`d${n}/.gitignore`, "*.log\n");
  await stage.flush();
  await pass(stage, 5000);
  assert.deepEqual(stage.rewatched, [whole]);
  assert.ok(counts.all < 4 * files, `${counts.all} listings`);
});

test("ignore files that are saved while others are looked at are watched again together", async () => {
  const { stage } = countingStage();
  await using _ = stage;
  await stage.start();
  const files = 150;
  for (let n = 0; n < files; n += 1) stage.save(`d${n}/.gitignore`, "*.log\n");
  await pass(stage, 5000);
  assert.ok(stage.rewatched.length <= 4, `${stage.rewatched.length} times`);
  assert.equal(Object.keys(stage.state()).length, files);
});
