import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { testEnvironment, until, wordsOf } from "../kit/index.ts";
import { type Story, tellStory } from "./story.ts";

const [file, ...words] = wordsOf("daemon");

/** Runs the daemon's program by hand, as the sentinel does. */
function runDaemon(story: Story, ...args: string[]): ChildProcess {
  const child = spawn(file, [...words, "--home", story.home.unfHome, ...args], {
    env: testEnvironment(story.home),
    stdio: ["ignore", "ignore", "pipe"],
  });
  story.home.onDispose(() => void child.kill("SIGKILL"));
  return child;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}

test("SIGTERM drains: what was just written is recorded before the daemon ends", async () => {
  await using story = await tellStory();
  const pid = await story.daemonPid();
  for (let n = 0; n < 50; n += 1) writeFileSync(story.at(`f${n}.txt`), `${n}\n`);
  process.kill(pid, "SIGTERM");
  // History is read directly from disk, so the next daemon has no part in this.
  await until("all are recorded", async () => {
    const paths = (await story.log()).map(({ path }) => path);
    return new Set(paths).size === 50;
  });
  await until("it has ended by itself", () => {
    const log = readFileSync(join(story.home.unfHome, "logs/daemon.log"), "utf8");
    return /"cause":"signal","event":"daemon.end"/.test(log);
  });
});

test("SIGHUP reads settings and intent again", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("generated"));
    writeFileSync(at("generated/a.txt"), "1\n");
  });
  const pid = await story.daemonPid();
  writeFileSync(
    join(story.home.unfHome, "config.toml"),
    '[filter]\nexclude_dirs = ["generated"]\n',
  );
  process.kill(pid, "SIGHUP");
  const [left] = await until("the file has left the record", async () => {
    const entries = await story.log("generated/a.txt");
    return entries.length === 2 ? entries : undefined;
  });
  assert.deepEqual([left?.kind, left?.cause], ["delete", "excluded"]);
  assert.equal(await story.daemonPid(), pid);
});

test("a second daemon of the same home ends at the lock and does no harm", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const pid = await story.daemonPid();
  const second = runDaemon(story);
  assert.equal(await exitOf(second), 6);
  writeFileSync(story.at("a.txt"), "2\n");
  await story.flush();
  assert.equal(await story.daemonPid(), pid);
});

test("in safe mode the daemon records and refuses to restore", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.unf("stop");
  runDaemon(story, "--safe");
  await until("it answers", async () => (await story.status()).daemon !== null);
  writeFileSync(story.at("a.txt"), "2\n");
  await story.flush();
  const refused = await story.tryUnf(["restore", "--version", "v1", "--yes"]);
  assert.equal(refused.code, 4, refused.stdout + refused.stderr);
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "2\n");
  assert.equal((await story.unf("cat", "a.txt")).stdout, "2\n");
});

test("everything in the home is private, whatever the umask of the shell", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.flush();
  const open = [".", "run", "logs", "objects", "projects", "intent.json", "run/daemon.sock"].filter(
    (name) => (statSync(join(story.home.unfHome, name)).mode & 0o077) !== 0,
  );
  assert.deepEqual(open, []);
});

test("a command in one project is not disturbed by a timeline of another that is damaged", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("inner"));
    writeFileSync(at("inner/i.txt"), "1\n");
    writeFileSync(at("a.txt"), "1\n");
  });
  await story.unf("watch", "--nested", story.at("inner"));
  await story.unf("stop");
  const { projects } = JSON.parse((await story.unf("list", "--json")).stdout) as {
    projects: { id: string; root: string }[];
  };
  const inner = projects.find(({ root }) => root === story.at("inner"));
  assert.ok(inner !== undefined);
  const id = inner.id.replace(/^p-/, "");
  writeFileSync(join(story.home.unfHome, "projects", id, "timeline.db"), "not a database at all");
  await story.unf("start");
  await until("the other one is recorded", async () => {
    const found = (await story.status()).projects.find(({ root }) => root === story.home.project);
    return found?.state === "watching";
  });
  const bad = (await story.status()).projects.find(({ root }) => root === story.at("inner"));
  assert.equal(bad?.state, "error");
  writeFileSync(story.at("a.txt"), "2\n");
  await until("its saves are recorded", async () => (await story.log("a.txt")).length === 2);
});
