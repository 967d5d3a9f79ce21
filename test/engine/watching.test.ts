import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { FakeClock } from "../kit/fake-clock.ts";
import { Stage } from "./stage.ts";

// The watcher cannot do all of its work.

const deep = "deep" as RelPath;

/** Goes on by a second at a time, as the daemon does. */
async function pass(stage: Stage, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    await stage.clock.advance(1000);
    await stage.project.tick();
  }
  await stage.clock.advance(500);
}

function gaps(stage: Stage): string[] {
  return stage.timeline
    .gaps()
    .map((gap) => `${gap.reason} ${gap.closedAt === null ? "open" : "closed"}`);
}

test("a reached watch limit is one gap until there is room again, and never 'watching'", async () => {
  await using stage = new Stage();
  await stage.start();
  const refuse = () => stage.hint({ kind: "unwatched", path: deep, code: "ENOSPC" });
  stage.onRewatch = refuse;
  const from = stage.clock.wall();
  refuse();
  for (let n = 0; n < 50; n += 1) {
    stage.write("deep/a.txt", `${n}\n`);
    await pass(stage, 2000);
    const { condition } = stage.project;
    assert.ok(condition.kind === "degraded");
    assert.match(condition.why, /recorded by sweeps every \d+s; .*max_user_watches=\d+/);
  }
  assert.deepEqual(gaps(stage), ["watch_limit open"]);
  assert.ok(stage.rewatched.length > 5, "it is tried again");
  stage.onRewatch = () => undefined;
  await pass(stage, limits.watch.retryMs + 2000);
  assert.equal(stage.project.condition.kind, "watching");
  assert.deepEqual(gaps(stage), ["watch_limit closed"]);
  const [gap] = stage.timeline.gaps();
  assert.equal(gap?.from, from);
  assert.ok(gap !== undefined && gap.to - gap.from > 100_000, "it lasted until there was room");
});

test("while a watch limit is reached, sweeps record what changes", async () => {
  await using stage = new Stage();
  await stage.start();
  const refuse = () => stage.hint({ kind: "unwatched", path: deep, code: "EMFILE" });
  stage.onRewatch = refuse;
  refuse();
  await pass(stage, 5000);
  stage.write("deep/a.txt", "1\n");
  await pass(stage, limits.sweep.degradedEveryMs + 2000);
  assert.equal(stage.state()["deep/a.txt"], "0644 1\n");
  const { condition } = stage.project;
  assert.ok(condition.kind === "degraded" && /max_user_instances=\d+/.test(condition.why));
});

test("a watcher that keeps failing is started again at growing intervals, in one gap", async () => {
  await using stage = new Stage();
  await stage.start();
  const tries: number[] = [];
  stage.onWatch = () => {
    tries.push(stage.clock.mono());
    throw new Error("planted");
  };
  stage.hint({ kind: "dead", cause: "planted" });
  stage.write("a.txt", "1\n");
  await pass(stage, 100_000);
  const waits = tries.map((at, n) => Math.round((at - (tries[n - 1] ?? 0)) / 1000)).slice(1);
  assert.ok(waits.length >= 4 && waits.every((wait, n) => wait >= (waits[n - 1] ?? 0)), `${waits}`);
  const longest = Math.max(...waits);
  assert.ok(longest >= 15 && longest <= 31, `${waits}`);
  assert.equal(stage.state()["a.txt"], "0644 1\n");
  assert.equal(stage.project.condition.kind, "degraded");
  assert.deepEqual(gaps(stage), ["watcher_failed open"]);
  stage.onWatch = () => undefined;
  await pass(stage, 40_000);
  assert.equal(stage.project.condition.kind, "watching");
  assert.deepEqual(gaps(stage), ["watcher_failed closed"]);
});

test("a watcher that fails at the start does not end the project", async () => {
  await using stage = new Stage();
  stage.onWatch = () => {
    throw new Error("planted");
  };
  stage.write("a.txt", "1\n");
  await stage.start();
  assert.equal(stage.state()["a.txt"], "0644 1\n");
  assert.equal(stage.project.condition.kind, "degraded");
});

test("after an overflow directories are watched again before the sweep", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.onRewatch = () => stage.write("made/while.txt", "1\n");
  stage.hint({ kind: "overflow", proven: true });
  await stage.clock.advance(100);
  assert.deepEqual(stage.rewatched, [""]);
  assert.equal(stage.state()["made/while.txt"], "0644 1\n");
  assert.deepEqual(gaps(stage), ["overflow closed"]);
});

test("a write through a hard link elsewhere is seen on a timer, also after a restart", async () => {
  // Ahead of the disk's time, so that a sweep takes an equal stat on trust.
  await using stage = new Stage({ clock: new FakeClock({ start: Date.now() + 86_400_000 }) });
  const elsewhere = join(stage.directory, "elsewhere");
  stage.write("a.txt", "1\n");
  stage.write("b.txt", "1\n");
  disk.linkSync(stage.at("a.txt"), elsewhere);
  await stage.start();
  disk.writeFileSync(elsewhere, "22\n");
  await pass(stage, limits.watch.hardLinkMs + 1000);
  assert.equal(stage.state()["a.txt"], "0644 22\n");
  await stage.crash();
  await stage.project.start({ cause: "sweep" });
  disk.writeFileSync(elsewhere, "333\n");
  await pass(stage, limits.watch.hardLinkMs + 1000);
  assert.equal(stage.state()["a.txt"], "0644 333\n");
});

test("what the system has told nobody when a project is closed is recorded", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.onBarrier = () => stage.save("late.txt", "1\n");
  await stage.close();
  await stage.crash();
  assert.deepEqual(stage.state(), { "late.txt": "0644 1\n" });
});

test("what the system lost count of when a project is closed is a gap", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.onBarrier = () => {
    stage.write("late.txt", "1\n");
    stage.project.receive([{ kind: "overflow", proven: true }]);
  };
  await stage.close();
  await stage.crash();
  assert.deepEqual(
    stage.timeline.gaps().map(({ reason }) => reason),
    ["overflow"],
  );
  assert.deepEqual(stage.state(), { "late.txt": "0644 1\n" });
});
