import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock } from "../kit/fake-clock.ts";
import { watchDisk } from "./broken-disk.ts";
import { Stage } from "./stage.ts";

test("binary files are read once, and again only when they change", async () => {
  let reads = 0;
  await using stage = new Stage({
    // Ahead of the disk's time, so that no file counts as just changed.
    clock: new FakeClock({ start: Date.now() + 86_400_000 }),
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (method === "read" && String(args[0]).endsWith("binary")) reads += 1;
        },
      }),
  });
  stage.write("binary", Buffer.of(1, 0, 2));
  await stage.start();
  const atStart = reads;
  await stage.flush();
  assert.equal(reads, atStart);
  stage.write("binary", "text now\n");
  await stage.flush();
  assert.deepEqual(Object.keys(stage.state()), ["binary"]);
});

test("a binary file that was read just after its change is read again, however slow the reading was", async () => {
  const clock = new FakeClock({ start: Date.now() });
  let reads = 0;
  await using stage = new Stage({
    clock,
    wrap: (fs) =>
      watchDisk(fs, {
        after: (method, args) => {
          if (method !== "read" || !String(args[0]).endsWith("binary")) return;
          reads += 1;
          clock.stall(60_000);
        },
      }),
  });
  stage.write("binary", Buffer.of(1, 0, 2));
  await stage.start();
  assert.equal(reads, 1);
  await stage.flush();
  assert.equal(reads, 2);
  await stage.flush();
  assert.equal(reads, 2);
});
