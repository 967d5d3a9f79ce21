import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Story, tellStory } from "./story.ts";

// Commands that write to a project that no daemon records at that moment.

interface GapJson {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly closed_at: string | null;
  readonly paths_differed: number | null;
}

async function gapsOf(story: Story): Promise<readonly GapJson[]> {
  const { stdout } = await story.unf("log", "--json", "--project", story.home.project);
  return (JSON.parse(stdout) as { gaps: GapJson[] }).gaps;
}

test("a restore while the daemon is away tells the time nobody recorded as a gap", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at("a.txt"), "1\n");
    writeFileSync(at("b.txt"), "1\n");
  });
  await story.flush();
  await story.unf("stop");
  const heartbeat = statSync(join(story.home.unfHome, "run", "heartbeat")).mtimeMs;
  writeFileSync(story.at("a.txt"), "written while nobody recorded\n");
  writeFileSync(story.at("b.txt"), "this one is not restored\n");
  await story.unf("restore", "a.txt", "--version", "v1", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
  const [gap, ...more] = await gapsOf(story);
  assert.deepEqual(more, []);
  assert.equal(gap?.reason, "daemon_away");
  assert.ok(Date.parse(gap.from) >= Math.floor(heartbeat), "nothing that was recorded is doubted");
  assert.notEqual(gap.closed_at, null, "the sweep before the restore closed it");
  assert.equal(gap.paths_differed, 2, "the whole project was looked at, not only what is restored");
  const before = (await story.log("a.txt")).length;
  await story.unf("start");
  await story.flush();
  assert.equal(
    (await story.log("a.txt")).length,
    before,
    "the daemon finds nothing left to record",
  );
  // The daemon's gap begins where this one ended: each instant lies in one of them.
  const last = (await gapsOf(story)).at(-1);
  assert.deepEqual([last?.from, last?.to], [gap.from, gap.to]);
});

test("a restore of a history that is only kept tells the time since its last version as a gap", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.unf("unwatch", story.home.project);
  writeFileSync(story.at("a.txt"), "2\n");
  const word = ["--project", story.home.project];
  await story.unf("restore", "a.txt", "--version", "v1", "--yes", ...word);
  const gaps = await gapsOf(story);
  assert.deepEqual(
    gaps.map(({ reason, paths_differed }) => [reason, paths_differed]),
    [["daemon_away", 1]],
  );
});

test("a restore after a daemon was killed leaves the next daemon to look at what that had written", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.flush();
  await story.unf("stop");
  const mark = join(story.home.unfHome, "run", "recording");
  assert.ok(!existsSync(mark));
  await story.unf("restore", "a.txt", "--version", "v1", "--yes");
  assert.ok(!existsSync(mark), "who ends in order takes the mark away");
  writeFileSync(mark, "");
  writeFileSync(story.at("a.txt"), "2\n");
  await story.unf("restore", "a.txt", "--version", "v1", "--yes");
  assert.ok(existsSync(mark), "the mark of the one that was killed stays");
});
