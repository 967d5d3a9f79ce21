import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratchHome, runUnf, tempHome, until } from "../kit/index.ts";

async function status(home: ReturnType<typeof tempHome>) {
  const { stdout } = await runUnf(["status", "--json"], { home });
  return JSON.parse(stdout);
}

test("a store beyond its cap goes on recording and says so, until more is allowed", async () => {
  await using home = tempHome();
  makeScratchHome(home);
  await runUnf(["config", "set", "store.cap", "8KiB"], { home });
  writeFileSync(join(home.project, "a.txt"), "one\n");
  const watched = await runUnf(["watch", ".", "--yes"], { home });
  assert.equal(watched.code, 0, watched.stderr);
  // The store is measured at the start, and what was recorded then counts.
  assert.equal((await runUnf(["restart"], { home })).code, 0);
  await until(
    "the store was measured and what may go was not enough",
    async () => (await status(home)).store.thinning_failed === true,
    { limitMs: 60_000 },
  );
  writeFileSync(join(home.project, "a.txt"), "two\n");
  await runUnf(["flush"], { home });
  const log = await runUnf(["log", "--all", "a.txt"], { home });
  const versions = log.stdout.split("\n").filter((line) => /\tv\d+\t/.test(line));
  assert.equal(versions.length, 2, log.stdout);
  const checked = await runUnf(["status", "--check"], { home });
  assert.equal(checked.code, 9);
  assert.match(checked.stderr, /more than the 8.0 KiB it may.*recording goes on.*a\.txt/);
  const { store } = await status(home);
  assert.equal(store.cap_bytes, 8 * 1024);
  assert.ok(store.disk_bytes > store.cap_bytes);
  const daemonLog = readFileSync(join(home.unfHome, "logs/daemon.log"), "utf8");
  assert.match(daemonLog, /"cap\.exceeded"/);
});

test("a directory is counted as it would be recorded, before anything is", async () => {
  await using home = tempHome();
  for (const [name, bytes] of [
    ["src/a.ts", 1000],
    ["data/b.txt", 50_000],
    ["node_modules/c/index.js", 9999],
    ["dist/out.js", 9999],
    ["large.txt", 3_000_000],
  ] as const) {
    mkdirSync(join(home.project, name, ".."), { recursive: true });
    writeFileSync(join(home.project, name), "x".repeat(bytes));
  }
  writeFileSync(join(home.project, ".gitignore"), "dist/\n");
  makeScratchHome(home);
  await runUnf(["config", "set", "store.cap", "64KiB"], { home });
  const { stdout } = await runUnf(["watch", "-n", "--json"], { home });
  const [{ estimate }] = JSON.parse(stdout).projects;
  assert.deepEqual([estimate.files, estimate.bytes, estimate.complete], [3, 51_006, true]);
  assert.deepEqual(
    estimate.largest.map((one: { directory: string }) => one.directory),
    ["data", "src"],
  );
  const refused = await runUnf(["watch"], { home });
  assert.equal(refused.code, 4);
  assert.match(refused.stderr, /half of the 64 KiB.*\n.*data\/ \(49 KiB\)/);
  const { projects } = await status(home);
  assert.deepEqual(projects, []);
});
