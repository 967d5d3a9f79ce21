import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { awaitTurns, startClaude } from "./claude.ts";
import { spooled } from "./hook-run.ts";
import { type LogEntry, type Story, tellStory } from "./story.ts";

const skip = process.platform === "linux" ? false : "needs /proc";

/** Keeps the daemon from doing anything while `work` goes on. */
async function whileStopped(story: Story, work: (pid: number) => Promise<void>): Promise<void> {
  const pid = await story.daemonPid();
  process.kill(pid, "SIGSTOP");
  try {
    await until("it is stopped", () => /\) T /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
    await work(pid);
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

type Authored = LogEntry & {
  readonly author: { readonly name: string | null };
  readonly turn: string | null;
};

/** The newest version of a file, who wrote it, and in which turn. */
async function said(story: Story, path: string): Promise<readonly unknown[]> {
  const [entry] = (await story.log(path)) as readonly unknown[] as readonly Authored[];
  return [entry?.kind, entry?.author.name, entry?.turn];
}

test("what agents did while the daemon stood still is theirs when it goes on: commands, claims, turns, deletions", {
  skip,
}, async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("in"));
    // When a file went is known by its directory, as long as nobody changes that again.
    for (const name of ["in/gone", "in/kept", "claimed", "mine"]) {
      writeFileSync(at(name), "before\n");
    }
  });
  const claude = startClaude(story);
  await whileStopped(story, async () => {
    const script = "echo made > made; rm in/gone";
    const { code } = await story.tryUnf(["exec", "--agent", "one", "--", "sh", "-c", script]);
    assert.equal(code, 0);
    writeFileSync(story.at("mine"), "of a person, between the two\n");
    await claude.prompt("write it");
    await claude.edit("claimed", () => writeFileSync(story.at("claimed"), "after\n"));
    await claude.bash("echo shell > shell");
    await claude.stop();
    writeFileSync(story.at("late"), "of a person, after both\n");
    // The end of the session is never told.
    assert.equal(spooled(story.home).length, 6 + 6);
  });
  const turns = await awaitTurns(story, 2);
  await story.flush();
  const [first, second] = turns.map(({ id }) => id);
  assert.deepEqual(await said(story, "made"), ["create", "one", first]);
  assert.deepEqual(await said(story, "in/gone"), ["delete", "one", first]);
  assert.deepEqual(await said(story, "claimed"), ["modify", "claude-code", second]);
  assert.deepEqual(await said(story, "shell"), ["create", "claude-code", second]);
  assert.deepEqual(await said(story, "mine"), ["modify", null, null]);
  assert.deepEqual(await said(story, "late"), ["create", null, null]);
  assert.deepEqual(spooled(story.home), []);
  const { stderr } = await story.unf("status");
  assert.equal(stderr, "");
});

test("a save just before the daemon is told to end is recorded by it", { skip }, async () => {
  await using story = await tellStory();
  await whileStopped(story, async (pid) => {
    writeFileSync(story.at("new.tmp"), "1\n");
    renameSync(story.at("new.tmp"), story.at("late.txt"));
    // Both wait for it: the event of the save, and the signal.
    process.kill(pid, "SIGTERM");
  });
  const entry = await until("it is recorded", async () =>
    (await story.log()).find(({ path }) => path === "late.txt"),
  );
  assert.equal(entry.cause, "event");
});
