import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { bundleOfTest, isLongForm } from "../kit/index.ts";
import { manyMade } from "./many-made.ts";

/** Memory that one file of an undo may take while it is planned and carried out. Unit: bytes. */
const bytesPerFileMax = 770;

test("an undo holds some hundred bytes for each file, whatever it does", async () => {
  const count = 8000;
  await using stage = await manyMade(count);
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const inUse = (): number => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = inUse();
  let [phase, most, breaths] = ["", { phase: "", bytes: 0 }, 0];
  const look = () => {
    const bytes = inUse() - before;
    if (bytes > most.bytes) most = { phase, bytes };
  };
  stage.clock.onBreathe = () => {
    breaths += 1;
    if (breaths % 25 === 0) look();
  };
  await stage.invert("undo", {
    onProgress: (progress) => {
      phase = progress.phase;
    },
  });
  assert.deepEqual(readdirSync(stage.root), []);
  const each = Math.round(most.bytes / count);
  assert.ok(each > 100, `${each} bytes for each file: nothing was measured`);
  assert.ok(each < bytesPerFileMax, `${each} bytes for each file while ${most.phase}`);
});

test("in a sixth of the daemon's memory 50,000 files are undone and done again", {
  skip: isLongForm("UNF_TEST_FORM") ? false : "in the long form (UNF_TEST_FORM=long)",
}, () => {
  const options = ["--max-semi-space-size=1", "--optimize-for-size", "--max-old-space-size=64"];
  const program = bundleOfTest("test/engine/program/undo-many.ts");
  const { status, stderr } = spawnSync(process.execPath, [...options, program, "50000"], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
});
