import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import { FakeClock } from "../kit/fake-clock.ts";
import { watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

test("planning lets others have their turn, and what they change then is not overwritten unseen", async () => {
  const clock = new FakeClock({ start: Date.now() - 86_400_000, creepMs: 1 });
  let isPlanning = false;
  await using stage = new Stage({
    clock,
    // The first that carrying it out asks of the disk.
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method) => {
          if (method === "freeBytes") isPlanning = false;
        },
      }),
  });
  for (let n = 0; n < 100; n += 1) stage.write(`f${n}.txt`, "1\n");
  await stage.start();
  const target = { id: (await stage.flush()) ?? 0 } as never;
  for (let n = 0; n < 100; n += 1) stage.write(`f${n}.txt`, "2\n");
  await stage.flush();
  let turns = 0;
  clock.onBreathe = () => {
    if (!isPlanning) return;
    turns += 1;
    if (turns === 5) stage.write("f0.txt", "saved while it was planned\n");
  };
  // The first that planning asks of the timeline.
  const stateInSteps = stage.timeline.stateInSteps.bind(stage.timeline);
  Object.assign(stage.timeline, {
    stateInSteps: (...asked: Parameters<typeof stateInSteps>) => {
      isPlanning = true;
      return stateInSteps(...asked);
    },
  });
  await stage.restore({ target });
  assert.ok(turns >= 10, `${turns} turns`);
  assert.equal(readPicture(stage.root)["f0.txt"], "0644 1\n");
  assert.ok(stage.rows("f0.txt").some((row) => stage.contentOf(row)?.startsWith("saved while")));
});

test("on a disk that folds case, two files that are one there are not written over each other", async () => {
  let folds = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        // Such a disk's answer about a name that is written otherwise.
        instead: (method, [path]) => {
          const other = String(path).replace(/[^/]+$/, (name) => name.toLowerCase());
          return folds && method === "lstat" ? fs.lstat(other as never) : undefined;
        },
      }),
  });
  stage.write("readme.txt", "small\n");
  stage.write("README.txt", "large\n");
  stage.write("other.txt", "1\n");
  await stage.start();
  const target = { id: (await stage.flush()) ?? 0 } as never;
  for (const name of ["readme.txt", "README.txt"]) disk.rmSync(stage.at(name));
  await stage.flush();
  folds = true;
  const { applied, operation } = await stage.restore({ target });
  assert.deepEqual(applied.map(({ action }) => [action.kind, action.path]).sort(), [
    ["refused", "README.txt"],
    ["refused", "readme.txt"],
  ]);
  assert.equal(operation, undefined);
  folds = false;
  const { operation: exact } = await stage.restore({ target });
  assert.notEqual(exact, undefined, "where each name is a file of its own both come back");
  assert.deepEqual(disk.readdirSync(stage.root).sort(), ["README.txt", "other.txt", "readme.txt"]);
});
