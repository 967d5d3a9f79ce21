import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { type IntendedProject, relinkProject } from "@unf/core/intent";
import { requireIntent, writeIntent } from "@unf/system";
import { assertNothingLeft, until } from "../kit/index.ts";
import {
  assertNoDeletion,
  awaitRow,
  awaitState,
  putWhole,
  readMeta,
  readRecord,
  stateOf,
} from "./root-watch.ts";
import { type Story, tellStory } from "./story.ts";

function fill(at: (path: string) => string): void {
  mkdirSync(at("src"));
  writeFileSync(at("a.txt"), "1\n");
  writeFileSync(at("src/b.txt"), "1\n");
}

/** Where the story's project is moved to. */
function newPlace(story: Story): string {
  return join(story.home.root, "moved");
}

function timelines(story: Story): string[] {
  return readdirSync(join(story.home.unfHome, "projects")).sort();
}

suite("a project that moved", { concurrency: 3 }, () => {
  test("keeps its id and its history with --relink, and is found from its new root", async () => {
    await using story = await tellStory(fill, { cwd: "/" });
    const old = story.home.project;
    const place = newPlace(story);
    const { id } = readRecord(story);
    // A project inside it, which will move along.
    mkdirSync(join(old, "inner"));
    writeFileSync(join(old, "inner/i.txt"), "1\n");
    await story.unf("watch", "--nested", join(old, "inner"));
    const inner = readRecord(story, join(old, "inner")).id;
    const before = readRecord(story).rows.filter((row) => !row.includes("inner"));
    assert.deepEqual(before, ["create a.txt", "create src/b.txt"]);
    renameSync(old, place);
    writeFileSync(join(place, "a.txt"), "2\n");
    await awaitState(story, "missing", /not there/);
    const told = await story.tryUnf(["watch", place, "--relink", "--json"], { cwd: place });
    const [reply] = JSON.parse(told.stdout).projects;
    assert.deepEqual([reply.id, reply.root, reply.relinked_from], [`p-${id}`, place, old]);
    assert.equal(await stateOf(story, old), undefined);
    await awaitState(story, "watching", undefined, place);
    assert.equal(readRecord(story, join(place, "inner")).id, inner);
    assertNoDeletion(story, join(place, "inner"));
    const own = () => readRecord(story, place).rows.filter((row) => !row.includes("inner"));
    assert.deepEqual(own(), ["create a.txt", "create src/b.txt", "modify a.txt"]);
    putWhole(story, join(place, "src/c.txt"), "1\n");
    await awaitRow(story, "create src/c.txt", place);
    // Every command finds it by its new place, from inside and by name, and none by its old one.
    const log = await story.tryUnf(["log", "--all", "--json"], { cwd: join(place, "src") });
    assert.ok(JSON.parse(log.stdout).entries.length >= 4);
    const restored = await story.tryUnf(["restore", "a.txt", "--version", "v1", "--yes"], {
      cwd: place,
    });
    assert.equal(restored.code, 0, restored.stderr);
    const cat = await story.unf("cat", "--project", place, "a.txt");
    assert.equal(cat.stdout, "1\n");
    assert.equal((await story.tryUnf(["log", "--project", old], { cwd: place })).code, 3);
    assert.deepEqual(
      [readMeta(story, "root", place), timelines(story)],
      [place, [id, inner].sort()],
    );
    // Once more is no failure, and another project may begin where it was.
    const again = await story.tryUnf(["watch", "--relink", "--json"], { cwd: place });
    assert.equal(JSON.parse(again.stdout).projects[0].already, true);
    mkdirSync(old);
    writeFileSync(join(old, "other.txt"), "other\n");
    await story.unf("watch", old);
    const other = readRecord(story, old);
    assert.notEqual(other.id, id);
    assert.deepEqual(other.rows, ["create other.txt"]);
    await story.unf("restart");
    await awaitState(story, "watching", undefined, old);
    await awaitState(story, "watching", undefined, place);
    assert.deepEqual([readRecord(story, old).id, readRecord(story, place).id], [other.id, id]);
    assert.equal(own().length, 5, own().join());
    // Its own id again, although the first one of this path belongs to the other.
    await story.unf("unwatch", old);
    await story.unf("watch", old);
    assert.equal(readRecord(story, old).id, other.id);
  });

  test("is a new project where nobody can be asked, and a hint says how to keep the history", async () => {
    await using story = await tellStory(fill, { cwd: "/" });
    const place = newPlace(story);
    const { id } = readRecord(story);
    renameSync(story.home.project, place);
    const cwd = place;
    const looked = await story.tryUnf(["watch", "--dry-run", "--relink"], { cwd });
    assert.match(looked.stdout, /with the history of/);
    const silent = await story.tryUnf(["watch", "--no-relink", "--yes"], { cwd });
    assert.doesNotMatch(silent.stderr, /relink/);
    await story.unf("unwatch", place);
    const told = await story.tryUnf(["watch", "--yes"], { cwd });
    assert.equal(told.code, 0, told.stderr);
    assert.match(told.stderr, /go on with the history of .*project: unf watch --relink/);
    const fresh = readRecord(story, place).id;
    assert.notEqual(fresh, id);
    // The hint is true: the short history beside it is kept, and gives way.
    const taken = await story.tryUnf(["watch", "--relink"], { cwd });
    assert.equal(taken.code, 0, taken.stderr);
    assert.equal(readRecord(story, place).id, id);
    assert.deepEqual(timelines(story), [fresh, id].sort());
    writeFileSync(join(place, "a.txt"), "2\n");
    await awaitRow(story, "modify a.txt", place);
    assertNoDeletion(story, place);
  });

  test("and was copied is recognised by nobody: its old place must be named", async () => {
    await using story = await tellStory(fill, { cwd: "/" });
    const old = story.home.project;
    const place = newPlace(story);
    const { id } = readRecord(story);
    // Once the directory has changed, its time of birth is believed.
    putWhole(story, join(old, "late.txt"), "1\n");
    await awaitRow(story, "create late.txt");
    const { birthtimeNs, ctimeNs } = statSync(old, { bigint: true });
    if (birthtimeNs > 0n && birthtimeNs < ctimeNs)
      await until("it is noted", () => readMeta(story, "born") === String(birthtimeNs));
    cpSync(old, place, { recursive: true });
    const cwd = story.home.root;
    const unknown = await story.tryUnf(["watch", place, "--relink"], { cwd });
    assert.equal(unknown.code, 3, unknown.stderr);
    const twice = await story.tryUnf(["watch", place, `--relink=${old}`], { cwd });
    assert.equal(twice.code, 4, twice.stderr);
    assert.match(twice.stderr, /is still there and watched/);
    const nowhere = await story.tryUnf(["watch", place, "--relink=nowhere"], { cwd });
    assert.equal(nowhere.code, 3, nowhere.stderr);
    await story.unf("stop");
    rmSync(old, { recursive: true });
    // Many file systems give a new directory the number of the one that was deleted last.
    const reborn = join(story.home.root, "reborn");
    mkdirSync(reborn);
    writeFileSync(join(reborn, "a.txt"), "1\n");
    for (const other of [place, reborn]) {
      const copy = await story.tryUnf(["watch", other, "--relink"], { cwd });
      assert.equal(copy.code, 3, copy.stderr);
    }
    rmSync(join(place, "src"), { recursive: true });
    const told = await story.tryUnf(["watch", place, "--relink=project"], { cwd });
    assert.equal(told.code, 0, told.stderr);
    const record = readRecord(story, place);
    assert.equal(record.id, id);
    assert.deepEqual(record.rows.slice(3), ["delete src/b.txt"]);
    const lost = await story.tryUnf(["cat", "src/b.txt", "--version", "v2"], { cwd: place });
    assert.equal(lost.stdout, "1\n");
  });

  test("is whole after a crash between its two files: what the intent says counts", async () => {
    await using story = await tellStory(fill, { cwd: "/" });
    const old = story.home.project;
    const place = newPlace(story);
    const { id } = readRecord(story);
    const home = story.home.unfHome as AbsPath;
    for (const [from, to] of [
      [old, place],
      [place, old],
    ] as const) {
      await story.tryUnf(["stop"], { cwd: story.home.root });
      await assertNothingLeft(story.home.root);
      renameSync(from, to);
      // The intent is written first, so this is what a crash leaves.
      const intent = requireIntent(home);
      const [moved] = intent.projects as readonly [IntendedProject];
      writeIntent(home, relinkProject(intent, { ...moved, root: to as AbsPath }));
      assert.equal(readMeta(story, "root", to), from);
      await story.tryUnf(["start"], { cwd: to });
      await awaitState(story, "watching", undefined, to);
      assert.deepEqual([readRecord(story, to).id, readMeta(story, "root", to)], [id, to]);
      const log = await story.tryUnf(["log", "--json"], { cwd: to });
      assert.equal(JSON.parse(log.stdout).entries.length, 2);
    }
  });
});
