import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { hasBallast } from "@unf/system";
import { tempHome, until } from "../kit/index.ts";
import { fillHome, mountHome, withOwnMounts } from "../kit/own-mounts.ts";
import { runHook } from "./hook-run.ts";
import { type Story, tellStory } from "./story.ts";

// A reader of recordings is told that none are made, and the first line of `status` says it.

const patient = { limitMs: 90_000, everyMs: 250 };

/** A reader's words on stderr beside its answer. */
async function told(
  story: Story,
  args: readonly string[] = ["log"],
  cwd?: string,
): Promise<string> {
  const options = cwd === undefined ? {} : { cwd };
  return (await story.tryUnf(args, options)).stderr;
}

async function headline(story: Story): Promise<string> {
  return (await story.tryUnf(["status"])).stdout.split("\n")[0] ?? "";
}

test("while recording is stopped, or nothing runs, readers say so, and no longer once it goes on", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  assert.doesNotMatch(await told(story), /record/);
  await story.unf("stop");
  const off = /^not recording since \d\d:\d\d · unf start$/m;
  for (const words of ["log", "log --json", "cat a.txt", "list", "diff", "blame a.txt", "du"]) {
    assert.match(await told(story, words.split(" ")), off, words);
  }
  assert.doesNotMatch(await told(story, ["log", "-q"]), /not recording/);
  assert.doesNotMatch((await story.unf("log", "--json")).stdout, /not recording/);
  const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "do" };
  const event = { ...prompt, cwd: story.home.project };
  const log = join(story.home.unfHome, "logs/hook.log");
  const hooked = await runHook(story.home, event);
  assert.deepEqual([hooked.code, hooked.stdout, hooked.stderr], [0, "", ""]);
  assert.match(readFileSync(log, "utf8"), /"msg":"not.recording".*"kind":"stopped","since":"2/);
  rmSync(log);
  await story.unf("start");
  await until(
    "nothing is said",
    async () => !(await told(story)).includes("not recording"),
    patient,
  );

  await runHook(story.home, event);
  assert.ok(!existsSync(log));

  // The daemon hangs; then both are gone, and the command that says it brings them back.
  const daemon = await story.daemonPid();
  process.kill(story.sentinelPid(), "SIGKILL");
  process.kill(daemon, "SIGSTOP");
  assert.match(await told(story, ["cat", "a.txt"]), /not recording.*does nothing · unf restart/);
});

test("what nobody records any more says so first, in its directory and for its history", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const other = join(story.home.root, "other");
  mkdirSync(other);
  const elsewhere = await story.tryUnf(["status"], { cwd: other });
  assert.match(elsewhere.stdout, /^this directory is not watched {3}unf watch \.\nrecording/);
  await story.unf("unwatch", "-y");
  assert.match(
    (await story.unf("status")).stdout,
    /^this directory is not watched; its history is/,
  );
  assert.match(await told(story), /^not recording since .* is not watched · unf watch /m);
  await story.unf("watch", ".");
  assert.match(await headline(story), /^recording /);
  assert.doesNotMatch(await told(story), /not recording/);
});

withOwnMounts(import.meta.filename, () => {
  test("a full home is the first line and the readers' line, and both end with it", async () => {
    const home = tempHome();
    mountHome(home, "size=28m");
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"), {
      home,
      settings: { "store.min_free": "1MiB" },
    });
    assert.match(await headline(story), /^recording /);
    // One that is just being made would give its part back to a disk that is full, and it is not.
    await until("the ballast is made", () => hasBallast(home.unfHome as AbsPath));
    const filler = fillHome(story.home);
    writeFileSync(story.at("a.txt"), "2\n");
    const line =
      /^not recording .*project since \d\d:\d\d: the disk of .* is full.* · unf status$/m;
    await until("readers say it", async () => line.test(await told(story)), patient);
    // Not even the name of the lock's next holder, nor a new note, finds room now.
    fillHome(story.home);
    assert.match(await told(story, ["log", "--json"]), line);
    assert.match(await headline(story), /^not recording {3}nothing of .*project since/);
    assert.equal((await story.tryUnf(["status", "--check"])).code, 1);
    const { gaps } = JSON.parse((await story.unf("log", "--json")).stdout) as {
      gaps: readonly { readonly from: string; readonly to: string }[];
    };
    for (const { from, to } of gaps) assert.ok(from > "2001" && from <= to, `${from} ${to}`);
    rmSync(filler);
    await until(
      "it is well",
      async () => (await headline(story)).startsWith("recording "),
      patient,
    );
    await until("nothing is said", async () => !line.test(await told(story)), patient);
    assert.equal((await story.tryUnf(["status", "--check"])).code, 0);
  });

  test("a project that only sweeps record says so until it is watched again", async () => {
    // Of this namespace, which ends with the test.
    const watches = (count: number): void =>
      writeFileSync("/proc/sys/user/max_inotify_watches", `${count}\n`);
    watches(8);
    await using story = await tellStory((at) => {
      for (let n = 0; n < 20; n += 1) mkdirSync(at(`d${n}`));
      writeFileSync(at("d1/a.txt"), "1\n");
    });
    const line = /project is recorded by sweeps only since .* · unf status$/m;
    await until("readers say it", async () => line.test(await told(story)), patient);
    assert.match(await headline(story), /^recording {3}.*project by sweeps only/);
    assert.equal((await story.tryUnf(["status", "--check"])).code, 0);
    watches(100_000);
    await until("nothing is said", async () => !line.test(await told(story)), patient);
  });
});
