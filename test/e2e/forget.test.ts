import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { until } from "../kit/index.ts";
import { awaitTurns, startClaude } from "./claude.ts";
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

interface HeldLog {
  readonly letGo: () => Promise<void>;
}

/** A program that looks at the state of the timelines as they are now, until it is told to end. */
async function holdLog({ home }: Story): Promise<HeldLog> {
  const paths = readdirSync(join(home.unfHome, "projects")).map((id) =>
    join(home.unfHome, "projects", id, "timeline.db"),
  );
  const script = `const { DatabaseSync } = require("node:sqlite");
    const open = process.argv.slice(1).map((path) => new DatabaseSync(path, { readOnly: true }));
    for (const db of open) { db.exec("BEGIN"); db.prepare("SELECT count(*) FROM snapshots").get(); }
    console.log("reading"); process.stdin.resume().on("end", () => process.exit(0));`;
  const reader = spawn(process.execPath, ["-e", script, ...paths], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  await once(reader.stdout, "data");
  return {
    letGo: async () => {
      const ended = once(reader, "exit");
      reader.stdin.end();
      await ended;
    },
  };
}

interface ListedForgettings {
  readonly forgettings: readonly { readonly state: string }[];
  readonly searches: readonly { readonly state: string; readonly found: readonly string[] }[];
}

async function listed({ unf }: Story): Promise<ListedForgettings> {
  return JSON.parse((await unf("forget", "--list", "--json")).stdout);
}

/** Waits until the daemon has carried out what was ordered, and looked for it. */
function awaitSearched(story: Story): Promise<ListedForgettings> {
  return until("the order is done and the home searched", async () => {
    const list = await listed(story);
    const isDone = list.forgettings.every(({ state }) => state === "done");
    return isDone && list.searches.every(({ state }) => state === "found") ? list : undefined;
  });
}

/** Waits until the contents are gone. A reader keeps the order from its end, and the project closed. */
async function untilDeleted({ home }: Story): Promise<void> {
  await until("the contents are deleted", () => {
    const path = join(home.unfHome, "forget-search.json");
    return existsSync(path) && /"hashes":\["/.test(readFileSync(path, "utf8")) ? true : undefined;
  });
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
  assert.match(failed.stdout, /what else would be changed cannot be read \(ENOTDIR\)/);
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
  assert.deepEqual((await awaitSearched(story)).searches, []);
});

// They wait more than they work.
describe("beside a program that reads an older state", { concurrency: true }, () => {
  test("the log is not emptied (exit 10), and the daemon does it once that program has ended", async () => {
    await using story = await tellSecrets();
    const reader = await holdLog(story);
    const forgetting = story.tryUnf(["forget", ".env", "--yes", "--json"]);
    await untilDeleted(story);
    // The project is closed now: what is told meanwhile waits for it.
    const claude = startClaude(story);
    await claude.prompt("write it");
    await claude.edit("a.txt", () => writeFileSync(story.at("a.txt"), "2\n"));
    await claude.stop();
    const forgotten = await forgetting;
    assert.equal(forgotten.code, 10, forgotten.stderr);
    const { pending, verified } = JSON.parse(forgotten.stdout);
    assert.deepEqual([pending, verified], [true, false]);
    assert.deepEqual((await listed(story)).forgettings[0]?.state, "pending");
    await reader.letGo();
    assert.deepEqual((await awaitSearched(story)).searches, []);
    assert.deepEqual(holders(story, other), []);
    const [turn] = await awaitTurns(story, 1);
    await story.flush();
    const versions = (await story.log("a.txt")) as readonly unknown[] as readonly {
      readonly turn: string | null;
    }[];
    assert.deepEqual(
      versions.map((one) => one.turn),
      [turn?.id, null],
    );
  });

  test("what a kill cut off is carried on to the search, and what that finds is told until it is gone", async () => {
    await using story = await tellSecrets();
    const reader = await holdLog(story);
    const mine = join(story.home.unfHome, "notes of mine");
    writeFileSync(mine, `not of unf: ${other}\n`);
    const forgetting = story.tryUnf(["forget", ".env", "--yes"]);
    await untilDeleted(story);
    process.kill(await story.daemonPid(), "SIGKILL");
    assert.equal((await forgetting).code, 6);
    await until("another daemon has begun", async () =>
      (await story.status()).daemon === null ? undefined : true,
    );
    assert.match((await story.unf("status")).stderr, /a search for what was forgotten is still/);
    await reader.letGo();
    assert.deepEqual((await awaitSearched(story)).searches[0]?.found, ["notes of mine"]);
    assert.deepEqual(holders(story, other), ["notes of mine"]);
    const told = /what was forgotten was found elsewhere: notes of mine/;
    assert.match((await story.unf("status")).stderr, told);
    assert.match((await story.unf("forget", "--list")).stdout, told);
    assert.equal((await story.tryUnf(["forget", "--search"])).code, 8);
    rmSync(mine);
    assert.match((await story.unf("forget", "--search")).stdout, /nothing of it is left/);
    assert.deepEqual((await listed(story)).searches, []);
    assert.equal((await story.unf("status")).stderr, "");
  });

  test("a plan is carried out as it was shown, or not at all; parts of a file go from what others keep", async () => {
    const line = (n: number) => `customer ${n} ${"x9Q".repeat(n % 3)} owes ${n * 7919} pounds`;
    const lines = Array.from({ length: 300 }, (_, n) => line(n));
    const common = "import { somethingThatEverybodyHas } from './kept.ts';";
    await using story = await tellStory((at) => {
      writeFileSync(at("list.txt"), [common, ...lines].join("\n"));
      writeFileSync(at("kept.ts"), `${common}\n`);
    });
    const payload = async (name: string, edit: string) => {
      const path = join(story.home.root, name);
      writeFileSync(path, JSON.stringify({ old_string: "", new_string: `\t"${edit}"\n` }));
      await story.unf("checkpoint", name, "--payload", path);
    };
    await payload("with-part", lines.slice(100, 120).join("\n"));
    await payload("without", common);
    await story.unf("checkpoint", "-m", `about ${line(7)}.`);
    const planned = JSON.parse((await story.unf("forget", "list.txt", "-n", "--json")).stdout);
    writeFileSync(story.at("list.txt"), lines.slice(1).join("\n"));
    await story.flush();
    const stale = await story.tryUnf(["forget", "list.txt", "--plan", planned.plan, "--yes"]);
    assert.equal(stale.code, 5);
    assert.match(stale.stderr, /the plan is now pl-[0-9a-f]{8}, not pl-/);
    const again = JSON.parse((await story.unf("forget", "list.txt", "-n", "--json")).stdout);
    const args = ["forget", "list.txt", "--plan", again.plan, "--yes", "--json"];
    const done = JSON.parse((await story.unf(...args)).stdout);
    assert.deepEqual([done.plan, done.versions, done.others], [again.plan, 2, 2]);
    const changed = [
      { of: "cp:1", part: "payload" },
      { of: "cp:3", part: "message" },
    ];
    assert.deepEqual([again.projects[0].texts, done.projects[0].texts], [changed, changed]);
    const left = holders(story, "customer 1");
    assert.deepEqual(left, []);
    assert.deepEqual(holders(story, line(7)), []);
    const kept = await story.unf("checkpoint", "--show", "without", "--payload", "-");
    assert.match(kept.stdout, /somethingThatEverybodyHas/);
    const listedMarks = JSON.parse((await story.unf("checkpoint", "--list", "--json")).stdout);
    assert.equal(listedMarks.checkpoints[0].message, "about [forgotten].");
  });
});

test("a rescued file of any size hinders no order: it is not read, and goes where its name is meant", async () => {
  await using story = await tellSecrets();
  const [id = ""] = readdirSync(join(story.home.unfHome, "projects"));
  const rescues = join(story.home.unfHome, "rescue", id, "op-1");
  mkdirSync(rescues, { recursive: true, mode: 0o700 });
  for (const name of ["big.bin", ".env"]) {
    writeFileSync(join(rescues, name), "");
    truncateSync(join(rescues, name), 2 ** 31 + 1);
  }
  await story.unf("forget", ".env", "--yes");
  assert.deepEqual(readdirSync(rescues), ["big.bin"]);
});
