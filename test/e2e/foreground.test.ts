import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import {
  assertNothingLeft,
  makeScratchHome,
  runUnf,
  type TempHome,
  tempHome,
  testEnvironment,
  until,
  wordsOf,
} from "../kit/index.ts";
import { tellStory } from "./story.ts";

const onUnix = { skip: process.platform === "win32" ? "there are no signals" : false };

/** `unf watch . --foreground`, from when it says that it records. */
async function recordHere(home: TempHome) {
  if (!existsSync(home.unfHome)) makeScratchHome(home);
  const [file, ...words] = [...wordsOf("unf"), "watch", ".", "--foreground"];
  const child = spawn(file, words, {
    cwd: home.project,
    env: testEnvironment(home),
    stdio: ["ignore", "pipe", "pipe"],
  });
  home.onDispose(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  await until("it records", () => /^Recording/m.test(said) || child.exitCode !== null, {
    limitMs: 60_000,
  });
  return { child, ended, said: () => said };
}

async function paths(home: TempHome): Promise<Set<string>> {
  const { stdout } = await runUnf(["log", "--all", "--json", "--limit", "1000"], { home });
  const { entries } = JSON.parse(stdout) as { entries: { path: string }[] };
  return new Set(entries.map(({ path }) => path));
}

test("Ctrl-C and SIGTERM record what was just written, and nothing runs afterwards", {
  ...onUnix,
}, async () => {
  const cases = [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const;
  await using home = tempHome();
  for (const [signal, exit] of cases) {
    const here = await recordHere(home);
    const names = Array.from({ length: 30 }, (_, n) => `${signal}-${n}.txt`);
    for (const name of names) writeFileSync(join(home.project, name), `${name}\n`);
    here.child.kill(signal);
    assert.deepEqual(await here.ended, { code: exit, signal: null }, here.said());
    assert.match(here.said(), /^Stopped/m);
    await assertNothingLeft(home.root);
    const recorded = await paths(home);
    assert.deepEqual(
      names.filter((name) => !recorded.has(name)),
      [],
    );
    await assertNothingLeft(home.root);
  }
});

test("commands beside it start no sentinel, end nothing, and a second one is refused", {
  ...onUnix,
}, async () => {
  await using home = tempHome();
  const here = await recordHere(home);
  const other = join(home.root, "other");
  mkdirSync(other);
  for (const words of [
    ["status", "--check"],
    ["list"],
    ["start"],
    ["watch", other],
    ["unwatch", other],
  ])
    assert.equal((await runUnf(words, { home })).code, 0, words.join(" "));
  assert.ok(!existsSync(join(home.unfHome, "run/sentinel.lock.db")), "a sentinel was started");
  const second = await runUnf(["watch", ".", "--foreground"], { home });
  assert.equal(second.code, 4);
  assert.match(second.stderr, /recording runs already \(daemon \d+\)/);
  assert.equal((await runUnf(["flush"], { home })).code, 0);
  await runUnf(["stop"], { home });
  assert.deepEqual(await here.ended, { code: 0, signal: null });
  assert.match(here.said(), /^Stopped {2}by another command/m);
  await assertNothingLeft(home.root);
});

test("a daemon in the foreground ends with the command, however that ends", onUnix, async () => {
  await using home = tempHome();
  const here = await recordHere(home);
  writeFileSync(join(home.project, "last.txt"), "last\n");
  here.child.kill("SIGKILL");
  await here.ended;
  await assertNothingLeft(home.root, { limitMs: 60_000 });
  assert.ok((await paths(home)).has("last.txt"));
});

test("where recording runs in the background, the foreground is refused", async () => {
  await using story = await tellStory();
  const { code, stderr } = await story.tryUnf(["watch", ".", "--foreground"]);
  assert.equal(code, 4);
  assert.match(stderr, /recording runs already \(daemon \d+\)\nhint: .*unf stop/);
  await story.flush();
});
