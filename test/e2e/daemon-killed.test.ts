import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { assertNothingLeft, testEnvironment, until, wordsOf } from "../kit/index.ts";
import { type Story, tellStory } from "./story.ts";

/** Sends a signal to one process this test started and waits until it is gone. */
async function kill(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await until(`process ${pid} has ended`, () => !isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") !== true;
  } catch {
    return false;
  }
}

async function awaitNewDaemon(story: Story, old: number): Promise<number> {
  return until(
    "another daemon records",
    async () => {
      const { recording, daemon } = await story.status();
      return recording && daemon !== null && daemon.pid !== old ? daemon.pid : undefined;
    },
    { everyMs: 200 },
  );
}

test("the daemon comes back after kill -9 and records what changed meanwhile, with a gap", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at("changed.txt"), "1\n");
    writeFileSync(at("gone.txt"), "1\n");
  });
  const old = await story.daemonPid();
  await kill(old);
  writeFileSync(story.at("changed.txt"), "2\n");
  writeFileSync(story.at("new.txt"), "n\n");
  await awaitNewDaemon(story, old);
  await story.flush();
  assert.equal((await story.unf("cat", "changed.txt")).stdout, "2\n");
  assert.equal((await story.unf("cat", "new.txt")).stdout, "n\n");
  const listing = JSON.parse((await story.unf("log", "--json")).stdout);
  const gap = listing.gaps.find((one: { reason: string }) => one.reason === "daemon_away");
  assert.ok(gap !== undefined, JSON.stringify(listing.gaps));
  assert.ok(gap.closed_at !== null && gap.paths_differed >= 2, JSON.stringify(gap));
});

test("what flush acknowledged survives kill -9 at the next instant", async () => {
  await using story = await tellStory();
  let old = await story.daemonPid();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 30; n += 1)
      writeFileSync(story.at(`f${n}.txt`), `round ${round}, file ${n}\n`);
    await story.flush();
    await kill(old);
    // No daemon reads or repairs anything before this.
    for (const n of [0, 13, 29]) {
      assert.equal((await story.unf("cat", `f${n}.txt`)).stdout, `round ${round}, file ${n}\n`);
    }
    await story.unf("start");
    old = await awaitNewDaemon(story, old);
  }
});

test("the sentinel comes back with the next command, and both survive the end of the terminal", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const sentinel = story.sentinelPid();
  await kill(sentinel);
  await story.unf("log");
  await until("another sentinel runs", () => {
    const pid = story.sentinelPid();
    return pid !== sentinel && isAlive(pid);
  });
  await story.unf("stop");
  await assertNothingLeft(story.home.root);
  // A shell in its own session and process group, as a terminal's; it is then hung up.
  const script = `"$@" start && echo ready && exec sleep 600`;
  const shell = spawn("sh", ["-c", script, "sh", ...wordsOf("unf")], {
    cwd: story.home.project,
    detached: true,
    env: testEnvironment(story.home),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => shell.stdout.once("data", resolve));
  const daemon = await story.daemonPid();
  const pid = shell.pid;
  assert.ok(pid !== undefined);
  process.kill(-pid, "SIGHUP");
  await until("the shell has ended", () => shell.exitCode !== null || shell.signalCode !== null);
  writeFileSync(story.at("a.txt"), "after the terminal closed\n");
  await story.flush();
  assert.equal(await story.daemonPid(), daemon);
  assert.equal((await story.unf("cat", "a.txt")).stdout, "after the terminal closed\n");
});

test("a daemon that is stopped but not dead is replaced", async () => {
  await using story = await tellStory();
  const old = await story.daemonPid();
  process.kill(old, "SIGSTOP");
  story.home.onDispose(() => {
    if (isAlive(old)) process.kill(old, "SIGCONT");
  });
  await until(
    "the sentinel replaced it",
    async () => {
      if (isAlive(old)) return false;
      const { daemon, recording } = await story.status();
      return recording && daemon !== null && daemon.pid !== old;
    },
    { limitMs: 90_000, everyMs: 500 },
  );
});
