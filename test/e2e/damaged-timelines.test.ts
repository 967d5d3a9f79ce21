import assert from "node:assert/strict";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { damages, lostAndFound, verify } from "./damage.ts";
import { type Story, tellStory } from "./story.ts";

/** Where the timeline of a root lies. */
async function timelineOf(story: Story, root: string): Promise<string> {
  const { projects } = JSON.parse((await story.unf("list", "--json")).stdout) as {
    projects: { id: string; root: string }[];
  };
  const id = projects.find((project) => project.root === root)?.id.slice(2);
  assert.ok(id !== undefined, root);
  return join(story.home.unfHome, "projects", id, "timeline.db");
}

async function stateOf(story: Story, root: string) {
  const { projects } = (await story.status()) as {
    projects: readonly { root: string; state: string; reason?: string | null }[];
  };
  return projects.find((project) => project.root === root);
}

/** Ways to damage the timeline of the project with this name. */
const kinds: Readonly<Record<string, (path: string) => void>> = {
  garbage: damages.garbage,
  zeroed: damages.zeroed,
  empty: damages.empty,
  cut: damages.cut,
  directory: damages.directory,
  // The eight bits of one byte of `application_id`, at 68 of the header.
  foreign: (path) => {
    const bytes = readFileSync(path);
    bytes[69] = (bytes[69] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
  },
};

test("a damaged timeline keeps no other project from being recorded, is said, and is rebuilt", async () => {
  await using story = await tellStory((at) => writeFileSync(at("well.txt"), "1\n"));
  const roots = Object.fromEntries(
    Object.keys(kinds).map((kind) => [kind, join(story.home.root, kind)]),
  );
  for (const [kind, root] of Object.entries(roots)) {
    mkdirSync(root);
    writeFileSync(join(root, "file.txt"), `${kind}\n`);
  }
  await story.unf("watch", "--yes", ...Object.values(roots));
  const timelines = new Map<string, string>();
  for (const [kind, root] of Object.entries(roots))
    timelines.set(kind, await timelineOf(story, root));
  await story.unf("stop");
  for (const [kind, damage] of Object.entries(kinds)) damage(timelines.get(kind) ?? "");
  await story.unf("start");

  // The sound one goes on.
  writeFileSync(story.at("well.txt"), "2\n");
  await story.flush();
  assert.equal((await story.unf("cat", "well.txt")).stdout, "2\n");
  assert.equal((await stateOf(story, story.home.project))?.state, "watching");
  for (const [kind, root] of Object.entries(roots)) {
    const status = await stateOf(story, root);
    assert.equal(status?.state, "error", kind);
    assert.match(status?.reason ?? "", /unf verify --repair/, kind);
  }
  // Readers say so in one line, whatever is wrong.
  for (const args of [["log"], ["restore", "--at", "v1", "--yes"]]) {
    const read = await story.tryUnf(args, { cwd: roots.garbage ?? "" });
    assert.equal(read.code, 7, read.stdout + read.stderr);
    // Above it stands what is wrong with all of them, to whoever was not told of it before.
    const line =
      /^(\d of \d projects are not recorded · unf status\n)?unf: .*\nhint: unf verify --repair\n$/;
    assert.match(read.stderr, line);
  }

  const found = await verify(story, 7);
  assert.deepEqual(
    found.errors.map(({ kind, root }) => `${kind} ${root}`).sort(),
    Object.values(roots)
      .map((root) => `timeline ${root}`)
      .sort(),
  );
  const repaired = await verify(story, 0, "--repair");
  assert.deepEqual(new Set(repaired.repairs?.map(({ outcome }) => outcome)), new Set(["rebuilt"]));
  assert.equal(lostAndFound(story, "timelines").length, Object.keys(kinds).length);
  for (const kept of lostAndFound(story, "timelines"))
    assert.ok(readdirSync(kept).includes("timeline.db"));
  for (const [kind, root] of Object.entries(roots)) {
    assert.equal((await stateOf(story, root))?.state, "watching", kind);
    assert.ok(lstatSync(timelines.get(kind) ?? "").isFile());
  }
  const log = await story.unf("cat", "file.txt", "--project", roots.zeroed ?? "");
  assert.equal(log.stdout, "zeroed\n");
  // Every row of a file whose header alone was wrong.
  const foreign = repaired.repairs?.find(({ root }) => root === roots.foreign);
  assert.equal(foreign?.rows, 1);
  assert.deepEqual((await verify(story, 0, "--repair")).repairs, []);
});

test("a timeline that breaks while it is recorded ends the recording of its project only", async () => {
  await using story = await tellStory((at) => {
    for (let n = 0; n < 400; n += 1) writeFileSync(at(`f${n}.txt`), `${n}\n`);
  });
  const other = join(story.home.root, "other");
  mkdirSync(other);
  writeFileSync(join(other, "o.txt"), "1\n");
  await story.unf("watch", "--yes", other);
  await story.unf("restart");
  await story.flush();
  const pid = await story.daemonPid();
  const timeline = await timelineOf(story, story.home.project);
  // All pages but the first, in place, while the daemon has it open.
  const bytes = readFileSync(timeline);
  bytes.fill(0xa5, 4096);
  writeFileSync(timeline, bytes, { flag: "r+" });
  let n = 0;
  await until(
    "the damage is noticed",
    async () => {
      n += 1;
      for (let file = 0; file < 400; file += 40)
        writeFileSync(story.at(`f${file}.txt`), `again ${n}\n`);
      await story.tryUnf(["flush", "--project", story.home.project]);
      const { daemon, projects } = await story.status();
      return daemon !== null && projects.find(({ root }) => root !== other)?.state === "error";
    },
    { everyMs: 100 },
  );
  writeFileSync(join(other, "o.txt"), "2\n");
  await story.unf("flush", "--project", other);
  assert.equal((await story.unf("cat", join(other, "o.txt"))).stdout, "2\n");
  assert.equal(await story.daemonPid(), pid, "the daemon did not die of it");
  assert.equal((await story.tryUnf(["log"])).code, 7);
  await verify(story, 0, "--repair");
  await story.flush();
  assert.equal((await story.unf("cat", "f0.txt")).stdout, `again ${n}\n`);
  assert.equal(await story.daemonPid(), pid);
});
