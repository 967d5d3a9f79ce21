import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { assertNothingLeft, leftovers, until } from "../kit/index.ts";
import { type Story, tellStory } from "./story.ts";

const skip = process.platform === "linux" ? false : "needs /proc";

const startingDaemon = ({ home }: Story): number | undefined =>
  leftovers(home.root).find(({ command }) => command.includes("--if-wanted"))?.pid;

const stateOf = (pid: number): string | undefined =>
  existsSync(`/proc/${pid}/stat`)
    ? /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]
    : undefined;

const logOf = ({ home }: Story, name: string): string =>
  readFileSync(join(home.unfHome, `logs/${name}.log`), "utf8");

/** Kills both programs, has the next command start them, and holds the new daemon before it has its lock. */
async function holdStarting(story: Story): Promise<number> {
  const lock = join(story.home.unfHome, "run/daemon.lock.json");
  for (;;) {
    const old = await story.daemonPid();
    process.kill(story.sentinelPid(), "SIGKILL");
    process.kill(old, "SIGKILL");
    await until("both are gone", () => leftovers(story.home.root).length === 0);
    const command = story.tryUnf(["log"]);
    const pid = await until("a daemon starts", () => startingDaemon(story), { everyMs: 1 });
    process.kill(pid, "SIGSTOP");
    await until("it is held", () => stateOf(pid) === "T");
    await command;
    const { pid: named } = JSON.parse(readFileSync(lock, "utf8")) as { readonly pid: number };
    if (named !== pid) return pid;
    // It was quicker than we were.
    process.kill(pid, "SIGCONT");
  }
}

test("what is stopped while it starts is stopped, by whoever sees the other", {
  skip,
}, async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  // The sentinel ends when its daemon can be seen, or has seen itself that it is not wanted.
  const first = await holdStarting(story);
  const stop = story.unf("stop");
  await until("the sentinel waits for it", () =>
    logOf(story, "sentinel").includes(`"awaits":${first}`),
  );
  process.kill(first, "SIGCONT");
  await stop;
  await assertNothingLeft(story.home.root);

  // It waits not for ever, and the daemon sees by itself that nobody wants it any more.
  await story.unf("start");
  const second = await holdStarting(story);
  await story.unf("stop");
  assert.equal(stateOf(second), "T");
  process.kill(second, "SIGCONT");
  await assertNothingLeft(story.home.root);
  assert.match(logOf(story, "daemon"), /"cause":"not_wanted"/);

  await story.unf("start");
  assert.notEqual(await story.daemonPid(), second);
  await story.unf("stop");
});
