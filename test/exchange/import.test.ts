import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tellStory } from "../e2e/story.ts";
import { runUnf, type TempHome, tempHome } from "../kit/index.ts";
import { hashOf, makeAgentUndo, makeUnfudged } from "./foreign-stores.ts";

/** Every file below a directory with what it holds, and when it was last written. */
function picture(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => {
      const stat = lstatSync(join(directory, path));
      const content = stat.isFile() ? hashOf(readFileSync(join(directory, path))) : "";
      return `${path} ${stat.mode} ${stat.mtimeMs} ${content}`;
    });
}

async function unf(home: TempHome, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runUnf([...args, "--json"], { home });
  assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("a history of UNF comes along whole, its store untouched, and only once", async () => {
  await using home = tempHome();
  const store = join(home.root, "old");
  const gone = join(home.root, "gone");
  writeFileSync(join(home.project, "run.sh"), "#!/bin/sh\n");
  chmodSync(join(home.project, "run.sh"), 0o755);
  using own = makeUnfudged(store, home.project, [
    { path: "run.sh", at: "2026-02-09T14:32:07.123456789+00:00", content: "one\n" },
    { path: "src/a.ts", at: "2026-02-09T15:32:08+01:00", content: "a\n" },
    { path: join(home.project, "src/a.ts"), at: "2026-02-09T14:40:00Z", content: "a\nb\n" },
    { path: "run.sh", at: "2026-02-09T14:41:00Z", content: null },
    { path: "id_rsa", at: "2026-02-09T14:42:00Z", content: "secret\n" },
    { path: "../out", at: "2026-02-09T14:43:00Z", content: "x\n" },
    { path: "lost", at: "2026-02-09T14:44:00Z", content: "gone from the store\n" },
    { path: "torn", at: "2026-02-09T14:45:00Z", content: "damaged in the store\n" },
    { path: "soon", at: "2036-02-09T14:45:00Z", content: "from the future\n" },
    { path: "back", at: "2026-02-09T14:00:00Z", content: "a clock that went back\n" },
  ]);
  using other = makeUnfudged(store, gone, [
    { path: "x", at: "2026-01-01T00:00:00Z", content: "of a project that is gone\n" },
  ]);
  const object = (content: string) => {
    const hash = hashOf(content);
    return join(own.objects, hash.slice(0, 2), hash.slice(2));
  };
  rmSync(object("gone from the store\n"));
  writeFileSync(object("damaged in the store\n"), "damaged");
  const before = picture(store);
  const dry = await unf(home, "import", "unfudged", store, "-n");
  assert.equal(existsSync(home.unfHome), false, "a dry run makes nothing");
  const real = await unf(home, "import", "unfudged", store);
  assert.deepEqual(real.histories, dry.histories, "the dry run said what the real one did");
  assert.deepEqual([real.projects, real.versions], [2, 6]);
  const [second] = real.histories.filter((one: { root: string }) => one.root === home.project);
  assert.deepEqual(
    [second.state, second.left_out],
    ["new", { path: 1, private: 1, time: 1, later: 0, unchanged: 0, missing: 1, damaged: 1 }],
  );
  const at = ["--project", home.project];
  const { entries } = await unf(home, "log", ...at);
  assert.deepEqual(
    entries.map((one: Record<string, unknown>) => [one.id, one.path, one.kind, one.added]),
    [
      ["v5", "back", "create", 1],
      ["v4", "run.sh", "delete", 0],
      ["v3", "src/a.ts", "modify", 1],
      ["v2", "src/a.ts", "create", 1],
      ["v1", "run.sh", "create", 1],
    ],
  );
  assert.equal(entries.at(-1).at, "2026-02-09T14:32:07.123Z");
  assert.equal(entries[0].at, "2026-02-09T14:00:00.000Z", "what its program's clock showed");
  const { content, mode } = await unf(home, "cat", "v1", ...at);
  assert.deepEqual([content, mode], ["one\n", "100755"]);
  assert.equal((await unf(home, "cat", "v1", "--project", gone)).path, "x");
  const again = await unf(home, "import", "unfudged", store);
  assert.deepEqual(
    again.histories.map((one: { state: string }) => one.state),
    ["known", "known"],
  );
  assert.deepEqual(picture(store), before, "the other program's files are as they were");
  assert.ok(other.objects);
});

test("before a history that is there: numbers move on when somebody agrees, and nothing else", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at("a.txt"), "now\n");
  });
  const { home } = story;
  await story.flush();
  writeFileSync(story.at("a.txt"), "later\n");
  await story.flush();
  await story.unf("restore", "a.txt", "--version", "v1", "--yes");
  await story.unf("checkpoint", "mine");
  const store = join(home.root, "old");
  using _ = makeUnfudged(store, home.project, [
    { path: "a.txt", at: minutesAgo(60), content: "long ago\n" },
    { path: "was-deleted.txt", at: minutesAgo(50), content: "not there any more\n" },
    { path: "a.txt", at: minutesAgo(-60), content: "from tomorrow\n" },
  ]);
  const own = await story.log();
  const refused = await story.tryUnf(["import", "unfudged", store]);
  assert.equal(refused.code, 4);
  assert.deepEqual(await story.log(), own, "nothing was done");
  const report = await unf(home, "import", "unfudged", store, "--yes");
  const [history] = report.histories;
  assert.deepEqual([history.state, history.versions], ["before", 3]);
  assert.ok(existsSync(join(history.kept_in, "timeline.db")), "the timeline from before is kept");
  await story.flush();
  const moved = (await story.log()).map(({ id, path, kind }) => [id, path, kind]);
  assert.deepEqual(moved, [
    ...own.map(({ id, path, kind }) => [`v${Number(id.slice(1)) + 3}`, path, kind]),
    ["v3", "was-deleted.txt", "delete"],
    ["v2", "was-deleted.txt", "create"],
    ["v1", "a.txt", "create"],
  ]);
  // Operations, checkpoints and recording go on with the new numbers.
  await story.unf("undo", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "later\n");
  await story.unf("checkpoint", "--restore", "mine", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "now\n");
  writeFileSync(story.at("b.txt"), "recorded by the same daemon\n");
  await story.flush();
  assert.equal((await story.log("b.txt")).length, 1);
  assert.equal((await story.unf("cat", "a.txt", "--at", "55m")).stdout, "long ago\n");
  await story.unf("verify", "--read-data");
});

test("what agent-undo knew of agents comes along where it was told, and not where it guessed", async () => {
  await using home = tempHome();
  const at = Date.now() - 3_600_000;
  makeAgentUndo(home.project, {
    rows: [
      { path: "a.ts", at, content: "a\n", by: "initial-scan", confidence: "high" },
      {
        path: "a.ts",
        at: at + 1000,
        content: "a\nb\n",
        by: "claude-code",
        confidence: "high",
        session: "one",
      },
      { path: "b.ts", at: at + 2000, content: "b\n", by: "cursor", confidence: "medium" },
      { path: "b.ts", at: at + 3000, content: null },
      { path: ".agent-undo/x", at: at + 4000, content: "its own\n" },
    ],
    sessions: [{ id: "one", agent: "claude-code", at }],
    pins: [{ label: "before b", event: 2, at: at + 1500 }],
  });
  const before = picture(home.project);
  const report = await unf(home, "import", "agent-undo", home.project);
  const [history] = report.histories;
  assert.deepEqual([history.versions, history.sessions, history.checkpoints], [4, 1, 1]);
  assert.deepEqual(picture(home.project), before);
  const { entries } = await unf(home, "log", "--project", home.project);
  assert.deepEqual(
    entries.map((one: Record<string, unknown>) => {
      const author = one.author as { name?: string; confidence: string };
      return [one.id, author.name ?? null, author.confidence, one.cause];
    }),
    [
      ["v4", null, "unknown", "event"],
      ["v3", null, "unknown", "event"],
      ["v2", "claude-code", "window", "event"],
      ["v1", null, "unknown", "baseline"],
    ],
  );
  const words = ["--project", home.project];
  const { checkpoints } = await unf(home, "checkpoint", "--list", ...words);
  assert.deepEqual([checkpoints[0].label, checkpoints[0].pinned], ["before b", true]);
  const { sessions } = await unf(home, "sessions", ...words);
  assert.deepEqual([sessions.length, sessions[0].open], [1, false]);
  const there = await unf(home, "cat", "a.ts", "--at", "cp:before b", ...words);
  assert.equal(there.content, "a\nb\n");
});

test("what is no history of the named program is said in one line, and nothing is made", async () => {
  await using home = tempHome();
  mkdirSync(join(home.root, "empty"));
  const none = await runUnf(["import", "unfudged", join(home.root, "empty")], { home });
  assert.deepEqual([none.code, none.stderr.split("\n").length <= 3], [3, true]);
  const place = join(home.root, "odd/data/p");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "db.sqlite3"), "this is no database");
  const odd = await runUnf(["import", "unfudged", join(home.root, "odd")], { home });
  assert.equal(odd.code, 7);
  assert.match(odd.stdout, /^\/p {2}failed: /m);
  assert.equal((await runUnf(["import", "other"], { home })).code, 2);
  assert.equal(existsSync(home.unfHome), false);
  // A store of UNF in the place of ours: it is left alone, and the way out is named.
  using _ = makeUnfudged(home.unfHome, home.project, []);
  const taken = await runUnf(["import", "unfudged"], { home });
  assert.equal(taken.code, 4);
  assert.match(taken.stderr, /UNF_HOME.*unf import unfudged/s);
});
