import assert from "node:assert/strict";
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, ProjectId, RelPath, WallMs } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import { openTimeline } from "@unf/timeline";
import { always } from "../kit/always.ts";
import { tempHome } from "../kit/index.ts";
import { asOrdinaryUser, giveAway } from "./ordinary-user.ts";
import { putWhole, readRecord } from "./root-watch.ts";
import { type Story, tellingBeside, tellStory } from "./story.ts";

// Faults that programs like this one are known for, each by its name.

const tellBeside = tellingBeside();

/** The newest version in the timeline: the state to return to. */
async function here(story: Story): Promise<string> {
  await story.flush();
  return (await story.log())[0]?.id ?? "";
}

test("wrong directory: from a subdirectory the project's files are restored, never copies below it", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("sub/deep"), { recursive: true });
    writeFileSync(at("top.txt"), "1\n");
    writeFileSync(at("sub/deep/a.txt"), "1\n");
  });
  const point = await here(story);
  writeFileSync(story.at("top.txt"), "2\n");
  writeFileSync(story.at("sub/deep/a.txt"), "2\n");
  const cwd = story.at("sub");
  const { code, stderr } = await story.tryUnf(["restore", "--at", point, "--yes"], { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(story.at("top.txt"), "utf8"), "1\n");
  assert.equal(readFileSync(story.at("sub/deep/a.txt"), "utf8"), "1\n");
  assert.deepEqual(readdirSync(cwd), ["deep"]);
});

test("later-created files: named, kept, and removed only when asked", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  const point = await here(story);
  writeFileSync(story.at("a.txt"), "2\n");
  writeFileSync(story.at("later.txt"), "later\n");
  const kept = await story.unf("restore", "--at", point, "--yes");
  assert.match(kept.stdout, /later\.txt {2}created since then . kept/);
  assert.equal(readFileSync(story.at("later.txt"), "utf8"), "later\n");
  await story.unf("restore", "--at", point, "--delete", "--yes");
  assert.ok(!existsSync(story.at("later.txt")));
  await story.unf("undo", "--yes");
  assert.equal(readFileSync(story.at("later.txt"), "utf8"), "later\n");
});

test("mode bits: they come back with the content, and alone", async () => {
  await using story = await tellBeside((at) => {
    writeFileSync(at("run.sh"), "1\n", { mode: 0o755 });
    writeFileSync(at("secret.txt"), "1\n", { mode: 0o600 });
  });
  const point = await here(story);
  chmodSync(story.at("run.sh"), 0o644);
  writeFileSync(story.at("secret.txt"), "2\n");
  chmodSync(story.at("secret.txt"), 0o644);
  await story.unf("restore", "--at", point, "--yes");
  const modes = ["run.sh", "secret.txt"].map((name) => statSync(story.at(name)).mode & 0o777);
  assert.deepEqual(modes, [0o755, 0o600]);
});

test("non-atomic writes: who has the file open, or another name of it, keeps the whole old content", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  const point = await here(story);
  writeFileSync(story.at("a.txt"), "2\n".repeat(5000));
  const outside = join(story.home.root, "second-name");
  linkSync(story.at("a.txt"), outside);
  const open = openSync(story.at("a.txt"), "r");
  const preview = await story.unf("restore", "--at", point, "-n");
  assert.match(preview.stdout, /was one of 2 names; the other keeps its content/);
  await story.unf("restore", "--at", point, "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
  assert.equal(readFileSync(open, "utf8"), "2\n".repeat(5000));
  assert.equal(readFileSync(outside, "utf8"), "2\n".repeat(5000));
  closeSync(open);
  assert.deepEqual(readdirSync(story.home.project), ["a.txt"], "no temporary stays");
});

test("no terminal and no -y: neither a guess nor a hang, but exit 4 and nothing done", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  const point = await here(story);
  writeFileSync(story.at("a.txt"), "2\n");
  const { code, stderr } = await story.tryUnf(["restore", "--at", point], { stdin: "y\n" });
  assert.equal(code, 4);
  assert.match(stderr, /--yes/);
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "2\n");
});

test("a removed root comes back from elsewhere, as a whole or beside it, and goes on being recorded", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("src"));
    writeFileSync(at("src/a.txt"), "1\n");
    writeFileSync(at("run.sh"), "1\n", { mode: 0o755 });
  });
  const point = await here(story);
  rmSync(story.home.project, { recursive: true });
  const beside = join(story.home.root, "beside");
  const from = async (...words: string[]) => {
    const named = [...words, "--at", point, "--yes", "--project", story.home.project];
    const { code, stderr } = await story.tryUnf(named, { cwd: story.home.home });
    assert.equal(code, 0, stderr);
  };
  await from("restore", "--to", beside);
  assert.ok(!existsSync(story.home.project));
  await from("restore");
  for (const root of [beside, story.home.project]) {
    assert.equal(readFileSync(join(root, "src/a.txt"), "utf8"), "1\n");
    assert.equal(statSync(join(root, "run.sh")).mode & 0o777, 0o755);
    assert.deepEqual(readdirSync(root).sort(), ["run.sh", "src"]);
  }
  writeFileSync(story.at("src/a.txt"), "2\n");
  await story.flush();
  assert.equal((await story.unf("cat", "src/a.txt", "--at", "now")).stdout, "2\n");
});

test("parts of a file by number: the rest stays, and undo takes them back", async () => {
  const lines = (changed: Readonly<Record<number, string>>) =>
    Array.from({ length: 40 }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join("");
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), lines({})));
  const point = await here(story);
  const edited = lines({ 2: "two", 20: "twenty", 39: "end" });
  writeFileSync(story.at("a.txt"), edited);
  const words = ["restore", "-p", "a.txt", "--at", point];
  const dry = JSON.parse((await story.unf(...words, "-n", "--json")).stdout);
  assert.equal(dry.hunks.length, 3);
  const some = [...words, "--hunks", "1,3", "--plan", dry.plan, "--yes"];
  writeFileSync(story.at("a.txt"), lines({ 30: "something else" }));
  assert.equal((await story.tryUnf(some)).code, 5);
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), lines({ 30: "something else" }));
  writeFileSync(story.at("a.txt"), edited);
  await story.unf(...some);
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), lines({ 20: "twenty" }));
  await story.unf("undo", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), edited);
});

test("a plug: what permissions forbid a start to finish is set aside and named, and later restores go on", async (context) => {
  await using home = tempHome();
  const via = await asOrdinaryUser(context, home);
  if (via === undefined) return;
  const places = ["a.txt", "shut/b.txt"];
  await using story = await tellStory(
    (at) => {
      mkdirSync(at("shut"));
      for (const place of places) writeFileSync(at(place), "1\n");
      giveAway(home.root);
    },
    { home, via },
  );
  const point = await here(story);
  for (const place of places) putWhole(story, story.at(place), "2\n");
  await story.flush();
  const { id } = readRecord(story);
  await story.unf("stop");
  // As a restore leaves it that is killed when it has just been decided.
  const path = timelinePath(home.unfHome as AbsPath, id as ProjectId);
  {
    using timeline = openTimeline(path, always);
    const steps = places.map((place) => {
      const rows = timeline.find({ within: [place as RelPath], interim: true, order: "oldest" });
      const [old, now] = [...rows].map(({ id: snapshot, hash, bytes, mode }) =>
        hash === null
          ? assert.fail()
          : ({ kind: "recorded", hash, bytes, mode, snapshot } as const),
      );
      if (old === undefined || now === undefined) return assert.fail();
      return { path: place as RelPath, from: now, to: old, temporary: null };
    });
    const before = timeline.facts().lastId ?? 0;
    const words = { kind: "restore", argv: ["restore"], plan: "{}", inverts: null } as const;
    const startedAt = Date.now() as WallMs;
    timeline.commitOperation(timeline.startOperation({ ...words, before, startedAt }, steps));
  }
  giveAway(home.unfHome);
  chmodSync(story.at("shut"), 0o555);
  home.onDispose(() => chmodSync(story.at("shut"), 0o755));
  await story.unf("start");
  const { operations } = JSON.parse((await story.unf("ops", "--json")).stdout);
  assert.equal(operations[0].state, "partial");
  assert.deepEqual(operations[0].left, [{ path: "shut/b.txt", why: "EACCES" }]);
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
  assert.equal(readFileSync(story.at("shut/b.txt"), "utf8"), "2\n");
  await story.unf("restart");
  const refused = await story.tryUnf(["restore", "--at", point, "--yes"]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /nothing was changed.*EACCES/);
  await story.unf("undo", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "2\n");
});
