import assert from "node:assert/strict";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { runUnf, until } from "../kit/index.ts";
import { verify } from "./damage.ts";
import { type LogEntry, type Story, tellStory } from "./story.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const files = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => `${name}.txt`);
const versions = 12;

/** All of it takes a second or two, on a machine that has nothing else to do. */
const patience = { limitMs: 120_000 };

/** Large enough that eight files of two old versions are worth a pack. */
const text = (name: string, version: number): string =>
  `${name} ${version}\n${`${name} ${"line ".repeat(15)}\n`.repeat(1000)}`;

interface Status {
  readonly projects: readonly { readonly last_pruning: Pruned | null }[];
  readonly store: {
    readonly disk_bytes: number;
    readonly cap_bytes: number;
    readonly measured_at: string;
    readonly level: string;
  };
}

interface Pruned {
  readonly cause: string;
  readonly versions: number;
}

async function status({ tryUnf }: Story): Promise<Status> {
  return JSON.parse((await tryUnf(["status", "--json"])).stdout) as Status;
}

async function logOf(story: Story, project: string): Promise<LogEntry[]> {
  const words = ["log", "--all", "--json", "-n", "1000", "--project", project];
  const { stdout } = await story.unf(...words);
  return (JSON.parse(stdout) as { entries: LogEntry[] }).entries;
}

/**
 * When each version of a file was recorded, the oldest first: three in one week, three in one day, three
 * in one hour, and three within the last day. Of each of the first threes the policy keeps one.
 */
function recordedAt(version: number, now: number): number {
  const nth = version % 3;
  const floor = (ms: number) => Math.floor(now / ms) * ms;
  if (version < 3) return floor(week) - 9 * week + (nth + 1) * hour;
  if (version < 6) return floor(day) - 15 * day + (nth + 1) * hour;
  if (version < 9) return floor(hour) - 50 * hour + (nth + 1) * minute;
  return now - (6 - nth) * hour;
}

/** In one step: what is written on a disk that is busy may be recorded while half of it is there. */
function replace({ home }: Story, path: string, content: string): void {
  const aside = join(home.root, "aside");
  writeFileSync(aside, content);
  renameSync(aside, path);
}

/** Makes what was recorded as old as that, rows and objects. No daemon may run. */
function age({ home }: Story): void {
  const now = Date.now();
  const projects = join(home.unfHome, "projects");
  for (const id of readdirSync(projects)) {
    using database = new DatabaseSync(join(projects, id, "timeline.db"));
    const rows = database.prepare("SELECT id, file_path FROM snapshots ORDER BY id").all();
    const seen = new Map<unknown, number>();
    const update = database.prepare("UPDATE versions SET stamp = ? WHERE id = ?");
    database.exec("BEGIN");
    for (const row of rows) {
      const version = seen.get(row.file_path) ?? 0;
      seen.set(row.file_path, version + 1);
      update.run(Math.floor(recordedAt(version, now)), row.id ?? 0);
    }
    database.exec("COMMIT");
  }
  const objects = join(home.unfHome, "objects");
  for (const name of readdirSync(objects, { recursive: true, encoding: "utf8" })) {
    utimesSync(join(objects, name), (now - day) / 1000, (now - day) / 1000);
  }
}

test("an idle daemon thins, collects and packs by itself, and at the cap thins on and records on", async () => {
  await using story = await tellStory((at) => {
    for (const name of files) writeFileSync(at(name), text(name, 0));
  });
  const { home } = story;
  const former = join(home.root, "former");
  mkdirSync(former);
  writeFileSync(join(former, "old.txt"), text("old", 0));
  await story.unf("watch", former);
  for (let version = 1; version < versions; version += 1) {
    for (const name of files) replace(story, story.at(name), text(name, version));
    replace(story, join(former, "old.txt"), text("old", version));
    await Promise.all([story.flush(), runUnf(["flush"], { home, cwd: former })]);
    // A stop empties the inboxes. More than these few contents at once would become a pack.
    if (version % 4 === 3) await story.unf("restart");
  }
  await story.unf("unwatch", former);
  await story.unf("stop");
  assert.equal((await logOf(story, home.project)).length, files.length * versions);
  age(story);
  // As on a disk that is not there: what its history names is needed all the same.
  rmSync(former, { recursive: true });
  await story.unf("config", "set", "housekeeping.idle", "1s");
  await story.unf("start");

  const done = await until(
    "every job was done",
    () => {
      const path = join(home.unfHome, "run/housekeeping.json");
      const { jobs } = JSON.parse(readFileSync(path, "utf8"));
      return jobs.decay && jobs.collect && (jobs.packing as string | undefined);
    },
    patience,
  );
  const [project] = (await status(story)).projects;
  assert.deepEqual(
    [project?.last_pruning?.cause, project?.last_pruning?.versions],
    ["policy", files.length * 6],
  );
  const left = await logOf(story, home.project);
  assert.equal(left.length, files.length * 6);
  const ofFormer = await logOf(story, former);
  assert.equal(ofFormer.length, 6, "what is not watched any more thins too");
  const oldest = ofFormer.at(-1)?.id ?? "";
  assert.equal((await story.unf("cat", oldest, "--project", former)).stdout, text("old", 2));
  assert.ok(readdirSync(join(home.unfHome, "packs")).some((name) => name.endsWith(".pack")));
  const ofFirst = left.filter(({ path }) => path === files[0]).toReversed();
  const kept = [2, 5, 8, 9, 10, 11];
  for (const [index, { id }] of ofFirst.entries()) {
    assert.equal((await story.unf("cat", id)).stdout, text("a.txt", kept[index] ?? -1));
  }
  assert.deepEqual((await verify(story, 0, "--read-data")).errors, []);

  const used = await until(
    "the store was measured since",
    async () => {
      const { store } = await status(story);
      return store.measured_at >= done ? store.disk_bytes : 0;
    },
    patience,
  );
  await story.unf("config", "set", "store.cap", String(Math.floor(used / 0.85)));
  await until("the warning", async () => (await status(story)).store.level === "near");
  assert.match(
    (await story.unf("status")).stderr,
    /the history of what takes most is thinned earlier/,
  );
  const cap = 2_500_000;
  await story.unf("config", "set", "store.cap", String(cap));
  await until(
    "the store fits, by thinning",
    async () => {
      const { projects, store } = await status(story);
      return store.disk_bytes <= cap && projects[0]?.last_pruning?.cause === "cap";
    },
    patience,
  );
  writeFileSync(story.at("a.txt"), "more\n");
  await story.flush();
  const after = await logOf(story, home.project);
  assert.ok(after.length < left.length);
  assert.equal((await story.unf("cat", after[0]?.id ?? "")).stdout, "more\n");
  for (const name of files.slice(1)) {
    const newest = after.find(({ path }) => path === name);
    assert.equal((await story.unf("cat", newest?.id ?? "")).stdout, text(name, versions - 1));
  }
  assert.deepEqual((await verify(story, 0, "--read-data")).errors, []);
});
