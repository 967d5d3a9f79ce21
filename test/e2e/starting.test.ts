import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AbsPath } from "@unf/core/base";
import { daemonLockPath, sentinelLockPath } from "@unf/core/home";
import { setRunning } from "@unf/core/intent";
import { openHome, readHolder, requireIntent, writeIntent } from "@unf/system";
import {
  assertNothingLeft,
  onBundles,
  runUnf,
  sourceOf,
  type TempHome,
  tempHome,
  testEnvironment,
  wordsOf,
} from "../kit/index.ts";
import { tellStory } from "./story.ts";

const onUnix = { skip: process.platform === "win32" ? "there are no signals" : false };

/** Runs a program by hand and signals as soon as its lock says which process to signal. */
async function signalEarly(home: TempHome, program: "daemon" | "sentinel"): Promise<string> {
  const lock = { daemon: daemonLockPath, sentinel: sentinelLockPath }[program];
  const [file, ...words] = wordsOf(program);
  const child = spawn(file, [...words, "--home", home.unfHome], {
    env: testEnvironment(home),
    stdio: "ignore",
  });
  const ended = once(child, "exit").then(([code, signal]) => `ended by ${signal ?? code}`);
  while (readHolder(lock(home.unfHome as AbsPath)) === undefined) await nextTurn();
  child.kill("SIGHUP");
  // A daemon that answers now has outlived the signal.
  const started = runUnf(["start"], { home }).then(() => "alive");
  const seen = await Promise.race([ended, started]);
  await started;
  await runUnf(["stop"], { home });
  return seen;
}

test("a signal that comes as soon as a program can be found does not end it", onUnix, async () => {
  for (const program of ["daemon", "sentinel"] as const) {
    await using home = tempHome();
    openHome(home.unfHome as AbsPath, { create: true });
    const intent = requireIntent(home.unfHome as AbsPath);
    writeIntent(home.unfHome as AbsPath, setRunning(intent, true));
    assert.equal(await signalEarly(home, program), "alive", program);
  }
});

test("who wants a daemon gets one though the sentinel that it tells of it is just ending", async () => {
  await using home = tempHome();
  openHome(home.unfHome as AbsPath, { create: true });
  // Ends at the signal that is to wake it.
  const ending = spawn("sleep", ["600"], { stdio: "ignore" });
  home.onDispose(() => void ending.kill("SIGKILL"));
  writeFileSync(
    join(home.unfHome, "run/sentinel.lock.json"),
    JSON.stringify({ pid: ending.pid, start_ticks: null, boot_id: bootId(), version: "0.0.1" }),
  );
  await using story = await tellStory(undefined, { home });
  assert.equal(ending.signalCode, "SIGHUP");
  assert.notEqual(story.sentinelPid(), ending.pid);
  await story.flush();
});

/** As the holder of a lock writes it. */
function bootId(): string | null {
  if (process.platform !== "linux") return null;
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

const onLinux = { skip: process.platform === "linux" ? false : "reads /proc" };
test("the sources run as they are: daemon and sentinel too", onLinux, async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"), {
    program: sourceOf("unf"),
  });
  const command = readFileSync(`/proc/${await story.daemonPid()}/cmdline`, "utf8");
  assert.ok(command.includes(sourceOf("daemon")), command);
  writeFileSync(story.at("a.txt"), "2\n");
  await story.flush();
  await story.unf("restore", "--version", "v1", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
  await story.unf("stop");
  await assertNothingLeft(story.home.root);
});

test("what only asks loads nothing of Node that takes long", onBundles, async () => {
  await using home = tempHome();
  openHome(home.unfHome as AbsPath, { create: true });
  const trace = join(home.root, "trace.cjs");
  const print = 'require("fs").writeSync(2, process.moduleLoadList.join("\\n"))';
  writeFileSync(trace, `process.on("exit", () => ${print});`);
  const env = { NODE_OPTIONS: `--require ${trace}` };
  const { code, stderr } = await runUnf(["log"], { home, env });
  // It has read which projects there are, and has found none.
  assert.equal(code, 3, stderr);
  const loaded = stderr.split("\n");
  assert.ok(loaded.includes("NativeModule fs"));
  const slow = [
    "child_process",
    "crypto",
    "http",
    "net",
    "stream",
    "tls",
    "worker_threads",
    "zlib",
  ];
  const guilty = slow.filter((name) => loaded.includes(`NativeModule ${name}`));
  assert.deepEqual(guilty, []);
});

/** Has a run say on stderr, at its end, which parts of the whole program it has opened. */
function tracingParts(home: TempHome): { readonly NODE_OPTIONS: string } {
  const trace = join(home.root, "parts.cjs");
  const opened = 'Object.keys(require.cache).filter((file) => /dist.unf/.test(file)).join("\\n")';
  writeFileSync(trace, `process.on("exit", () => require("fs").writeSync(2, ${opened}));`);
  return { NODE_OPTIONS: `--require ${trace}` };
}

test("a command of every day opens no part of the whole program, with a daemon and settings", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const { home } = story;
  writeFileSync(story.at("a.txt"), "2\n");
  await story.flush();
  await story.unf("config", "set", "ui.pager", "never");
  const env = tracingParts(home);
  const lines = [
    ...["log", "log --json", "log -p", "cat a.txt", "show v1", "status", "status --json", "turns"],
    ...["du", "diff a.txt", "diff --at v1", "flush", "checkpoint", "checkpoint --list"],
    ...["restore --at v1 --dry-run", "restore --at v1 --yes", "undo --yes", "redo --yes"],
    ...["list", "config get ui.pager", "deleted", "recap"],
    ...["prompt", "complete -- rest", "complete -- restore --", "complete -- restore --at cp:"],
  ];
  for (const line of lines) {
    const { code, stderr } = await runUnf(line.split(" "), { home, env });
    assert.ok(code === 0 || (line.startsWith("diff") && code === 1), `${line}: ${stderr}`);
    assert.doesNotMatch(stderr, /dist.unf-[A-Z0-9]{8}\.cjs/, line);
  }
});

test("a failure of the parts is one of the command that asked them", onBundles, async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.unf("stop");
  const { home } = story;
  const root = home.project;
  renameSync(root, `${root}-elsewhere`);
  const words = ["checkpoint", "--project", root, "--json"];
  // The engine, which is in the parts, looks for the project in this process.
  const refused = await runUnf(words, { home, cwd: home.root, env: tracingParts(home) });
  assert.match(refused.stderr, /dist.unf-[A-Z0-9]{8}\.cjs/);
  assert.ok(refused.code !== null && refused.code > 0 && refused.code < 70, refused.stderr);
  assert.match(refused.stderr, /"schema":"unf\.error\/1","code":"(?!internal)/);
});
