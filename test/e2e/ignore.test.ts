import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runUnf, tempHome } from "../kit/index.ts";
import { awaitTurns, startClaude } from "./claude.ts";
import { awaitRow, putWhole } from "./root-watch.ts";
import { tellStory } from "./story.ts";

test("a project inside a repository follows the ignore files above it and the user's own", async () => {
  await using home = tempHome();
  const project = join(home.project, "packages/shop");
  mkdirSync(project, { recursive: true });
  execFileSync("git", ["init", "-q", home.project]);
  writeFileSync(join(home.project, ".gitignore"), "/packages/shop/generated/\n*.log\n");
  writeFileSync(join(home.project, ".git/info/exclude"), "secret.txt\n");
  mkdirSync(join(home.home, ".config/git"), { recursive: true });
  writeFileSync(join(home.home, ".config/git/ignore"), "*.swap-me\n");
  mkdirSync(join(project, "generated"));
  const names = ["generated/a.txt", "x.log", "secret.txt", "b.swap-me", "kept.txt"];
  for (const name of names) writeFileSync(join(project, name), `${name}\n`);
  const watched = await runUnf(["watch", project], { home });
  assert.equal(watched.code, 0, watched.stderr);
  const listed = await runUnf(["log", "--json"], { home, cwd: project });
  const { entries } = JSON.parse(listed.stdout) as { entries: { path: string }[] };
  assert.deepEqual(
    entries.map(({ path }) => path),
    ["kept.txt"],
  );
  const asked = await runUnf(["ignore", "check", "x.log", "kept.txt"], { home, cwd: project });
  assert.equal(asked.code, 1);
  assert.match(asked.stdout, /x\.log.*\.gitignore:2.*\*\.log/);
});

test("rules that an agent writes leave out nothing that has a history, until a person accepts them", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("src"));
    writeFileSync(at("src/a.ts"), "1\n");
  });
  const claude = startClaude(story);
  await claude.prompt("hide it");
  await claude.edit(".gitignore", () => writeFileSync(story.at(".gitignore"), "src/\n*.tmp\n"));
  await claude.stop();
  await awaitTurns(story, 1);
  writeFileSync(story.at("src/a.ts"), "2\n");
  writeFileSync(story.at("src/b.tmp"), "new\n");
  await story.flush();
  assert.equal((await story.unf("cat", "src/a.ts")).stdout, "2\n");
  const checked = await story.tryUnf(["ignore", "check", "src/a.ts", "src/b.tmp"]);
  assert.match(checked.stdout, /^recorded\tsrc\/a\.ts.*\nignored\tsrc\/b\.tmp\t/);

  assert.match((await story.tryUnf(["status"])).stderr, /an agent wrote rules into \.gitignore/);
  assert.equal((await story.unf("ignore", "accept")).stdout, "Accepted the rules of .gitignore\n");
  await story.flush();
  const gone = await story.tryUnf(["ignore", "check", "src/a.ts"]);
  assert.match(gone.stdout, /^ignored\tsrc\/a\.ts\t\.gitignore:1\tsrc\/\n$/);
  assert.equal(
    (await story.unf("ignore", "accept")).stdout,
    "No ignore file waits to be accepted\n",
  );
});

test("a hostile ignore file keeps no project from being recorded, and is named", async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => `/**/*b*/**/*c${n}*`).join("\n");
  const deep = "vendor/".concat("b/".repeat(200));
  await using story = await tellStory((at) => {
    mkdirSync(at(deep), { recursive: true });
    writeFileSync(at(`${deep}a.txt`), "1\n");
    writeFileSync(at("vendor/b/.gitignore"), `${lines(2000)}\n*.txt\n`);
    // As hostile as it may be and still count: 200 directories must not make it slow.
    writeFileSync(at("vendor/.gitignore"), `${lines(700)}\n*.log\n`);
  });
  const other = join(story.home.root, "other");
  mkdirSync(other);
  await story.unf("watch", other);
  const pid = await story.daemonPid();

  writeFileSync(story.at(`${deep}new.log`), "ignored\n");
  putWhole(story, story.at(`${deep}new.txt`), "1\n");
  putWhole(story, join(other, "a.txt"), "1\n");
  await awaitRow(story, `create ${deep}new.txt`);
  await awaitRow(story, "create a.txt", other);
  await story.flush();
  const paths = (await story.log()).map(({ path }) => path);
  assert.deepEqual(paths.filter((path) => path.startsWith(deep)).sort(), [
    `${deep}a.txt`,
    `${deep}new.txt`,
  ]);
  assert.equal(await story.daemonPid(), pid, "the daemon never hung");

  const told = await story.unf("status");
  assert.match(told.stderr, /vendor\/b\/\.gitignore is set aside/);
  const asked = await story.tryUnf(["ignore", "check", `${deep}a.txt`, `${deep}new.log`]);
  assert.equal(asked.code, 1);
  assert.match(asked.stderr, /vendor\/b\/\.gitignore is set aside/);
  assert.match(asked.stdout, /new\.log.*vendor\/\.gitignore:701/);
});
