import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openProject } from "@unf/client";
import { runUnf, type TempHome, tempHome } from "../kit/index.ts";
import { tellStory } from "./story.ts";

const program = fileURLToPath(new URL("program/checkpoint-unwatched.ts", import.meta.url));

/** Starts a program that sets a checkpoint in the directory, and again until it is ended. */
function startCheckpoints(home: TempHome, store: string, count: number) {
  const child = spawn(process.execPath, [program, home.project, store, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOME: home.home, UNF_HOME: store },
  });
  home.onDispose(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return child;
}

test("a directory that is not watched has checkpoints in a store of the program's own", async () => {
  await using home = tempHome();
  const at = (name: string): string => join(home.project, name);
  const store = join(home.root, "store");
  writeFileSync(at("a.txt"), "one\n");
  writeFileSync(at("gone.txt"), "gone\n");
  await using project = await openProject(home.project, { home: store, watch: false });
  assert.deepEqual(await project.checkpoints(), []);
  const prompt = `Build a shop\nfor tea\u0000${"x".repeat(100_000)}`;
  const first = await project.checkpoint({ label: prompt });
  assert.equal(first.label, "Build a shop");
  assert.equal(first.message, prompt);
  assert.equal(first.files, 2);
  assert.equal((await project.checkpoint({ label: prompt })).created, false);
  await assert.rejects(project.checkpoint({ label: "x".repeat(10_000_000) }), { code: "usage" });

  writeFileSync(at("a.txt"), "never seen\n");
  writeFileSync(at("a.txt"), "two\n");
  rmSync(at("gone.txt"));
  mkdirSync(at("sub"));
  writeFileSync(at("sub/run.sh"), "echo\n");
  chmodSync(at("sub/run.sh"), 0o755);
  assert.equal(await project.hasChanges(first.id), true);
  const second = await project.checkpoint({ label: "second" });
  const { files } = await project.diffStat(first.id, { to: second.id });
  assert.deepEqual(
    files.map(({ path, status }) => `${status} ${path}`),
    ["modified a.txt", "deleted gone.txt", "created sub/run.sh"],
  );
  const log = await runUnf(["log", "--all", "--json", "--project", home.project], {
    ...{ home, env: { UNF_HOME: store } },
  });
  assert.equal(log.code, 0, log.stderr);
  assert.ok(!log.stdout.includes("never seen"));

  await project.restore(first.id, { exact: true });
  assert.deepEqual(readdirSync(home.project).sort(), ["a.txt", "gone.txt"]);
  await project.undo();
  assert.equal(readFileSync(at("a.txt"), "utf8"), "two\n");
  assert.equal(statSync(at("sub/run.sh")).mode & 0o777, 0o755);
  const cat = await runUnf(["cat", "gone.txt", "--at", `cp:${first.id}`], {
    ...{ home, env: { UNF_HOME: store } },
  });
  assert.equal(cat.stdout, "gone\n");
});

test("through a daemon that records another directory it is the same, and it stays unwatched", async () => {
  await using story = await tellStory();
  const { home } = story;
  const other = join(home.root, "other");
  mkdirSync(other);
  writeFileSync(join(other, "b.txt"), "one\n");
  const options = { home: home.unfHome, watch: false } as const;
  await using project = await openProject(other, options);
  const first = await project.checkpoint({ label: "first" });
  writeFileSync(join(other, "b.txt"), "two\n");
  assert.equal(await project.hasChanges(first.id), true);
  await project.restore(first.id);
  assert.equal(readFileSync(join(other, "b.txt"), "utf8"), "one\n");
  const { projects } = await story.status();
  assert.deepEqual(
    projects.filter(({ state }) => state !== "unwatched").map(({ root }) => root),
    [home.project],
  );
  await assert.rejects(openProject("/", options), { code: "refused" });
  await assert.rejects(openProject(home.unfHome, options), { code: "refused" });
  await assert.rejects(openProject(join(home.root, "nowhere"), options), { code: "not_found" });
  await assert.rejects(openProject("", options), { code: "usage" });
});

test("two programs at once, one of them killed in the middle, leave checkpoints that are whole", async () => {
  await using home = tempHome();
  const store = join(home.root, "store");
  for (let n = 0; n < 50; n += 1) writeFileSync(join(home.project, `f${n}.txt`), `${n}\n`);
  const [killed, other] = [startCheckpoints(home, store, 1000), startCheckpoints(home, store, 3)];
  const ended = once(other, "exit");
  await once(killed.stdout, "data");
  killed.kill("SIGKILL");
  assert.deepEqual(await ended, [0, null]);
  await using project = await openProject(home.project, { home: store, watch: false });
  const last = await project.checkpoint({ label: "last" });
  const all = await project.checkpoints();
  assert.ok(all.length >= 4);
  for (const { id } of all) {
    const tree = await project.treeAt(id);
    assert.equal(tree.size, 51);
    for (const digest of tree.values()) await project.read(digest);
  }
  assert.equal(last.files, 51);
});
