import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@unf/core";
import { until } from "../kit/index.ts";
import { runRaces } from "./watcher-races.ts";
import { runScenarios } from "./watcher-scenarios.ts";
import { setStage } from "./watcher-stage.ts";

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

test("polling does not listen to the variables of a person's other tools", async () => {
  process.env.CHOKIDAR_USEPOLLING = "false";
  process.env.CHOKIDAR_INTERVAL = "3600000";
  try {
    await using stage = await setStage("polling");
    assert.equal(process.env.CHOKIDAR_USEPOLLING, "false");
    stage.write("file", "1");
    await stage.model.agrees("after a file was made");
    stage.write("file", "22");
    await stage.model.agrees("after it was changed");
  } finally {
    delete process.env.CHOKIDAR_USEPOLLING;
    delete process.env.CHOKIDAR_INTERVAL;
  }
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
