import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { openPastWorld } from "../conformance/past-world.ts";
import { runUnf, testEnvironment, until, wordsOfUnf } from "../kit/index.ts";
import { startAsPerson } from "./person.ts";

const secret = `AKIA${"Q".repeat(12)}7XYZ`;

/** A project with some versions, and a page of it. */
async function openPage() {
  const at = (hoursAgo: number) => (Date.now() - hoursAgo * 3_600_000) as WallMs;
  const world = openPastWorld(
    [
      { at: at(2000), path: "a.txt", text: "one\n" },
      { at: at(1000), path: "a.txt", text: "two\n" },
      { at: at(2), path: "b.txt", text: `aws_access_key_id = ${secret}\n` },
    ],
    (words, home) => runUnf(words, { home }),
  );
  const run = await startAsPerson(world.home, ["ui", "--no-open"]);
  const address = await until("it serves", () => /http:\S+/.exec(run.said())?.[0]);
  const opened = await fetch(address, { redirect: "manual" });
  const cookie = String(opened.headers.get("set-cookie")).split(";")[0] ?? "";
  const ask = async (name: string, asked: object, signal?: AbortSignal) => {
    const q = encodeURIComponent(JSON.stringify(asked));
    const init = { headers: { cookie }, ...(signal === undefined ? {} : { signal }) };
    const response = await fetch(new URL(`/api/ask/${name}?q=${q}`, address), init);
    const { generated_at: _, ...answer } = (await response.json()) as Record<string, unknown>;
    return answer;
  };
  return { world, run, ask };
}

test("what takes long is answered as the command answers it, with secrets masked", async () => {
  const { world, ask } = await openPage();
  await using _ = world;
  const { project } = world.home;
  const printed = async (...words: string[]) => {
    const { generated_at: _, ...answer } = JSON.parse((await world.unf(...words, "--json")).stdout);
    return answer;
  };
  const usage = await ask("du", { project, by: "ext" });
  assert.deepEqual(usage.rows, (await printed("du", "--by", "ext")).rows);
  const preview = await ask("prune", { project, olderThan: "30d" });
  assert.deepEqual(preview, await printed("prune", "--older-than", "30d", "-n"));
  const found = await ask("search", { project, text: "aws_access_key_id" });
  assert.deepEqual(found, await printed("search", "aws_access_key_id"));
  assert.doesNotMatch(JSON.stringify(found), new RegExp(secret));
  const { checks } = await ask("doctor", {});
  assert.ok(Array.isArray(checks) && checks.length > 5);
  const failed = await ask("du", { project: `${project}/nowhere` });
  assert.match(JSON.stringify(failed), /not_watched|not_found/);
});

test("a long answer that nobody waits for is worked on no more, and others wait for none", {
  skip: process.platform === "linux" ? false : "processes below are not listed",
}, async () => {
  const { world, run, ask } = await openPage();
  await using _ = world;
  const below = () => readFileSync(`/proc/${run.pid}/task/${run.pid}/children`, "utf8").trim();
  const away = new AbortController();
  const asked = ask("doctor", {}, away.signal);
  await until("somebody works on it", () => below() !== "");
  const { happenings } = await ask("happenings", { project: world.home.project });
  assert.ok(Array.isArray(happenings) && happenings.length > 0);
  away.abort();
  await assert.rejects(asked);
  await until("nobody does", () => below() === "");
  assert.ok(Array.isArray((await ask("doctor", {})).checks), "asked again, it is answered");
});

test("the command behind it takes no other question and shows no secret", async () => {
  const { world } = await openPage();
  await using _ = world;
  const { home } = world;
  const [file, ...words] = wordsOfUnf();
  const run = (input: object) =>
    spawnSync(file, [...words, "answer"], {
      cwd: home.project,
      env: testEnvironment(home),
      input: JSON.stringify(input),
      encoding: "utf8",
    });
  const asked = { text: "aws", paths: [], limit: 10, interim: false, isRegExp: false };
  const shown = run({ name: "search", project: home.project, asked: { ...asked, reveal: true } });
  assert.match(shown.stdout, /aws_access_key_id/);
  assert.doesNotMatch(shown.stdout, new RegExp(secret));
  for (const input of [{}, { name: "log", asked: {} }, { name: "constructor", asked: {} }, []])
    assert.equal(run(input).status, 2);
});
