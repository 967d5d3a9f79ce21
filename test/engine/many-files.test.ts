import assert from "node:assert/strict";
import * as disk from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { test } from "node:test";
import { FakeClock } from "../kit/fake-clock.ts";
import { Stage } from "./stage.ts";

// Measures a large restore:
// UNF_TEST_FILES=50000 npx node test/engine/many-files.test.ts
const files = Number(process.env.UNF_TEST_FILES ?? 200);

test("as many files as there are come back, go again, and come back once more", async () => {
  // Ahead of the disk's time, so that no stat is doubted: as when the files were written long ago.
  await using stage = new Stage({ clock: new FakeClock({ start: Date.now() + 86_400_000 }) });
  const path = (index: number) => `d${index % 97}/e${index % 7}/f${index}.txt`;
  const measure = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const start = performance.now();
    const result = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const blocked = Math.round(delay.max / 1e6);
    const peak = Math.round(process.resourceUsage().maxRSS / 1024);
    delay.disable();
    console.log(`${what}: ${seconds} s, the loop stood for ${blocked} ms, peak RSS ${peak} MiB`);
    return result;
  };
  stage.write("first.txt", "1\n");
  await stage.start();
  const empty = await stage.flush();
  for (let index = 0; index < files; index += 1) stage.write(path(index), `${index}\n`.repeat(20));
  const full = await measure("flush", () => stage.flush());
  assert.ok(empty !== null && full !== null);
  const count = () => disk.readdirSync(stage.root, { recursive: true }).filter(isFile).length;
  const isFile = (name: string | Buffer) => String(name).endsWith(".txt");

  await measure("delete", () => stage.restore({ target: { id: empty } }));
  assert.equal(count(), 1);
  await measure("create", () => stage.restore({ target: { id: full } }));
  assert.equal(count(), files + 1);
  await measure("undo", () => stage.invert("undo"));
  assert.equal(count(), 1);
  await measure("redo", () => stage.invert("redo"));
  assert.equal(count(), files + 1);
  for (let index = 0; index < files; index += 1) stage.write(path(index), `${index + 1}\n`);
  await measure("flush", () => stage.flush());
  await measure("replace", () => stage.restore({ target: { id: full } }));
  assert.equal(disk.readFileSync(stage.at(path(0)), "utf8"), "0\n".repeat(20));
  await measure("undo", () => stage.invert("undo"));
  assert.equal(disk.readFileSync(stage.at(path(0)), "utf8"), "1\n");
});
