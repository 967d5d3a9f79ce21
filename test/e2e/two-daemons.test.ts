import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, test } from "node:test";
import { testEnvironment, until, wordsOf } from "../kit/index.ts";
import { type Story, tellStory } from "./story.ts";

const [file, ...words] = wordsOf("daemon");

function startDaemon(story: Story): ChildProcess {
  const child = spawn(file, [...words, "--home", story.home.unfHome], {
    env: testEnvironment(story.home),
    stdio: "ignore",
  });
  story.home.onDispose(() => void child.kill("SIGKILL"));
  return child;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

describe("more than one daemon, or its traces", { concurrency: true }, () => {
  test("of eight daemons started at once exactly one records; killed, it leaves the place free", async () => {
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
    await story.unf("stop");
    const daemons = Array.from({ length: 8 }, () => startDaemon(story));
    await until("seven have ended", () => daemons.filter(isRunning).length === 1, {
      limitMs: 60_000,
    });
    const [winner] = daemons.filter(isRunning);
    const losers = daemons.filter((daemon) => daemon !== winner);
    assert.deepEqual(await Promise.all(losers.map(exitOf)), Array(7).fill(6));
    await until("it answers", async () => (await story.status()).daemon?.pid === winner?.pid);
    writeFileSync(story.at("a.txt"), "2\n");
    await story.flush();
    assert.equal((await story.log("a.txt")).length, 2);
    // Its sentinel would start another: this one is started by hand, and finds the lock free.
    winner?.kill("SIGKILL");
    const next = startDaemon(story);
    await until("the next one answers", async () => {
      const { daemon } = await story.status();
      return daemon !== null && daemon.pid !== winner?.pid;
    });
    writeFileSync(story.at("a.txt"), "3\n");
    await story.flush();
    assert.equal((await story.log("a.txt")).length, 3);
    void next;
  });

  const onLinux = { skip: process.platform === "linux" ? false : "reads /proc" };
  test(
    "a process that has the number of a dead daemon is neither believed nor ended",
    onLinux,
    async () => {
      await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
      await story.unf("stop");
      const stranger = spawn("sleep", ["600"], { stdio: "ignore" });
      story.home.onDispose(() => void stranger.kill("SIGKILL"));
      const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      for (const program of ["daemon", "sentinel"]) {
        writeFileSync(
          join(story.home.unfHome, "run", `${program}.lock.json`),
          JSON.stringify({ pid: stranger.pid, start_ticks: 1, boot_id: bootId, version: "0.0.1" }),
        );
      }
      await story.unf("start");
      writeFileSync(story.at("a.txt"), "2\n");
      await story.flush();
      assert.notEqual(await story.daemonPid(), stranger.pid);
      await story.unf("stop");
      assert.equal(isRunning(stranger), true);
    },
  );
});
