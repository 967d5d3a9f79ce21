import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { AbsPath, SnapshotId, WallMs } from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import { serve } from "@unf/mcp";
import {
  marks,
  ofContent,
  ofDiff,
  ofExport,
  ofRestore,
  putMarks,
  type Word,
} from "../../test/conformance/past-answers.ts";
import { openPastWorld, type PastWorld, type Said } from "../../test/conformance/past-world.ts";
import { type PastAct, tellPast } from "../../test/e2e/weeks.ts";
import { type TempHome, testEnvironment } from "../../test/kit/index.ts";
import { openHost } from "./mcp/open-host.ts";
import { runHere, worldOf } from "./testing/run-here.ts";

// Every reader says the same of a file at an instant: it stood there (kept), it stood there and its
// content is no longer kept (thinned), it was not there (absent), nobody knows (unknown), or there is
// no state at all (refused). A reader that cannot tell two of them apart says nothing (-).
// They are run in this process, over a real store: so all of them fit into seconds.

const placeOf = (home: TempHome) => ({
  env: testEnvironment(home),
  directory: home.project as AbsPath,
});

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
  database.exec(`DELETE FROM thinned; DELETE FROM versions WHERE id IN
      (SELECT id FROM snapshots WHERE file_path = 'changed' AND event_type = 'create');
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

/** The newest version of the state that is asked for. */
const asked = acts.findIndex((act) => act.at === at) + 1;
const version = `v${asked}`;
/** Other names of the instant. */
const names = [formatUtc(at), ...marks.names];

/** Reads a command's word on each file at an instant. */
type Reader = (
  world: PastWorld,
  instant: string,
) => Promise<(path: string) => Word | Promise<Word>>;

/** Readers that take any name of an instant. */
// biome-ignore format: one row is one line.
const readers: Readonly<Record<string, Reader>> = {
  "cat":             async ({ unf }, instant) => async (path) => ofContent(await unf("cat", path, "--at", instant)),
  "blame":           async ({ unf }, instant) => async (path) => ofContent(await unf("blame", path, "--at", instant)),
  "diff to the disk": async ({ unf }, instant) => ofDiff(await unf("diff", "--at", instant, "--json")),
  "diff of instants": async ({ unf }, instant) => ofDiff(await unf("diff", "--from", instant, "--to", formatUtc(now as WallMs), "--json")),
  "restore --exact": async ({ unf }, instant) => ofRestore(await unf("restore", "--exact", "--at", instant, "-n", "--json")),
  "restore":         async ({ unf }, instant) => ofRestore(await unf("restore", "--at", instant, "-n", "--json")),
  "restore --to":    async ({ unf, home }, instant) => ofExport(await unf("restore", "--to", `${home.home}/to`, "--at", instant, "-n", "--json")),
  "an archive":      async ({ unf, home }, instant) => ofArchive(home, await unf("export", "tar", "--output", `${home.home}/then.tar`, "--at", instant, "--json")),
  "MCP, show":       async (world, instant) => async (path) => ofContent(await askTool(world, "unf_show", { path, at: instant })),
  "MCP, a plan":     async (world, instant) => ofRestore(await askTool(world, "unf_restore_plan", { at: instant, delete_newer: true })),
};

/** Readers with a way of their own to name it. */
// biome-ignore format: one row is one line.
const others: Readonly<Record<string, (world: PastWorld) => ReturnType<Reader>>> = {
  "restore --turn":       async ({ unf }) => ofRestore(await unf("restore", "--exact", "--turn", marks.turn, "-n", "--json")),
  "restore --session":    async ({ unf }) => ofRestore(await unf("restore", "--exact", "--session", marks.session, "-n", "--json")),
  "checkpoint --restore": async ({ unf }) => ofRestore(await unf("checkpoint", "--restore", "1", "-n", "--json")),
  "the library, an instant":   async (world) => ofRestore(await askLibrary(world, { at: new Date(at) })),
  "the library, a checkpoint": async (world) => ofRestore(await askLibrary(world, 1)),
};

/** Contents of a new archive, and the words on the rest. */
function ofArchive({ home }: TempHome, said: Said) {
  const file = `${home}/then.tar`;
  if (!existsSync(file)) return ofExport(said);
  const listed = execFileSync("tar", ["-tf", file], { encoding: "utf8" }).split("\n");
  rmSync(file);
  const actions = listed.map((path) => ({ path }));
  return ofExport({ ...said, stdout: JSON.stringify({ ...JSON.parse(said.stdout), actions }) });
}

/** A tool's answer as its command would have given it. */
async function askTool({ home }: PastWorld, name: string, args: object): Promise<Said> {
  const silent = { write: () => undefined };
  const world = worldOf(placeOf(home), { stdout: silent, stderr: silent });
  const root = home.project as AbsPath;
  const host = { ...openHost({ world }, root), projects: async () => [root] };
  const [stdin, stdout] = [new PassThrough(), new PassThrough({ encoding: "utf8" })];
  const params = { name, arguments: args };
  const over = serve(host, { stdin, stdout });
  const answered = once(stdout, "data");
  stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
  const [line] = await answered;
  stdin.end();
  await over;
  const { result } = JSON.parse(String(line));
  const [{ text }] = result.content as [{ readonly text: string }];
  // The project's data stands between two lines that say so.
  const document = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  if (result.isError !== true) return { code: 0, stdout: document, stderr: "" };
  return { code: /content_thinned/.test(text) ? 7 : 3, stdout: "", stderr: text };
}

async function askLibrary(
  { open }: PastWorld,
  target: number | { readonly at: Date },
): Promise<Said> {
  await using project = await open();
  try {
    const { actions } = await project.restore(target, { exact: true, dryRun: true });
    return { code: 0, stdout: JSON.stringify({ actions }), stderr: "" };
  } catch (thrown) {
    return { code: 3, stdout: "", stderr: String(thrown) };
  }
}

for (const [name, { play, answers }] of Object.entries(ways)) {
  test(`every reader gives the same answers: ${name}`, async () => {
    await using world = openPastWorld(acts, (words, home) => runHere(words, placeOf(home)));
    await play(world);
    world.write((writer) => putMarks(writer, at, asked as SnapshotId));
    const wanted = answers.split(/ +/);
    const wrong: string[] = [];
    const hear = async (what: string, reader: ReturnType<Reader>) => {
      const said = await reader;
      for (const [index, path] of files.entries()) {
        const word = await said(path);
        if (word !== "-" && word !== wanted[index])
          wrong.push(`${what}: ${path} is ${word}, not ${wanted[index]}`);
      }
    };
    for (const [reader, read] of Object.entries(readers))
      await hear(`${reader} ${version}`, read(world, version));
    for (const instant of names)
      for (const reader of ["cat", "restore --exact"] as const)
        await hear(`${reader} ${instant}`, readers[reader]?.(world, instant) ?? assert.fail());
    for (const [reader, read] of Object.entries(others)) await hear(reader, read(world));
    assert.deepEqual(wrong, []);
  });
}

test("a deleted file of which no content is kept is listed, and refused by name", async () => {
  await using world = openPastWorld(acts, (words, home) => runHere(words, placeOf(home)));
  using database = new DatabaseSync(world.timeline);
  database.exec(`INSERT INTO thinned (id, file_path, timestamp, present, pruning)
      SELECT id, file_path, timestamp, 1, 0 FROM snapshots WHERE file_path = 'brief' AND event_type = 'create';
    DELETE FROM versions WHERE id IN
      (SELECT id FROM snapshots WHERE file_path = 'brief' AND event_type = 'create')`);
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
