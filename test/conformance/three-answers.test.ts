import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { formatUtc, type WallMs } from "@unf/core";
import { type PastAct, tellPast } from "../e2e/weeks.ts";
import { openPastWorld, type PastWorld, type Said } from "./past-world.ts";

// Every reader says the same of a file at an instant: it stood there (kept), it stood there and its
// content is no longer kept (thinned), it was not there (absent), nobody knows (unknown), or there is
// no state at all (refused). A reader that cannot tell two of them apart says nothing (-).

type Word = "kept" | "thinned" | "absent" | "unknown" | "refused" | "-";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.now();
/** An hour of three days ago, all of whose versions but the last of each file the policy thins. */
const then = Math.floor((now - 3 * day) / hour) * hour;
/** The state that is asked for. */
const at = (then + 20 * minute) as WallMs;

const acts: readonly PastAct[] = [
  [-3 * hour, "whole", "1"],
  [-3 * hour, "gone", "1"],
  [-3 * hour, "again", "1"],
  [-2 * hour, "changed", "1"],
  [minute, "again", undefined],
  [5 * minute, "gone", undefined],
  [10 * minute, "changed", "2"],
  [12 * minute, "brief", "1"],
  [13 * minute, "brief", undefined],
  [15 * minute, "born", "1"],
  [20 * minute, "mark", "1"],
  [30 * minute, "again", "2"],
  [35 * minute, "born", "2"],
  [40 * minute, "changed", "3"],
  [50 * minute, "later", "1"],
].map(([after, path, text]) => {
  return { at: (then + Number(after)) as WallMs, path, text } as PastAct;
});

/** Files of the table below, in the order of its columns. */
const files = ["whole", "changed", "born", "later", "gone", "again"] as const;

interface Way {
  readonly play: (world: PastWorld) => Promise<unknown>;
  readonly answers: string;
}

// biome-ignore format: one row is one line.
const ways: Readonly<Record<string, Way>> = {
  //                                                                             whole   changed born    later   gone    again
  "nothing went":          { play: async () => undefined,             answers: "kept    kept    kept    absent  absent  absent" },
  "thinned by the policy": { play: thin,                              answers: "kept    thinned thinned absent  absent  absent" },
  "starts before":         { play: (to) => prune(to, "4d"),           answers: "kept    kept    kept    absent  absent  absent" },
  "starts later":          { play: (to) => prune(to, "2d"),           answers: "refused refused refused refused refused refused" },
  "thinned, then later":   { play: async (to) => { await thin(to); await prune(to, "2d"); }, answers: "refused refused refused refused refused refused" },
  // A file whose deletion left nothing is shown as it was a little earlier, which is said beside it.
  "an older program's":    { play: thinUnseen,                        answers: "kept    unknown unknown unknown unknown kept   " },
  "names are forgotten":   { play: forgetNames,                       answers: "unknown kept    unknown absent  absent  absent" },
};

async function done(said: Promise<Said>): Promise<void> {
  const { code, stdout, stderr } = await said;
  assert.equal(code, 0, stdout + stderr);
}

function thin({ unf }: PastWorld): Promise<void> {
  return done(unf("prune", "--yes"));
}

function prune({ unf }: PastWorld, age: string): Promise<void> {
  return done(unf("prune", "--older-than", age, "--yes"));
}

/** As where a program up to timelines of format 6 has thinned: rows are gone, and left nothing. */
async function thinUnseen(world: PastWorld): Promise<void> {
  await thin(world);
  using database = new DatabaseSync(world.timeline);
  database.exec(`DELETE FROM thinned; DELETE FROM snapshots WHERE file_path = 'changed' AND event_type = 'create';
    INSERT INTO horizons (kind, from_id, to_id, to_time)
      SELECT 'absence', 0, id, timestamp FROM snapshots ORDER BY id DESC LIMIT 1`);
}

/** Two of them, which were recorded anew since. */
async function forgetNames({ unf, home }: PastWorld): Promise<void> {
  await done(unf("forget", "whole", "born", "--keep-recording", "--yes"));
  const since = (now - hour) as WallMs;
  tellPast(
    home,
    ["whole", "born"].map((path) => ({
      at: since,
      path,
      text: readFileSync(`${home.project}/${path}`, "utf8"),
    })),
  );
}

interface Listed {
  readonly path: string;
  readonly why?: string;
  readonly action?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly unknown?: boolean;
}

/** What a command says of each file at an instant. */
type Reader = (
  world: PastWorld,
  instant: string,
) => Promise<(path: string) => Word | Promise<Word>>;

// biome-ignore format: one row is one line.
const readers: Readonly<Record<string, Reader>> = {
  "cat":             async ({ unf }, instant) => async (path) => ofContent(await unf("cat", path, "--at", instant)),
  "blame":           async ({ unf }, instant) => async (path) => ofContent(await unf("blame", path, "--at", instant)),
  "diff to the disk": async ({ unf }, instant) => ofDiff(await unf("diff", "--at", instant, "--json")),
  "diff of instants": async ({ unf }, instant) => ofDiff(await unf("diff", "--from", instant, "--to", formatUtc(now as WallMs), "--json")),
  "restore --exact": async ({ unf }, instant) => ofRestore(await unf("restore", "--exact", "--at", instant, "-n", "--json")),
  "restore":         async ({ unf }, instant) => ofRestore(await unf("restore", "--at", instant, "-n", "--json")),
};

const isUsual = (reader: string) => reader !== "blame" && reader !== "restore";
const isOfOneFile = new Set(["cat", "blame"]);

function ofContent({ code, stderr }: Said): Word {
  if (code === 0) return "kept";
  if (code === 7) return "thinned";
  if (isRefused(stderr)) return "refused";
  return /not known/.test(stderr) ? "unknown" : "absent";
}

function ofDiff({ code, stdout, stderr }: Said) {
  if (code !== 0) return () => (isRefused(stderr) ? "refused" : assert.fail(stderr)) as Word;
  const { files: changes, thinned = [] } = JSON.parse(stdout) as Record<string, Listed[]>;
  return (path: string): Word => {
    const left = thinned?.find((one) => one.path === path);
    if (left !== undefined) return left.unknown === true ? "unknown" : "thinned";
    const change = changes?.find((one) => one.path === path);
    if (change !== undefined)
      return (change.kind ?? change.status) === "create" ? "absent" : "kept";
    // Of what stands at neither end nothing is said.
    return path === "gone" ? "-" : "kept";
  };
}

function ofRestore({ code, stdout, stderr }: Said) {
  if (isRefused(stderr)) return (): Word => "refused";
  assert.ok(stdout !== "", `${code} ${stderr}`);
  const { actions } = JSON.parse(stdout) as { readonly actions: readonly Listed[] };
  return (path: string): Word => {
    const found = actions.find((one) => one.path === path);
    if (found === undefined) return path === "gone" ? "-" : "kept";
    if (found.why === "content_thinned") return "thinned";
    if (found.why === "absence_unknown") return "unknown";
    return found.action === "delete" || found.action === "kept_newer" ? "absent" : "kept";
  };
}

const isRefused = (stderr: string) => /history/.test(stderr) && /start|begin/.test(stderr);

/** Every command is a process: usually the ways play that took answers apart before. */
const usual = new Set(["thinned by the policy", "an older program's", "names are forgotten"]);
const isLong = process.env.UNF_TEST_FORM === "long";

for (const [name, { play, answers }] of Object.entries(ways)) {
  if (!isLong && !usual.has(name)) continue;
  test(`every reader gives the same answers: ${name}`, async () => {
    await using world = openPastWorld(acts);
    await play(world);
    const wanted = answers.split(/ +/);
    const wrong: string[] = [];
    const version = `v${acts.findIndex((act) => act.at === at) + 1}`;
    for (const [reader, read] of Object.entries(readers)) {
      if (!isLong && !isUsual(reader)) continue;
      for (const instant of isLong ? [formatUtc(at), version] : [version]) {
        const said = await read(world, instant);
        for (const [index, path] of files.entries()) {
          if (!isLong && isOfOneFile.has(reader) && index > 2) continue;
          // Half of the files by either, where each is a command of its own.
          if (isLong && isOfOneFile.has(reader) && (index % 2 === 0) !== (instant === version))
            continue;
          const word = await said(path);
          if (word !== "-" && word !== wanted[index])
            wrong.push(`${reader} ${instant}: ${path} is ${word}, not ${wanted[index]}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
}

test("a deleted file of which no content is kept is listed, and refused by name", async () => {
  await using world = openPastWorld(acts);
  using database = new DatabaseSync(world.timeline);
  database.exec(`INSERT INTO thinned (id, file_path, timestamp, present, pruning)
      SELECT id, file_path, timestamp, 1, 0 FROM snapshots WHERE file_path = 'brief' AND event_type = 'create';
    DELETE FROM snapshots WHERE file_path = 'brief' AND event_type = 'create'`);
  const { stdout } = await world.unf("deleted", "--json");
  const { files: listed } = JSON.parse(stdout) as { readonly files: readonly Deleted[] };
  assert.deepEqual(
    listed.map((one) => [one.path, one.last_version !== null, one.thinned === true]),
    [
      ["brief", false, true],
      ["gone", true, false],
    ],
  );
  assert.match(
    (await world.unf("deleted")).stdout,
    /^1\t\S+\t-\t.*\tthinned\tbrief\n2\t\S+\tv2\t.*\t-\tgone\n$/,
  );
  const refused = await world.unf("deleted", "--restore", "1-2", "-n", "--json");
  assert.equal(refused.code, 8, refused.stderr);
  assert.match(refused.stdout, /content_thinned/);
});

interface Deleted {
  readonly path: string;
  readonly last_version: string | null;
  readonly thinned?: boolean;
}
