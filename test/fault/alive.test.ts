import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import type { AbsPath } from "@unf/core";
import { daemonLockPath, takeLock } from "@unf/system";
import { type Story, tellStory } from "../e2e/story.ts";
import { until } from "../kit/index.ts";
import { openInterposer } from "./native/interposer.ts";

// Work that takes long is no fault of the daemon, whoever does it.

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;
const patience = { limitMs: 90_000, everyMs: 50 };

interface LogLine {
  readonly event: string;
  readonly reason?: string;
  readonly safe?: boolean;
}

function sentinelLog({ home }: Story): readonly LogLine[] {
  const text = readFileSync(join(home.unfHome, "logs/sentinel.log"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);
}

function linesOf(story: Story, event: string): readonly LogLine[] {
  return sentinelLog(story).filter((line) => line.event === event);
}

/** Kills the daemon while the sentinel stands still, so that nobody has its place until `work` is done. */
async function withoutDaemon(story: Story, work: () => Promise<void>): Promise<void> {
  const [sentinel, daemon] = [story.sentinelPid(), await story.daemonPid()];
  process.kill(sentinel, "SIGSTOP");
  try {
    process.kill(daemon, "SIGKILL");
    await work();
  } finally {
    process.kill(sentinel, "SIGCONT");
  }
}

function occupantOf({ home }: Story): string | undefined {
  const path = join(home.unfHome, "run/daemon.lock.json");
  if (!existsSync(path)) return undefined;
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly command?: string }).command;
}

test("unf stop leaves a command alone that does the daemon's work in its place", async () => {
  await using story = await tellStory();
  await story.unf("stop");
  const path = daemonLockPath(story.home.unfHome as AbsPath);
  // A signal to its holder would end this very test.
  const taken = takeLock(path, { version: "0.0.1", command: "unf restore" });
  assert.ok(taken.kind === "taken");
  using _lock = taken.lock;
  assert.equal((await story.unf("stop")).code, 0);
  const { stderr, code } = await story.tryUnf(["start"]);
  assert.match(stderr, /unf restore \(pid \d+\) has held the recorder's place/);
  assert.equal(code, 6);
  await story.unf("stop");
});

test("a command that has the recorder's place is named and left alone, and recording goes on when it ends", {
  skip,
}, async () => {
  if (typeof interposer === "string") return;
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  writeFileSync(story.at("a.txt"), "2\n");
  await story.flush();
  const control = join(story.home.root, "control");
  const env = interposer.environment({ control });
  const words = ["restore", "a.txt", "--version", "v1", "--yes"];
  let restore: ReturnType<Story["tryUnf"]> | undefined;
  writeFileSync(control, "create /project/.unf- HOLD 1+\n");
  await withoutDaemon(story, async () => {
    restore = story.tryUnf(words, { env });
    await until("it has the lock", () => occupantOf(story) === "unf restore", patience);
  });
  await until("it is waited for", () => linesOf(story, "daemon.awaited").length > 0, patience);
  const said = await story.tryUnf(["status"]);
  assert.match(
    said.stdout,
    /unf restore \(pid \d+\) has held the recorder's place since .*; recording goes on when it ends/,
  );
  const { occupant } = JSON.parse((await story.tryUnf(["status", "--json"])).stdout);
  assert.equal(occupant.command, "unf restore");
  rmSync(control);
  const finished = await restore;
  assert.equal(finished?.code, 0, finished?.stderr);
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
  await until("it records", async () => (await story.status()).recording, patience);
  writeFileSync(story.at("a.txt"), "3\n");
  await story.flush();
  assert.equal((await story.unf("cat", "a.txt")).stdout, "3\n");
  assert.deepEqual(linesOf(story, "daemon.signal"), []);
  assert.deepEqual(
    linesOf(story, "daemon.start").map(({ safe }) => safe),
    [false, false],
  );
});
