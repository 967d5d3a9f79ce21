import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import { runUnf } from "@unf/test";
import { openTimeline } from "@unf/timeline";
import { always } from "../kit/always.ts";
import { age } from "./age.ts";
import { type Story, tellStory } from "./story.ts";

interface PruneJson {
  readonly projects: readonly {
    readonly plan: string;
    readonly versions_removed: number;
    readonly versions_kept: number;
    readonly bytes_freed: number;
  }[];
}

async function prune(story: Story, ...words: readonly string[]) {
  const { stdout } = await story.unf("prune", "--json", ...words);
  const [project] = (JSON.parse(stdout) as PruneJson).projects;
  assert.ok(project !== undefined);
  return project;
}

test("a prune removes exactly what its dry run names, without a daemon and with one", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "0\n"));
  for (let n = 1; n <= 4; n += 1) {
    writeFileSync(story.at("a.txt"), `${n}\n`);
    writeFileSync(story.at(`b${n}.txt`), `${n}\n`);
    await story.flush();
  }
  await story.unf("stop");
  age(story.home);
  const dry = await prune(story, "--older-than", "30d", "-n");
  assert.ok(dry.versions_removed >= 3 && dry.bytes_freed > 0);
  const options = { home: story.home, cwd: story.home.project };
  assert.equal((await runUnf(["prune", "--older-than", "30d"], options)).code, 4);
  const done = await prune(story, "--older-than", "30d", "--plan", dry.plan, "--yes");
  assert.deepEqual(
    [done.plan, done.versions_removed, done.versions_kept, done.bytes_freed],
    [dry.plan, dry.versions_removed, dry.versions_kept, dry.bytes_freed],
  );
  assert.equal((await story.unf("cat", "a.txt", "--at", "1m")).stdout, "4\n");
  await story.unf("start");
  writeFileSync(story.at("a.txt"), "5\n");
  await story.flush();
  // The daemon's prune does the same: only the version before the newest is older than that now.
  const again = await prune(story, "--older-than", "30d", "-n");
  const withDaemon = await prune(story, "--older-than", "30d", "--yes");
  assert.equal(withDaemon.versions_removed, again.versions_removed);
  assert.equal((await story.unf("verify")).code, 0);
  const status = JSON.parse((await story.unf("status", "--json")).stdout);
  assert.equal(status.projects[0].last_pruning.cause, "asked");
});

test("what the daemon deleted by itself comes back by one command, and verify finds nothing wrong", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "0\n"));
  for (let n = 1; n <= 4; n += 1) {
    writeFileSync(story.at("a.txt"), `${n}\n`);
    await story.flush();
  }
  await story.unf("stop");
  const log = async () => (await story.unf("log", "--all", "--json", "a.txt")).stdout;
  const versions = async () => (JSON.parse(await log()) as { entries: unknown[] }).entries;
  const before = await versions();
  deleteByPolicy(story);
  assert.equal((await versions()).length, 1);
  assert.match((await story.unf("prune", "--undo", "-n")).stdout, /Would bring back \d+ version/);
  const undone = JSON.parse((await story.unf("prune", "--undo", "--json")).stdout);
  assert.deepEqual(
    [undone.projects[0].versions_back, undone.projects[0].versions_lost],
    [before.length - 1, 0],
  );
  assert.deepEqual(await versions(), before);
  assert.equal((await story.unf("verify")).code, 0);
  assert.match((await story.unf("prune", "--undo")).stdout, /Nothing was removed by itself/);
});

/** As the daemon does once a day, with a policy that keeps nothing. */
function deleteByPolicy({ home }: Story): void {
  const [project] = readdirSync(join(home.unfHome, "projects"));
  const path = join(home.unfHome, "projects", project ?? "", "timeline.db") as AbsPath;
  using timeline = openTimeline(path, always);
  const ids = timeline.retentionRows(undefined, 100).map(({ id }) => id);
  const at = Date.now() as WallMs;
  timeline.deleteSnapshots({ ids, cause: "policy", argv: [], at });
  while (timeline.settleReleased());
}
