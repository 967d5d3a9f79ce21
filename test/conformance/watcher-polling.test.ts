import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { open as openSoon } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { limits } from "@unf/core/config";
import { until } from "../kit/index.ts";
import { runRaces } from "./watcher-races.ts";
import { runScenarios } from "./watcher-scenarios.ts";
import { pollEveryMs, setStage } from "./watcher-stage.ts";

runScenarios("polling");
runRaces("polling");

test("polling leaves a large tree to sweeps, and begins to when a small one grows", async () => {
  const tooMany = limits.watch.pollEntriesMax + 100;
  const fill = (write: (path: string) => void) => {
    for (let n = 0; n < tooMany; n += 1) write(`d${n % 50}/${n}`);
  };
  await using large = await setStage("polling", { before: ({ write }) => fill(write) });
  assert.ok((large.watch.sweepEveryMs ?? 0) <= limits.watch.pollMsMax);
  assert.equal(large.watch.directories, 51);
  await using small = await setStage("polling", { sweeps: true });
  assert.equal(small.watch.sweepEveryMs, limits.watch.pollSweepMs);
  fill(small.write);
  await small.model.agrees("after it grew");
  const isLeft = () => (small.watch.sweepEveryMs ?? 0) <= limits.watch.pollMsMax;
  await until("it is left to sweeps, too", isLeft);
});

test("polling sees an edit that follows while every thread that asks for files is busy", async () => {
  let told = () => {};
  await using stage = await setStage("polling", {
    before: ({ write }) => {
      write("directory/deep/file", "1");
      write("file");
    },
    onDelivered: () => told(),
  });
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  const fifos = Array.from({ length: threads }, (_, n) => join(stage.outside, `fifo${n}`));
  assert.equal(spawnSync("mkfifo", fifos).status, 0);
  // To open a FIFO takes until somebody opens its other end.
  const opening: Promise<{ close(): Promise<void> }>[] = [];
  told = () => {
    if (opening.length > 0 || stage.model.about("file").length === 0) return;
    opening.push(...fifos.map((fifo) => openSoon(fifo, "r")));
  };
  stage.rename("file", "aside");
  stage.rename("directory", "file");
  await until("the exchange is told of", () => opening.length > 0);
  // Long enough for a second look that some timer gives, and too early for it to find the edit.
  await pause(4 * pollEveryMs);
  stage.write("file/deep/file", "2");
  const ends = fifos.map((fifo) => openSync(fifo, "r+"));
  for (const each of await Promise.all(opening)) await each.close();
  for (const end of ends) closeSync(end);
  await stage.model.agrees("after the edit");
});

test("polling prunes what is not covered", async () => {
  await using stage = await setStage("polling", {
    before: ({ write }) => {
      write("src/a");
      for (let n = 0; n < 30; n += 1) write(`node_modules/${n}/index.js`);
    },
  });
  assert.equal(stage.watch.directories, 2);
  stage.write("node_modules/1/late.js");
  stage.write("src/b");
  await stage.model.agrees("after writes");
  assert.deepEqual(
    stage.model
      .about("node_modules/1/late.js")
      .filter((hint) => "path" in hint && hint.path !== ""),
    [],
  );
});
