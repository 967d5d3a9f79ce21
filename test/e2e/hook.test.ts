import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { limits } from "@unf/core/config";
import { onBundles, runUnf, tempHome, until } from "../kit/index.ts";
import { awaitTurns, startClaude } from "./claude.ts";
import { exitOf, heard, type Payload, readLog, runHook, spooled, startHook } from "./hook-run.ts";
import { type Story, tellStory } from "./story.ts";

const debug = { settings: { "log.level": "debug" } };

/** One prompt, one edit and the end of the answer. */
function turn(story: Story): readonly Payload[] {
  const base = { session_id: "7f3a", cwd: story.home.project };
  const tool = { tool_name: "Edit", tool_use_id: "t1", tool_input: { file_path: story.at("a") } };
  return [
    { ...base, hook_event_name: "UserPromptSubmit", prompt: "the secret plan" },
    { ...base, hook_event_name: "PreToolUse", ...tool },
    { ...base, hook_event_name: "PostToolUse", ...tool },
    { ...base, hook_event_name: "Stop" },
  ];
}

const kinds = ["prompt", "tool_start", "tool_end", "stop"];

async function tell(story: Story): Promise<void> {
  for (const payload of turn(story)) {
    const { code, stdout, stderr } = await runHook(story.home, payload);
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  }
}

/** Waits until the daemon has passed on so many events. */
async function awaitHeard(story: Story, count: number): Promise<string[]> {
  await until(`${count} events were heard`, () => heard(story.home).length >= count);
  await until("nothing is spooled", () => spooled(story.home).length === 0);
  return heard(story.home).map(({ kind }) => kind);
}

/** Notes which files of unf's home a program looks at. */
const noteFiles = (log: string, home: string) => `
  const fs = require("node:fs");
  const append = fs.appendFileSync;
  for (const [name, call] of Object.entries(fs)) {
    if (!name.endsWith("Sync") || typeof call !== "function") continue;
    fs[name] = function (path, ...more) {
      if (String(path).startsWith(${JSON.stringify(`${home}/`)})) {
        fs.appendFileSync = append;
        append(${JSON.stringify(log)}, String(path).slice(${home.length + 1}) + "\\n");
      }
      return call.call(fs, path, ...more);
    };
  }`;

test(
  "where a daemon hears it, a hook reads no file but the one that says what the home is",
  onBundles,
  async () => {
    await using story = await tellStory();
    const { home } = story;
    const [log, preload] = [join(home.root, "files"), join(home.root, "note-files.cjs")];
    writeFileSync(preload, noteFiles(log, home.unfHome));
    const env = { NODE_OPTIONS: `--require=${preload}` };
    const filesOf = async () => {
      writeFileSync(log, "");
      const { code } = await runHook(home, turn(story)[0] ?? "", { env });
      assert.equal(code, 0);
      return new Set(readFileSync(log, "utf8").split("\n").filter(Boolean));
    };
    // On a busy machine a daemon may not be reached in time.
    const told = await until("a daemon hears one", async () => {
      const files = await filesOf();
      return files.has("spool") ? undefined : files;
    });
    assert.deepEqual(told, new Set(["format.json", "run"]));
    await story.unf("stop");
    const files = await filesOf();
    assert.ok(files.has("intent.json") && files.has("run/condition.json"), [...files].join(" "));
  },
);

test("a running daemon hears the events of a turn, in order and once", async () => {
  await using story = await tellStory(undefined, debug);
  await tell(story);
  assert.deepEqual(await awaitHeard(story, 4), kinds);
  for (const { roots } of heard(story.home)) assert.deepEqual(roots, [story.home.project]);
  const log = readFileSync(join(story.home.unfHome, "logs/daemon.log"), "utf8");
  assert.equal(log.includes("secret"), false, "a prompt is in the log");
});

test("what a stopped daemon did not take is spooled, and heard once when it goes on", async () => {
  await using story = await tellStory(undefined, debug);
  const daemon = await story.daemonPid();
  process.kill(daemon, "SIGSTOP");
  try {
    await tell(story);
    assert.equal(spooled(story.home).length, 4);
  } finally {
    process.kill(daemon, "SIGCONT");
  }
  await awaitHeard(story, 4);
  // It had the same events in its socket as well: nothing is heard twice.
  await story.flush();
  assert.deepEqual(
    heard(story.home).map(({ kind }) => kind),
    kinds,
  );
});

test("without a daemon events wait on disk, and are heard in order by the next one", async () => {
  await using story = await tellStory(undefined, debug);
  await story.unf("stop");
  await tell(story);
  assert.equal(spooled(story.home).length, 4);
  writeFileSync(join(story.home.unfHome, "spool", spooled(story.home)[1] ?? ""), "{");
  await story.unf("start");
  const rest = kinds.toSpliced(1, 1);
  assert.deepEqual(await awaitHeard(story, 3), rest);
  assert.equal(readLog(story.home).filter(({ event }) => event === "spool.unreadable").length, 1);
});

test("a session goes on across a stop of the daemon: what was spooled meanwhile is of the same one", async () => {
  await using story = await tellStory(undefined, debug);
  const claude = startClaude(story, "7f3a9c1e-0000-4000-8000-00000000000a");
  await claude.prompt("one");
  await claude.edit("a", () => writeFileSync(story.at("a"), "1\n"));
  await claude.stop();
  await story.flush();
  await story.unf("stop");
  await claude.prompt("two");
  await claude.edit("b", () => writeFileSync(story.at("b"), "1\n"));
  await claude.tell("SessionEnd", { reason: "prompt_input_exit" });
  await story.unf("start");
  await awaitTurns(story, 2);
  await claude.tell("SessionStart", { source: "resume" });
  await claude.prompt("three");
  await claude.stop();
  const turns = await awaitTurns(story, 3);
  assert.deepEqual(new Set(turns.map(({ session }) => session)).size, 1);
  const own = "7f3a9c1e-0000-4000-8000-00000000000a";
  for (const args of [
    ["log", "--session", own],
    ["session", own],
    ["diff", "--session", own],
  ]) {
    const { stdout } = await story.unf(...args, "--json");
    for (const path of ["a", "b"]) assert.match(stdout, new RegExp(`"path": ?"${path}"`), args[0]);
  }
  await story.unf("oops", "--session", own, "--yes");
  assert.deepEqual(readdirSync(story.home.project), []);
});

test("a spool that is full takes no more, and the daemon says how much is missing", async () => {
  await using story = await tellStory(undefined, debug);
  await story.unf("stop");
  const spool = join(story.home.unfHome, "spool");
  mkdirSync(spool, { mode: 0o700 });
  const large = join(spool, "00000000000001-000001-1");
  writeFileSync(large, "");
  truncateSync(large, limits.spool.bytesMax);
  await tell(story);
  assert.deepEqual(spooled(story.home), ["00000000000001-000001-1", "dropped"]);
  await story.unf("start");
  const told = await until("the log says it", () =>
    readLog(story.home).find(({ event }) => event === "spool.dropped"),
  );
  assert.equal((told as { events?: unknown }).events, 4);
});

test("where there is no home, none is made", async () => {
  await using home = tempHome();
  const { code, stdout, stderr } = await runHook(home, { hook_event_name: "Stop" });
  assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  assert.equal(existsSync(home.unfHome), false);
});

test("whatever is wrong, it ends with 0 and prints nothing", async () => {
  await using home = tempHome();
  await runUnf(["config", "set", "log.level", "debug"], { home });
  const stop = { hook_event_name: "Stop" };
  const runs = [
    () => runHook(home, "no JSON"),
    () => runHook(home, "null"),
    () => runHook(home, ""),
    () => runHook(home, stop, { args: ["hook", "run"] }),
    () => runHook(home, stop, { args: ["hook", "run", "no-such-agent", "--flag"] }),
    () => runHook(home, stop, { env: { UNF_HOME: "not/absolute" } }),
    () => runHook(home, stop, { env: { UNF_HOME: "/proc/self/nowhere" } }),
    () => runHook(home, stop, { via: ["sh", "-c", '"$@" <&-', "sh"] }),
    () => runHook(home, stop, { via: ["sh", "-c", '"$@" </', "sh"] }),
  ];
  for (const [n, run] of runs.entries()) {
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stdout, stderr], [0, "", ""], `run ${n}`);
  }
  assert.deepEqual(spooled(home), []);
  // As when the disk takes nothing more.
  writeFileSync(join(home.unfHome, "spool"), "in the way");
  const { code, stdout, stderr } = await runHook(home, stop);
  assert.deepEqual([code, stdout, stderr], [0, "", ""]);
});

test("an agent that never closes the pipe is not waited for, nor is what it wrote lost", async () => {
  await using home = tempHome();
  await runUnf(["config", "set", "log.level", "debug"], { home });
  const silent = startHook(home);
  assert.equal(await exitOf(silent), 0);
  assert.deepEqual(spooled(home), []);
  await runHook(home, "no JSON");
  await runHook(home, "no JSON", { args: ["hook", "run", "no-such-agent"] });
  const log = readFileSync(join(home.unfHome, "logs/hook-payloads.log"), "utf8");
  const lost = log.trim().split("\n");
  assert.deepEqual(
    lost.map((line) => JSON.parse(line).why),
    ["nothing came", "the payload is not a JSON object"],
  );
  const open = startHook(home);
  open.stdin?.write(JSON.stringify({ session_id: "s", hook_event_name: "Stop" }));
  assert.equal(await exitOf(open), 0);
  assert.equal(spooled(home).length, 1);
});

test("a payload that comes late is noted, and is kept also where that cannot be noted", async () => {
  await using home = tempHome();
  await runUnf(["config", "set", "log.level", "debug"], { home });
  const log = join(home.unfHome, "logs/hook-payloads.log");
  const sendAfter = async (ms: number): Promise<void> => {
    const hook = startHook(home);
    await pause(ms);
    hook.stdin?.end(JSON.stringify({ session_id: "s", hook_event_name: "Stop" }));
    assert.equal(await exitOf(hook), 0);
  };
  // How late is late follows the start of a process, on this machine as it is now.
  const isNoted = (): boolean =>
    existsSync(log) && readFileSync(log, "utf8").includes('"payload.late"');
  let delay = 50;
  while (!isNoted()) {
    delay = Math.min(2 * delay, 1600);
    await sendAfter(delay);
  }
  const before = spooled(home).length;
  assert.ok(before > 0, "what came late was read");
  rmSync(log);
  mkdirSync(log);
  await sendAfter(delay);
  assert.equal(spooled(home).length, before + 1);
});
