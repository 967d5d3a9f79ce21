import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Story, tellingBeside } from "./story.ts";

const tellBeside = tellingBeside();

const identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];

function git(directory: string, ...words: readonly string[]): string {
  return execFileSync("git", [...identity, ...words], {
    cwd: directory,
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Two commits on either of two branches, all of which change `a.txt`. */
function makeRepository(at: (path: string) => string): void {
  git(at(""), "init", "-q", "-b", "main");
  writeFileSync(at("a.txt"), "1\n");
  writeFileSync(at("b.txt"), "1\n");
  git(at(""), "add", "-A");
  git(at(""), "commit", "-q", "-m", "one");
  git(at(""), "checkout", "-q", "-b", "other");
  writeFileSync(at("a.txt"), "other\n");
  git(at(""), "commit", "-q", "-a", "-m", "other");
  git(at(""), "checkout", "-q", "main");
  writeFileSync(at("a.txt"), "2\n");
  git(at(""), "commit", "-q", "-a", "-m", "two");
}

/** Everything in `.git`, byte for byte and with its times. */
function insideGit(story: Story): string[] {
  const directory = story.at(".git");
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const path = join(directory, name);
      const stat = lstatSync(path, { bigint: true });
      const content = stat.isFile() ? readFileSync(path).toString("base64") : "";
      return [name, stat.ino, stat.mtimeNs, stat.ctimeNs, content].join(" ");
    });
}

test("index, HEAD and stash of the git checkout are untouched by restore, undo and redo", async () => {
  await using story = await tellBeside(makeRepository);
  const project = story.home.project;
  const point = (await story.log())[0]?.id ?? "";
  writeFileSync(story.at("b.txt"), "stashed\n");
  git(project, "stash");
  writeFileSync(story.at("b.txt"), "staged\n");
  git(project, "add", "b.txt");
  writeFileSync(story.at("a.txt"), "3\n");
  writeFileSync(story.at("new.txt"), "untracked\n");
  await story.flush();
  const before = insideGit(story);
  await story.unf("restore", "--at", point, "--exact", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "2\n");
  await story.unf("undo", "--yes");
  assert.equal(readFileSync(story.at("b.txt"), "utf8"), "staged\n");
  await story.unf("redo", "--yes");
  assert.deepEqual(insideGit(story), before);
  assert.match(git(project, "stash", "list"), /stash@\{0\}/);
  assert.match(git(project, "diff", "--cached", "--name-only"), /b\.txt/);
});

test("a merge or rebase in progress is named before a restore, which then needs a yes as ever", async () => {
  await using story = await tellBeside(makeRepository);
  const project = story.home.project;
  const point = (await story.log())[0]?.id ?? "";
  const dryRun = async () =>
    JSON.parse((await story.unf("restore", "--at", point, "-n", "--json")).stdout).warnings;
  writeFileSync(story.at("b.txt"), "2\n");
  assert.equal(await dryRun(), undefined);
  assert.throws(() => git(project, "merge", "other"));
  assert.deepEqual(await dryRun(), ["a merge is in progress in this git checkout (MERGE_HEAD)"]);
  const asked = await story.tryUnf(["restore", "--at", point]);
  assert.equal(asked.code, 4);
  assert.match(asked.stdout, /! a merge is in progress/);
  const before = insideGit(story);
  await story.unf("restore", "--at", point, "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "2\n");
  assert.deepEqual(insideGit(story), before, "the merge goes on");
  assert.match((await story.unf("undo", "-n")).stdout, /! a merge is in progress/);
  git(project, "merge", "--abort");
  assert.throws(() => git(project, "rebase", "other"));
  writeFileSync(story.at("b.txt"), "3\n");
  assert.match(String(await dryRun()), /a rebase is in progress/);
});

test("a worktree is followed to where git keeps its state", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("main"));
    makeRepository((path) => at(join("main", path)));
    git(at("main"), "worktree", "add", "-q", "--detach", at("tree"), "other");
  });
  await story.unf("watch", "--nested", story.at("tree"));
  assert.throws(() => git(story.at("tree"), "merge", "main"));
  await story.unf("flush");
  const words = ["restore", "--at", "v1", "-n", "--json", "--project", story.at("tree")];
  const { warnings } = JSON.parse((await story.unf(...words)).stdout);
  assert.deepEqual(warnings, ["a merge is in progress in this git checkout (MERGE_HEAD)"]);
});
