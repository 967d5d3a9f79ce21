import assert from "node:assert/strict";
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import {
  damages,
  faultsOf,
  lostAndFound,
  objectAt,
  objectOf,
  plantLeftover,
  verify,
  versionsOf,
} from "./damage.ts";
import { type Story, tellStory } from "./story.ts";

/** The inbox keeps a second copy of what was recorded in the last minute; a daemon that ends empties it. */
async function emptyInbox(story: Story): Promise<void> {
  await story.unf("restart");
  await story.flush();
}

const text = (name: string): string => `content of ${name}\n`.repeat(20);

test("every kind of damage to an object is found, named and healed from disk, or said to be lost", async () => {
  const kinds = Object.keys(damages).sort() as (keyof typeof damages)[];
  const name = (kind: string) => `${kind}.txt`;
  await using story = await tellStory((at) => {
    for (const kind of kinds) writeFileSync(at(name(kind)), text(kind));
    writeFileSync(at("old.txt"), "only in the store\n");
  });
  writeFileSync(story.at("old.txt"), "now another\n");
  await emptyInbox(story);
  assert.deepEqual((await verify(story, 0, "--read-data")).errors, []);

  const leftover = plantLeftover(story);
  for (const kind of kinds) damages[kind](await objectAt(story, name(kind)));
  const [, old] = await versionsOf(story, "old.txt");
  assert.ok(old !== undefined);
  damages.flipped(objectOf(story, old));
  const damagedBytes = readFileSync(objectOf(story, old));

  // Sizes alone show some of it; what is damaged is never served.
  const quick = await verify(story, 7);
  assert.deepEqual(faultsOf(quick), [
    "damaged cut.txt",
    "damaged directory.txt",
    "damaged empty.txt",
    "missing gone.txt",
  ]);
  assert.equal(quick.leftovers, 1);
  for (const kind of kinds) {
    const cat = await story.tryUnf(["cat", name(kind)]);
    assert.deepEqual([cat.code, cat.stdout], [7, ""], kind);
    assert.match(cat.stderr, /^unf: content lost: .*\nhint: unf verify --repair/);
  }
  const thorough = await verify(story, 7, "--read-data");
  assert.equal(faultsOf(thorough).length, kinds.length + 1);
  assert.ok(faultsOf(thorough).includes("damaged old.txt"));

  // A look changes nothing; the repair heals all but what is nowhere else, and keeps what it found.
  assert.deepEqual(lostAndFound(story, "objects"), []);
  const repaired = await verify(story, 7, "--read-data", "--repair");
  assert.deepEqual(repaired.errors, []);
  const outcomes = (repaired.repairs ?? []).map(({ outcome, versions }) => [
    outcome,
    versions.map(({ path }) => path).join(),
  ]);
  assert.deepEqual(
    outcomes.sort(),
    [...kinds.map((kind) => ["healed", name(kind)]), ["lost", "old.txt"]].sort(),
  );
  assert.ok(!existsSync(leftover));
  // All but the one that was gone, and the old one.
  const kept = lostAndFound(story, "objects");
  assert.equal(kept.length, kinds.length);
  assert.ok(
    kept.some((path) => lstatSync(path).isFile() && readFileSync(path).equals(damagedBytes)),
  );
  for (const kind of kinds) {
    assert.equal((await story.unf("cat", name(kind))).stdout, text(kind));
  }

  // A lost content is reported wherever it is asked for, and is no news the second time.
  const again = await verify(story, 0, "--read-data", "--repair");
  assert.deepEqual([again.repairs, again.lost.length], [[], 1]);
  assert.equal((await story.tryUnf(["cat", old.id])).code, 7);
  const restored = await story.tryUnf(["restore", "--version", old.id, "--yes"]);
  assert.equal(restored.code, 7, restored.stdout + restored.stderr);
  assert.match(restored.stdout + restored.stderr, /lost/);
  assert.equal(readFileSync(story.at("old.txt"), "utf8"), "now another\n");
  assert.match((await story.unf("log", "--all")).stdout, /\tcontent lost.*old\.txt/);
  assert.equal((await versionsOf(story, "old.txt"))[1]?.lost, true);

  // Captured once more it is there again, for every version that had it.
  writeFileSync(story.at("copy.txt"), "only in the store\n");
  await story.flush();
  assert.equal((await story.unf("cat", old.id)).stdout, "only in the store\n");
  assert.deepEqual((await verify(story, 0, "--read-data")).lost, []);
});

test("after kill -9 the next daemon heals the objects of files that are still on disk", async () => {
  await using story = await tellStory((at) => {
    for (const name of ["a", "b", "c"]) writeFileSync(at(name), text(name));
  });
  const [a, b, c] = await Promise.all(["a", "b", "c"].map((name) => objectAt(story, name)));
  assert.ok(a !== undefined && b !== undefined && c !== undefined);
  const sizeOf = (path: string) => (existsSync(path) ? lstatSync(path).size : -1);
  // A stop in order leaves nothing to doubt, so the objects are not looked at.
  await story.unf("stop");
  damages.empty(a);
  await story.unf("start");
  await story.flush();
  assert.equal(sizeOf(a), 0);
  const pid = await story.daemonPid();
  process.kill(pid, "SIGKILL");
  damages.gone(b);
  damages.cut(c);
  // This one changed while nobody looked: its head's content is lost, what is there now is recorded.
  writeFileSync(story.at("c"), "changed\n");
  await until(
    "another daemon has healed them",
    () => sizeOf(a) === text("a").length && sizeOf(b) === text("b").length,
    { everyMs: 100 },
  );
  await story.flush();
  assert.equal((await story.unf("cat", "a")).stdout, text("a"));
  assert.equal((await story.unf("cat", "c")).stdout, "changed\n");
  // Reading it for the line counts found it damaged, and moved it aside.
  assert.deepEqual(faultsOf(await verify(story, 7)), ["missing c"]);
  assert.equal(lostAndFound(story, "objects").length, 1);
});

test("captures in flight are no damage", async () => {
  await using story = await tellStory();
  let isOver = false;
  let written = 0;
  const write = async (): Promise<void> => {
    while (!isOver) {
      for (let n = 0; n < 20; n += 1) {
        written += 1;
        writeFileSync(story.at(`f${n}`), `${written}\n`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const writing = write();
  try {
    for (let round = 0; round < 4; round += 1) {
      assert.deepEqual((await verify(story, 0, "--read-data")).errors, []);
    }
  } finally {
    isOver = true;
    await writing;
  }
  await story.flush();
  assert.ok((await verify(story, 0, "--read-data", "--repair")).versions > 20);
});

test("a directory limits the look to its project, and one that is not watched is refused", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await emptyInbox(story);
  damages.gone(await objectAt(story, "a.txt"));
  const found = await verify(story, 7, story.home.project);
  assert.deepEqual([faultsOf(found), found.unreferenced], [["missing a.txt"], null]);
  assert.equal((await story.tryUnf(["verify", story.home.home])).code, 3);
  const plain = await story.tryUnf(["verify", "--repair", "--dry-run"]);
  assert.equal(plain.code, 7);
  assert.match(plain.stdout, /^missing\tv1\ta\.txt\t\/.*\n1 version, 1 object, 1 error\b/);
  // Without a daemon the command repairs by itself, and only while it holds the lock.
  await story.unf("stop");
  assert.equal((await verify(story, 0, "--repair")).repairs?.[0]?.outcome, "healed");
});
