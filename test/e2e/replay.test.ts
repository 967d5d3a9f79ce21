import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ProjectReader, Writer } from "@unf/answers";
import type { AbsPath, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { type Filter, renderVerdict } from "@unf/core/filter";
import type { Log } from "@unf/core/ports";
import { keptRows } from "@unf/core/timeline";
import { exportTree } from "@unf/engine";
import { openFileSystem } from "@unf/system";
import { openHomeReader, openWriter } from "@unf/wiring";
import { filterFor, openRecorderWorld, projectId, type RecorderWorld } from "@unf/wiring/recorder";
import { isLongForm, runUnf, type TempHome, tempHome } from "../kit/index.ts";
import { readCommits, readReleases, type Source, type Step } from "./replay-sources.ts";
import { compareTrees, onlyPaths, readTree, type Tree } from "./replay-tree.ts";

const isLong = isLongForm("UNF_REPLAY");

/** Every tenth of the versions between the first that npm has and today's. */
const releases = [
  "0.1.0",
  "2.2.7",
  "2.2.19",
  "3.0.0",
  "3.0.14",
  "3.2.0",
  "3.3.0",
  "3.3.10",
  "4.0.0",
  "4.0.6",
  "5.0.0",
  "5.1.0",
  "5.2.4",
  "5.3.2",
  "6.0.2",
  "7.0.0",
  "7.0.5",
];

const played = isLong ? releases : releases.filter((_, nth) => nth % 3 === 0);

test("every commit of this repository comes back from the history byte for byte", async (context) => {
  await replay(context, readCommits(isLong ? 40 : 3), { shareMin: 0.8 });
});

test("every published version of a package comes back from the history byte for byte", async (context) => {
  await replay(context, readReleases("ignore", played), { shareMin: 0.9 });
});

/** A step that was recorded. */
interface Replayed {
  readonly step: Step;
  /** The part of the step's files that the filter records. */
  readonly wanted: Tree;
  readonly id: SnapshotId;
  /** An instant after the flush and before the next step. */
  readonly at: WallMs;
}

async function replay(
  context: TestContext,
  source: Source,
  { shareMin }: { readonly shareMin: number },
): Promise<void> {
  if (source.kind === "absent") {
    context.skip(source.why);
    return;
  }
  await using home = tempHome();
  const unfHome = home.unfHome as AbsPath;
  const root = home.project as AbsPath;
  await using writer = await openWriter(unfHome, "start");
  await writer.request("watch", { root, options: {} });
  const world = openRecorderWorld(unfHome, defaultConfig, silentLog);
  const done: Replayed[] = [];
  const tally: Tally = { recorded: 0, left: new Map() };
  for (const step of source.steps) {
    step.materialise(root);
    done.push(await record(writer, world, step, tally));
  }
  using history = openHistory(unfHome, root);
  await expectGitExport(home, done.at(-1));
  for (const one of done) await expectExport(history, one, join(home.root, "out"));
  const restores = await restoreBackAndForth(writer, root, done);
  report(context, done.length, restores, tally);
  const left = [...tally.left.values()].reduce((sum, { files }) => sum + files, 0);
  assert.ok(
    tally.recorded / (tally.recorded + left) >= shareMin,
    `only ${tally.recorded} files of ${tally.recorded + left} are recorded`,
  );
}

/** Flushes, and tells which files of the step must be in the history now. */
async function record(
  writer: Writer,
  world: RecorderWorld,
  step: Step,
  tally: Tally,
): Promise<Replayed> {
  const { projects } = await writer.request("flush", {});
  const [project] = projects;
  assert.ok(project?.last_id != null, `${step.label}: nothing was recorded`);
  const at = Date.now() as WallMs;
  const root = project.root as AbsPath;
  const intended = { id: projectId(root), root, options: {} };
  const filter = filterFor(world, { intended, nestedRoots: [] });
  const recorded = new Set<string>();
  for (const [path, { kind, bytes }] of step.truth) {
    const why = await whyLeftOut(filter, world, path as RelPath, kind === "link", bytes);
    if (why === undefined) recorded.add(path);
    else countLeft(tally, why, path);
  }
  tally.recorded += recorded.size;
  return { step, wanted: onlyPaths(step.truth, recorded), id: project.last_id as SnapshotId, at };
}

async function whyLeftOut(
  filter: Filter,
  world: RecorderWorld,
  path: RelPath,
  isLink: boolean,
  bytes: Buffer,
): Promise<string | undefined> {
  const byName = filter.verdict(path, isLink ? "link" : "file");
  if (!byName.recorded) return `${byName.layer}: ${renderVerdict(byName)}`;
  if (isLink) return undefined;
  if (bytes.length > defaultConfig["record.max_file_size"]) return "too large";
  filter.judgeContent(path, bytes);
  const open = world.signatures.takeOpen();
  if (open !== undefined) await world.signatures.resolve(open);
  const byContent = filter.judgeContent(path, bytes);
  return byContent.recorded ? undefined : `${byContent.layer}: ${renderVerdict(byContent)}`;
}

/** The last commit of `unf export git` holds the last step's tree, and git finds nothing wrong with it. */
async function expectGitExport(home: TempHome, last: Replayed | undefined): Promise<void> {
  assert.ok(last);
  const repository = join(home.root, "history.git");
  const { code, stderr } = await runUnf(["export", "git", repository, "--include-secrets"], {
    home,
  });
  assert.deepEqual([code, stderr], [0, ""]);
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["--git-dir", repository, ...words], { stdio: "pipe", maxBuffer: 2 ** 30 });
  git("fsck", "--strict");
  const target = join(home.root, "from-git");
  mkdirSync(target);
  const archive = git("archive", "--format=tar", "refs/unf/project");
  execFileSync("tar", ["-x", "-C", target], { input: archive });
  assert.deepEqual(compareTrees(last.wanted, readTree(target)), [], "exported to git");
}

/** The state after the step, by row and by time, is what git or the tarball holds, and nothing more. */
async function expectExport(
  history: ProjectReader,
  { step, wanted, id, at }: Replayed,
  out: string,
): Promise<void> {
  const snapshots = keptRows(history.timeline.stateAt({ id }, []));
  const target = `${out}-${id}-${step.label}`;
  await exportTree(
    {
      fs: openFileSystem(),
      uid: process.getuid?.(),
      content: (snapshot) => history.content(snapshot),
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
    },
    snapshots,
    target as AbsPath,
  );
  assert.deepEqual(compareTrees(wanted, readTree(target)), [], `exported ${step.label}`);
  const byTime = keptRows(history.timeline.stateAt({ at }, []));
  assert.deepEqual(byTime, snapshots, `${step.label}: the state at its time is that at its row`);
}

/**
 * Restores the first, last, middle and last step in place, each from where the one before left off; in
 * the short form the first and the last.
 */
async function restoreBackAndForth(
  writer: Writer,
  root: AbsPath,
  done: readonly Replayed[],
): Promise<number> {
  const last = done.length - 1;
  const order = isLong ? [0, last, Math.floor(last / 2), last, 0] : [0, last];
  for (const index of order) {
    const one = done[index];
    assert.ok(one);
    const before = new Set(readTree(root).keys());
    const { actions } = await writer.request("restore", {
      root,
      target: { id: one.id },
      within: [],
      include: [],
      exclude: [],
      deletions: "remove",
      overwrite: "if-changed",
      plan: null,
      argv: ["restore", "--at", `v${one.id}`, "--exact"],
    });
    const undone = actions.filter(({ action }) => action === "refused");
    assert.deepEqual(undone, [], `restore of ${one.step.label}`);
    const found = readTree(root);
    assert.deepEqual(
      compareTrees(one.wanted, onlyPaths(found, new Set(one.wanted.keys()))),
      [],
      `restored ${one.step.label}`,
    );
    // Files beside it are those that the history does not hold: they were there before, untouched.
    const recorded = new Set(done.flatMap(({ wanted }) => [...wanted.keys()]));
    const tooMuch = [...found.keys()].filter((path) => !one.wanted.has(path));
    assert.deepEqual(
      tooMuch.filter((path) => recorded.has(path) || !before.has(path)),
      [],
    );
  }
  return order.length;
}

function openHistory(unfHome: AbsPath, root: AbsPath): ProjectReader {
  using reader = openHomeReader(unfHome);
  const project = reader.projects().find((one) => one.root === root);
  assert.ok(project);
  return reader.open(project);
}

interface Tally {
  recorded: number;
  readonly left: Map<string, { files: number; readonly example: string }>;
}

function countLeft(tally: Tally, why: string, path: string): void {
  const known = tally.left.get(why);
  if (known === undefined) tally.left.set(why, { files: 1, example: path });
  else known.files += 1;
}

function report(context: TestContext, steps: number, restores: number, tally: Tally): void {
  context.diagnostic(
    `${steps} steps, ${tally.recorded} files compared, ${restores} restores in place`,
  );
  for (const [why, { files, example }] of tally.left) {
    context.diagnostic(`not recorded: ${files} × ${why} (${example})`);
  }
}

const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
