import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { limits } from "@unf/core/config";
import { testSeed } from "../kit/index.ts";
import { day, objectsOf, packStage } from "./packing-stage.ts";
import { Random } from "./random.ts";
import { Stage } from "./stage.ts";

const MiB = 2 ** 20;

test("packing holds the contents of one chain in memory, not what it has dealt with", async () => {
  await using stage = new Stage();
  const random = new Random(testSeed());
  const lines = Array.from({ length: 8000 }, () => `${random.below(1e9)} of a line of the file`);
  stage.write("large.txt", lines.join("\n"));
  await stage.start();
  for (let version = 0; version < 80; version += 1) {
    lines[random.below(lines.length)] = `version ${version}`;
    stage.save("large.txt", lines.join("\n"));
    await stage.flush();
  }
  await stage.flush();
  stage.storeObjects();
  assert.ok(objectsOf(stage).size > 60);
  const peak = await watchBuffers((breathe) => packStage(stage, { laterMs: 30 * day, breathe }));
  // The next content's base, twice, and as much for what is under way.
  assert.ok(peak < 4 * limits.pack.pathBytesMax, `${(peak / MiB).toFixed(1)} MiB`);
});

/** By how much the contents in memory grow while it works. Unit: bytes. */
async function watchBuffers(
  work: (breathe: () => Promise<void>) => Promise<unknown>,
): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  let peak = before;
  await work(async () => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
  });
  return peak - before;
}
