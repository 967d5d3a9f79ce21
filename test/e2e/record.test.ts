import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { assertNothingLeft, until } from "../kit/index.ts";
import { tellingBeside, tellStory } from "./story.ts";

const tellBeside = tellingBeside();

test("a save is in the log without anybody asking for it", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "one\n"));
  writeFileSync(story.at("a.txt"), "one\ntwo\n");
  const [newest] = await until("the save is listed", async () => {
    const entries = await story.log("a.txt");
    return entries.length >= 2 ? entries : undefined;
  });
  assert.deepEqual([newest?.kind, newest?.added, newest?.removed], ["modify", 1, 0]);
  const settled = await until("the save settles", async () => {
    const entries = JSON.parse((await story.unf("log", "--json", "a.txt")).stdout).entries;
    return entries.length === 2 ? entries : undefined;
  });
  assert.deepEqual(
    settled.map((entry: { kind: string }) => entry.kind),
    ["modify", "create"],
  );
});

test("what was there before is the baseline, and nothing is written into the project", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("src/deep"), { recursive: true });
    writeFileSync(at("src/deep/x.ts"), "export const x = 1;\n");
    writeFileSync(at("run.sh"), "#!/bin/sh\n", { mode: 0o755 });
    mkdirSync(at("node_modules/p"), { recursive: true });
    writeFileSync(at("node_modules/p/index.js"), "1\n");
    writeFileSync(at("logo.png"), Buffer.of(0x89, 0x50, 0x4e, 0x47, 0, 0));
  });
  const before = statSync(story.home.project).mtimeMs;
  const entries = await story.log();
  assert.deepEqual(entries.map(({ path, kind, cause }) => [path, kind, cause]).sort(), [
    ["run.sh", "create", "baseline"],
    ["src/deep/x.ts", "create", "baseline"],
  ]);
  await story.flush();
  assert.deepEqual(readdirSync(story.home.project).sort(), [
    "logo.png",
    "node_modules",
    "run.sh",
    "src",
  ]);
  assert.equal(statSync(story.home.project).mtimeMs, before);
});

test("flush is a barrier: what was on disk before it can be read back after it", async () => {
  await using story = await tellBeside();
  for (let round = 0; round < 5; round += 1) {
    for (let n = 0; n < 20; n += 1) {
      mkdirSync(story.at(`d${n}/e/f`), { recursive: true });
      writeFileSync(story.at(`d${n}/e/f/file.txt`), `round ${round} file ${n}\n`);
    }
    await story.flush();
    const shown = await story.unf("cat", `d${(round * 7) % 20}/e/f/file.txt`);
    assert.equal(shown.stdout, `round ${round} file ${(round * 7) % 20}\n`);
  }
  assert.equal((await story.log()).length, 100);
});

test("a file that came and went within a burst is interim only", async () => {
  await using story = await tellBeside();
  writeFileSync(story.at("short.txt"), "I was here\n");
  await until("it is captured", async () => (await story.log("short.txt")).length === 1);
  rmSync(story.at("short.txt"));
  await until("its end is captured", async () => (await story.log("short.txt")).length === 2);
  await story.flush();
  const all = await story.log("short.txt");
  assert.deepEqual(
    all.map(({ kind, settled }) => [kind, settled]),
    [
      ["delete", false],
      ["create", false],
    ],
  );
  const created = all.at(-1)?.id ?? "";
  assert.equal((await story.unf("cat", created)).stdout, "I was here\n");
});

test("two nested projects: each path belongs to the inner one, and only to it", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("inner/src"), { recursive: true });
    writeFileSync(at("outer.txt"), "outer\n");
    writeFileSync(at("inner/inner.txt"), "inner\n");
  });
  await story.unf("watch", "--nested", story.at("inner"));
  writeFileSync(story.at("inner/src/new.txt"), "new\n");
  writeFileSync(story.at("outer.txt"), "outer 2\n");
  await story.flush();
  const inner = await story.log("--project", story.at("inner"));
  assert.deepEqual(inner.map(({ path }) => path).sort(), ["inner.txt", "src/new.txt"]);
  const outer = await story.log("--project", story.home.project);
  assert.ok(
    outer.every(({ path }) => path !== "inner/src/new.txt"),
    JSON.stringify(outer),
  );
  assert.equal(outer[0]?.path, "outer.txt");
  // From inside the inner project its own log answers.
  const here = await story.tryUnf(["log", "--json"], { cwd: story.at("inner/src") });
  assert.ok(here.stdout.includes("src/new.txt"));
});

test("a directory inside a project is recorded already: watching it splits nothing unasked", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("inner"));
    mkdirSync(at("output"));
    writeFileSync(at(".gitignore"), "output/\n");
    writeFileSync(at("inner/a.txt"), "1\n");
    writeFileSync(at("output/b.txt"), "1\n");
  });
  const projects = async () => (await story.status()).projects.map(({ root }) => root).toSorted();
  const told = await story.unf("watch", story.at("inner"));
  assert.match(told.stdout, /already, as part of .*--nested/);
  assert.deepEqual(await projects(), [story.home.project]);
  await story.flush();
  assert.deepEqual(
    (await story.log("inner/a.txt")).map(({ kind }) => kind),
    ["create"],
  );
  // Nobody yet records the files that its rules leave out.
  await story.unf("watch", story.at("output"));
  assert.deepEqual(await projects(), [story.home.project, story.at("output")]);
});

test("stop ends daemon and sentinel, and history stays readable", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "kept\n"));
  await story.unf("stop");
  await assertNothingLeft(story.home.root);
  assert.equal((await story.unf("cat", "a.txt")).stdout, "kept\n");
  const check = await story.tryUnf(["status", "--check"]);
  assert.equal(check.code, 6, check.stdout + check.stderr);
});

test("a project that is watched once more says what is recorded of it", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.unf("unwatch", story.home.project);
  const { stdout } = await story.unf("watch", story.home.project);
  assert.match(stdout, /Scanned {2}1 file: 1 recorded, 0 skipped/);
});

test("watch says how many binary files it leaves out and how to have them, and then they are recorded", async () => {
  const bytes = Buffer.from("\0binary");
  await using story = await tellBeside((at) => {
    writeFileSync(at("a.txt"), "1\n");
    writeFileSync(at("logo.png"), bytes);
    writeFileSync(at("data"), bytes);
  });
  const { project } = story.home;
  await story.unf("unwatch", project);
  const { stdout } = await story.unf("watch", project);
  const line = /Left out {2}2 binary files; to record them: unf (.*)/.exec(stdout)?.[1];
  assert.equal(line, `watch --binary ${project}`, stdout);
  assert.doesNotMatch((await story.unf(...line.split(" "))).stdout, /Left out/);
  await story.flush();
  for (const path of ["logo.png", "data"])
    assert.equal((await story.unf("cat", path)).stdout, bytes.toString());
  writeFileSync(story.at("logo.png"), "\0another");
  await story.flush();
  assert.match((await story.unf("diff", "--version", "v4")).stdout, /Binary files/);
  const preview = await story.unf("restore", "logo.png", "--version", "v4~1", "--dry-run");
  assert.match(preview.stdout, /^ {2}~ logo\.png +v\d+$/m, "it has no lines");
});

test("unwatch stops recording and keeps the history, which can still be restored", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.unf("unwatch", story.home.project);
  writeFileSync(story.at("a.txt"), "2\n");
  await story.tryUnf(["flush"]);
  assert.equal((await story.unf("cat", "--project", story.home.project, "a.txt")).stdout, "1\n");
  await story.unf("restore", "a.txt", "--version", "v1", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
  const { projects } = await story.status();
  assert.deepEqual(projects, [], "it is not watched again by that");
});
