import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import type { AbsPath, RelPath, SnapshotId } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import { takeLock } from "@unf/system";
import { openWriter } from "@unf/wiring";
import { type Story, tellStory } from "../e2e/story.ts";
import { until, wordsOf } from "../kit/index.ts";
import { startDaemon } from "./daemon.ts";
import { type Interposer, openInterposer } from "./native/interposer.ts";
import { openStage, type Stage } from "./stage.ts";

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

/** The owner of the logs that are read. */
interface Logged {
  readonly home: { readonly unfHome: string };
}

function sentinelLog({ home }: Logged): readonly LogLine[] {
  const path = join(home.unfHome, "logs/sentinel.log");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as LogLine);
}

function linesOf(story: Logged, event: string): readonly LogLine[] {
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

/** A daemon under the interposer, whose rules stand in `control`, with what was wanted of it. */
async function startSlow(parts: Interposer, stage: Stage) {
  const place = stage.place("slow");
  const control = join(stage.directory, "control");
  const daemon = await startDaemon({ place, env: parts.environment({ control }) });
  // A request has a connection of its own: the others are to be answered meanwhile.
  const ask = await openWriter(place.home as AbsPath, "never");
  return { place, control, daemon, ask };
}

/** Has files recorded, changed and recorded again; gives the request that brings the first ones back. */
async function changeAll({ place, daemon }: Awaited<ReturnType<typeof startSlow>>, count: number) {
  const { root } = place;
  const names = Array.from({ length: count }, (_, n) => join(root, `f${n}.txt`));
  for (const name of names) writeFileSync(name, "before\n");
  const { projects } = await daemon.request("flush", { root });
  for (const name of names) writeFileSync(name, "after, which is longer\n");
  await daemon.request("flush", { root });
  const request = {
    root,
    target: { id: (projects[0]?.last_id ?? 0) as SnapshotId },
    within: ["" as RelPath],
    include: [],
    exclude: [],
    deletions: "keep",
    overwrite: "always",
    plan: null,
    argv: ["restore"],
  } as const;
  return { names, request };
}

test("while a restore waits for a slow disk the daemon answers, says so, and records other projects", {
  skip,
}, async () => {
  if (typeof interposer === "string") return;
  using stage = openStage();
  const slow = await startSlow(interposer, stage);
  const { daemon, ask, control } = slow;
  try {
    const other = stage.place("other").root;
    await ask.request("watch", { root: other, options: {} });
    const { names, request } = await changeAll(slow, 40);
    writeFileSync(control, "exec sync LATE 1+\n");
    const restoring = daemon.request("restore", request);
    await until(
      "it is at work",
      async () => (await ask.request("ping", {})).busy?.what === "restore",
      patience,
    );
    await until("the disk is flushed", () => isFlushing(daemon.pid), patience);
    writeFileSync(join(other, "a.txt"), "meanwhile\n");
    const { projects } = await ask.request("flush", { root: other });
    assert.equal(projects[0]?.last_id, 1);
    assert.equal((await ask.request("ping", {})).busy?.what, "restore");
    rmSync(control);
    assert.notEqual((await restoring).operation, null);
    for (const name of names) assert.equal(readFileSync(name, "utf8"), "before\n");
    assert.equal((await ask.request("ping", {})).busy, null);
  } finally {
    rmSync(control, { force: true });
    await ask[Symbol.asyncDispose]();
    await daemon.signal("SIGKILL");
  }
});

/** True when it has started the program that flushes, which waits. */
function isFlushing(pid: number): boolean {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  const pids = children.split(" ").filter((child) => child !== "");
  return pids.some((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("/sync\0-f"));
}

test("a restore whose daemon is killed ends with what happened to the files", {
  skip,
}, async () => {
  const names = Array.from({ length: 600 }, (_, n) => `f${n}.txt`);
  await using story = await tellStory((at) => {
    for (const name of names) writeFileSync(at(name), "before\n");
  });
  await story.flush();
  const [newest] = await story.log();
  for (const name of names) writeFileSync(story.at(name), "after\n");
  await story.flush();
  const daemon = await story.daemonPid();
  const restore = story.tryUnf(["restore", "--at", newest?.id ?? "", "--yes"]);
  let isOver = false;
  void restore.finally(() => {
    isOver = true;
  });
  const note = join(story.home.unfHome, "run/busy.json");
  const isAtWork = () => existsSync(note) || isOver;
  await until("it is at work", isAtWork, { ...patience, everyMs: 1 });
  process.kill(daemon, "SIGKILL");
  const { code, stdout, stderr } = await restore;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /op-1/);
  for (const name of names) assert.equal(readFileSync(story.at(name), "utf8"), "before\n");
  await until("it records", async () => (await story.status()).recording, patience);
});

test("a daemon that is held up by the disk in work that it announced is left alone", {
  skip,
}, async () => {
  if (typeof interposer === "string") return;
  using stage = openStage();
  const slow = await startSlow(interposer, stage);
  const { daemon, ask, control, place } = slow;
  const log = { home: { unfHome: place.home } };
  let sentinel: ChildProcess | undefined;
  try {
    const { names, request } = await changeAll(slow, 3);
    const [file, ...words] = wordsOf("sentinel");
    sentinel = spawn(file, [...words, "--home", place.home], {
      stdio: "ignore",
    });
    const wake = () => sentinel?.kill("SIGHUP");
    await until(
      "it looks after the daemon",
      () => existsSync(join(place.home, "run/sentinel.lock.json")),
      patience,
    );
    writeFileSync(control, `fsync ${place.root}/ HOLD 1+\n`);
    const restoring = daemon.request("restore", request);
    await until(
      "it is waited for",
      () => wake() && linesOf(log, "daemon.awaited").length > 0,
      patience,
    );
    assert.deepEqual(
      linesOf(log, "daemon.awaited").map(({ reason }) => reason),
      ["working"],
    );
    rmSync(control);
    assert.notEqual((await restoring).operation, null);
    for (const name of names) assert.equal(readFileSync(name, "utf8"), "before\n");
    assert.equal(daemon.exitCode, undefined);
    assert.deepEqual(linesOf(log, "daemon.signal"), []);
  } finally {
    rmSync(control, { force: true });
    sentinel?.kill("SIGKILL");
    await ask[Symbol.asyncDispose]();
    await daemon.signal("SIGKILL");
  }
});
