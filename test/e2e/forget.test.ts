import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Story, tellStory } from "./story.ts";

const secret = `s3cr3t-${"zY7".repeat(8)}`;
const other = `0ther-${"kQ2".repeat(8)}`;

/** A watched project in which one file held two secrets and another one of them. */
async function tellSecrets(): Promise<Story> {
  const story = await tellStory((at) => {
    writeFileSync(at(".env"), `TOKEN=${secret}\n`);
    writeFileSync(at("a.txt"), "1\n");
    writeFileSync(at("copy.txt"), `TOKEN=${secret}\n`);
  });
  writeFileSync(story.at(".env"), `TOKEN=${other}\n`);
  await story.flush();
  return story;
}

/** Files of unf's home in which a text stands. */
function holders({ home }: Story, text: string): string[] {
  return readdirSync(home.unfHome, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(home.unfHome.length + 1));
}

test("what is forgotten is gone while the daemon records on, and stays unrecorded until it is allowed", async () => {
  await using story = await tellSecrets();
  const forget = async (...args: string[]) =>
    JSON.parse((await story.unf("forget", ...args, "--json")).stdout);
  assert.equal((await story.tryUnf(["forget", ".env"])).code, 4);
  const asAgent = await story.tryUnf(["forget", ".env", "--yes"], { env: { CLAUDECODE: "1" } });
  assert.equal(asAgent.code, 4);
  assert.match(asAgent.stderr, /a person can confirm it at a terminal/);
  const planned = await forget(".env", "--dry-run");
  assert.deepEqual([planned.dry_run, planned.versions, planned.blobs], [true, 2, 1]);
  const [shared] = planned.shared;
  assert.equal(shared.path, "copy.txt");
  const done = await forget(".env", "--yes");
  assert.deepEqual([done.versions, done.blobs, done.verified, done.found], [2, 1, true, []]);
  assert.deepEqual(holders(story, other), []);
  assert.notDeepEqual(holders(story, secret), []);
  // The other file's content is asked for by itself, and its path goes with it.
  const all = await forget("--hash", shared.hash, "--yes");
  assert.deepEqual([all.versions, all.verified, all.not_recorded], [1, true, ["/copy.txt"]]);
  assert.deepEqual(holders(story, secret), []);
  writeFileSync(story.at(".env"), `TOKEN=${secret}\n`);
  await story.flush();
  assert.deepEqual(holders(story, secret), []);
  const checked = await story.tryUnf(["ignore", "check", ".env"]);
  assert.match(checked.stdout, /^ignored\t\.env\t-\tforgotten/);
  assert.match(
    (await story.unf("forget", "--list")).stdout,
    /\/\.env {2}2 versions {2}not recorded/,
  );
  await story.unf("forget", "--allow", "/.env");
  await story.flush();
  assert.equal((await story.log(".env")).length, 1);
  await story.unf("verify");
});

test("without a daemon the whole history of a project goes, and nothing is left where it lay", async () => {
  await using story = await tellSecrets();
  await story.unf("stop");
  const bare = ["forget", "--project", story.home.project, "--yes", "--json"];
  assert.equal((await story.tryUnf(bare)).code, 4, "no paths are not all paths");
  const word = [...bare, "--everything"];
  const done = JSON.parse((await story.unf(...word)).stdout);
  assert.deepEqual([done.versions, done.verified], [4, true]);
  assert.deepEqual(holders(story, secret), []);
  assert.deepEqual(readdirSync(join(story.home.unfHome, "projects")), []);
  assert.equal((await story.tryUnf(["log"])).code, 3);
});

test("what cannot be forgotten now is said in a line, and keeps nobody from recording", async () => {
  await using story = await tellSecrets();
  await story.unf("stop");
  const { unfHome } = story.home;
  mkdirSync(join(unfHome, "lost+found"), { recursive: true });
  writeFileSync(join(unfHome, "lost+found/spool"), "where a directory is to be");
  const failed = await story.tryUnf(["forget", ".env", "--yes"]);
  assert.deepEqual([failed.code, failed.stderr.includes("    at ")], [1, false], failed.stderr);
  assert.match(failed.stderr, /to be forgotten cannot be written \(ENOTDIR\)/);
  await story.unf("start");
  writeFileSync(story.at("b.txt"), "recorded all the same\n");
  await story.flush();
  assert.equal((await story.log("b.txt")).length, 1);
  rmSync(join(unfHome, "lost+found/spool"));
  await story.unf("restart");
  await story.flush();
  assert.deepEqual(holders(story, other), [], "the next start carries it on");
});
