import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runUnf, tempHome, testEnvironment, until, wordsOf } from "../kit/index.ts";
import { heard, spooled } from "./hook-run.ts";
import { tellStory } from "./story.ts";

const kinds = ["session_start", "prompt", "tool_start", "tool_end", "stop", "session_end"];
const exec = ["exec", "--agent", "x", "--"];

test("a command runs as it would without unf, and the daemon hears whose work it is", async () => {
  await using story = await tellStory(undefined, { settings: { "log.level": "debug" } });
  const script = 'cat; echo "$UNF_AGENT"; echo err >&2; echo "$UNF_SESSION" > session; exit 7';
  const { code, stdout, stderr } = await story.tryUnf([...exec, "sh", "-c", script], {
    stdin: "in\n",
  });
  assert.deepEqual([code, stdout, stderr], [7, "in\nx\n", "err\n"]);
  assert.match(readFileSync(story.at("session"), "utf8"), /^x-[0-9a-f]{12}\n$/);
  const events = await until("all of it was heard", () => {
    const all = heard(story.home);
    return all.length >= kinds.length ? all : undefined;
  });
  assert.deepEqual(
    events.map(({ kind }) => kind),
    kinds,
  );
  for (const { roots } of events) assert.deepEqual(roots, [story.home.project]);
});

test("without a home a command runs all the same, and none is made", async () => {
  await using home = tempHome();
  const { code, stdout, stderr } = await runUnf([...exec, "echo", "--json"], { home });
  assert.deepEqual([code, stdout, stderr], [0, "--json\n", ""]);
  assert.equal(existsSync(home.unfHome), false);
});

test("without a daemon its events wait on disk", async () => {
  await using home = tempHome();
  await runUnf(["config", "set", "log.level", "debug"], { home });
  assert.equal((await runUnf([...exec, "true"], { home })).code, 0);
  assert.equal(spooled(home).length, kinds.length);
  const begun = await runUnf(["session", "start"], { home });
  assert.equal((await runUnf(["session", "end", begun.stdout.trim()], { home })).code, 0);
  assert.equal(spooled(home).length, kinds.length + 6);
});

test("a home that takes nothing keeps no command from running, nor shows", async () => {
  await using home = tempHome();
  await runUnf(["config", "set", "log.level", "debug"], { home });
  writeFileSync(join(home.unfHome, "spool"), "in the way");
  const { code, stderr } = await runUnf([...exec, "sh", "-c", "exit 3"], { home });
  assert.deepEqual([code, stderr], [3, ""]);
});

test("the signal that ends the command ends unf", async () => {
  await using home = tempHome();
  const { code, signal } = await runUnf([...exec, "sh", "-c", "kill -KILL $$"], { home });
  assert.deepEqual([code, signal], [null, "SIGKILL"]);
});

test("a signal to unf is the command's, which may end as it likes", async () => {
  await using home = tempHome();
  const script = "trap 'exit 9' TERM; echo ready; while :; do sleep 0.05; done";
  const [file, ...words] = wordsOf("unf");
  const child = spawn(file, [...words, ...exec, "sh", "-c", script], {
    cwd: home.project,
    env: testEnvironment(home),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  assert.equal(code, 9);
});
