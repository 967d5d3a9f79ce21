import assert from "node:assert/strict";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Story, tellingBeside, tellStory } from "./story.ts";

interface CheckpointJson {
  readonly id: string;
  readonly label: string | null;
  readonly files: number;
  readonly created: boolean;
  readonly pinned: boolean;
  readonly digest: string;
}

const tellBeside = tellingBeside();

/** Runs a command with `--json` and requires exit 0. */
async function ask<T>(story: Story, ...args: string[]): Promise<T> {
  return JSON.parse((await story.unf(...args, "--json")).stdout) as T;
}

const set = (story: Story, ...args: string[]): Promise<CheckpointJson> =>
  ask(story, "checkpoint", ...args);

const digestOf = async (story: Story, name: string): Promise<string> =>
  (await ask<CheckpointJson>(story, "checkpoint", "--show", name)).digest;

const exitOf = async (story: Story, ...args: string[]): Promise<number | null> =>
  (await story.tryUnf(args)).code;

test("a tree is named, changed and compared; what was written just before belongs to it", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("src"));
    writeFileSync(at("src/a.ts"), "1\n");
  });
  writeFileSync(story.at("src/b.ts"), "written just before\n");
  const first = await set(story, "before", "-m", "all tests pass");
  assert.deepEqual(
    [first.id, first.label, first.files, first.created],
    ["cp:1", "before", 2, true],
  );
  assert.equal(await exitOf(story, "diff", "--quiet", "--checkpoint", "before"), 0);
  // Whether or not the recorder has seen it yet.
  appendFileSync(story.at("src/a.ts"), "2\n");
  assert.equal(await exitOf(story, "diff", "--quiet", "--checkpoint", "before"), 1);
  assert.equal(await exitOf(story, "diff", "--quiet", "--checkpoint", "before", "src/b.ts"), 0);
  const second = await set(story, "after");
  assert.equal(
    await exitOf(story, "diff", "--quiet", "--checkpoint", "1", "--to-checkpoint", "2"),
    1,
  );
  const { stdout } = await story.unf("diff", "--checkpoint", "before", "--to-checkpoint", "after");
  assert.match(stdout, /^\+2$/m);
  const status = await ask<{ since_checkpoint: { files: { path: string }[] } }>(
    story,
    ...["status", "--since-checkpoint", "before"],
  );
  assert.deepEqual(
    status.since_checkpoint.files.map(({ path }) => path),
    ["src/a.ts"],
  );
  assert.notEqual(await digestOf(story, "before"), await digestOf(story, "after"));
  const log = await ask<{ checkpoints: { id: string }[] }>(story, "log");
  assert.deepEqual(
    log.checkpoints.map(({ id }) => id),
    [second.id, first.id],
  );
});

test("a payload comes back byte for byte, through stdin, a file, and beyond a megabyte", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => (n * n + (n >> 8)) & 255));
  const file = join(story.home.root, "payload.bin");
  writeFileSync(file, bytes);
  const piped = await story.tryUnf(["checkpoint", "large", "--payload", "-"], { stdin: bytes });
  assert.equal(piped.code, 0, piped.stderr);
  const shown = await story.unf("checkpoint", "--show", "large", "--payload", "-");
  assert.ok(shown.stdoutBytes.equals(bytes));
  // The same bytes by another way are the same checkpoint.
  assert.equal((await set(story, "large", "--payload", file)).created, false);
  writeFileSync(file, bytes.subarray(1));
  assert.ok((await set(story, "large", "--payload", file)).created);
});

test("labels may repeat, and the same again sets nothing until something has changed", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  const first = await set(story, "step");
  const same = await set(story, "step");
  assert.deepEqual([same.id, same.created], [first.id, false]);
  writeFileSync(story.at("a.txt"), "2\n");
  const second = await set(story, "step");
  assert.ok(second.created);
  writeFileSync(story.at("a.txt"), "1\n");
  await story.flush();
  assert.equal(await digestOf(story, "step"), await digestOf(story, second.id));
  assert.equal((await set(story)).label, null);
  assert.equal(await digestOf(story, "3"), await digestOf(story, first.id), "it is the first tree");
});

test("what is deleted is the bookmark, and a pin stays until it is taken away", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  await set(story, "one", "--pinned");
  await set(story, "two");
  const rows = (await story.log()).length;
  assert.equal(await exitOf(story, "checkpoint", "--delete", "one"), 4);
  await story.unf("checkpoint", "--delete", "one", "--yes");
  assert.equal(await exitOf(story, "checkpoint", "--show", "one"), 3);
  assert.equal((await story.log()).length, rows);
  await story.unf("checkpoint", "--pin", "two");
  const { checkpoints } = await ask<{ checkpoints: CheckpointJson[] }>(
    story,
    "checkpoint",
    "--list",
  );
  assert.deepEqual(
    checkpoints.map(({ id, pinned }) => [id, pinned]),
    [["cp:2", true]],
  );
  // A number is never given twice.
  assert.equal((await set(story, "one")).id, "cp:3");
});

test("the tree goes back to exactly what it was, and undo takes that back", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("src"));
    writeFileSync(at("src/a.ts"), "1\n");
    writeFileSync(at("run.sh"), "#!/bin/sh\n", { mode: 0o755 });
    symlinkSync("src/a.ts", at("link"));
  });
  await set(story, "good");
  const good = await digestOf(story, "good");
  writeFileSync(story.at("src/a.ts"), "2\n");
  chmodSync(story.at("run.sh"), 0o644);
  rmSync(story.at("link"));
  writeFileSync(story.at("later.txt"), "created later\n");
  await set(story, "bad");
  const bad = await digestOf(story, "bad");
  assert.equal(await exitOf(story, "checkpoint", "--restore", "good"), 4, "nobody said yes");
  const preview = await ask<{ plan: string }>(story, "checkpoint", "--restore", "good", "-n");
  await story.unf("checkpoint", "--restore", "good", "--plan", preview.plan, "--yes");
  assert.equal(readFileSync(story.at("src/a.ts"), "utf8"), "1\n");
  assert.equal(statSync(story.at("run.sh")).mode & 0o777, 0o755);
  assert.deepEqual(readdirSync(story.home.project).sort(), ["link", "run.sh", "src"]);
  await set(story, "again");
  assert.equal(await digestOf(story, "again"), good);
  await story.unf("undo", "--yes");
  await set(story, "undone");
  assert.equal(await digestOf(story, "undone"), bad);
});

test("without a daemon everything works in the command's own process", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.unf("stop");
  writeFileSync(story.at("a.txt"), "written while nobody recorded\n");
  const { id, created } = await set(story, "alone");
  assert.ok(created);
  assert.equal((await set(story, "alone")).created, false);
  const { stdout } = await story.unf("cat", "a.txt", "--at", id);
  assert.equal(stdout, "written while nobody recorded\n");
  assert.equal(await exitOf(story, "diff", "--quiet", "--checkpoint", "alone"), 0);
  await story.unf("checkpoint", "--pin", "alone");
  await story.unf("checkpoint", "--delete", "alone", "--yes");
  assert.equal(await exitOf(story, "checkpoint", "--show", "alone"), 3);
});
