import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { decodePath, pathToColumn, type RelPath, type SnapshotId } from "@unf/core/base";
import { setCheckpoint } from "@unf/engine";
import { changedSince, hasChanges, treeAt, treeDigest } from "@unf/engine/checkpoints";
import { digest } from "@unf/system/digest";
import { FakeClock } from "../kit/fake-clock.ts";
import { testSeed } from "../kit/index.ts";
import { Random } from "./random.ts";
import { inRun, World } from "./random-tree.ts";
import { Stage } from "./stage.ts";

const seed = testSeed();
const maxFileBytes = 2000;

test("a checkpoint of a random history has the digest of a fresh walk, then and for ever", async () => {
  for (let run = 0; run < 8; run += 1) {
    await inRun(seed + run, () => liveThrough(new Random(seed + run)));
  }
});

interface Known {
  readonly id: number;
  readonly snapshot: SnapshotId | 0;
  readonly digest: string;
}

async function liveThrough(random: Random): Promise<void> {
  const clock = new FakeClock({ start: Date.now() - 86_400_000, creepMs: random.pick([0, 0.2]) });
  await using stage = new Stage({ clock, maxFileBytes });
  const world = new World(stage, random);
  disk.writeFileSync(Buffer.from(`${stage.root}/caf\xe9`, "latin1"), "a name that is not UTF-8\n");
  await stage.start();
  const known: Known[] = [];
  for (let round = 0; round < 6; round += 1) {
    const steps = random.pick([0, 1, 1, 4, 12]);
    for (let step = 0; step < steps; step += 1) {
      world.change();
      if (random.chance(0.4)) await clock.advance(random.pick([1, 30, 120, 700, 3500]));
    }
    known.push(await mark(stage));
  }
  for (const before of known) {
    const { snapshot } = before;
    assert.equal(treeDigest(treeAt(stage.timeline, snapshot), digest), before.digest, "it stays");
    for (const after of known) if (after.id > before.id) compare(stage, before, after);
  }
}

async function mark(stage: Stage): Promise<Known> {
  const { id, created } = await set(stage);
  const [newest] = stage.timeline.checkpoints();
  assert.equal(newest?.id, id, "nothing has changed since, or it is a new one");
  const walked = digestOfDisk(stage);
  assert.equal(treeDigest(treeAt(stage.timeline, newest.snapshot), digest), walked);
  assert.equal(newest.files, [...treeAt(stage.timeline, newest.snapshot)].length);
  assert.deepEqual(await set(stage), { id, created: false });
  assert.ok(created || id > 0);
  return { id, snapshot: newest.snapshot, digest: walked };
}

function set({ project }: Stage) {
  return setCheckpoint(project, { label: "step", message: null, payload: null, pinned: false });
}

/** Requires that the rows between two checkpoints say what their trees say. */
function compare({ timeline }: Stage, before: Known, after: Known): void {
  const states = (at: Known) =>
    new Map([...treeAt(timeline, at.snapshot)].map((one) => [one.path, JSON.stringify(one)]));
  const [one, other] = [states(before), states(after)];
  const all = [...new Set([...one.keys(), ...other.keys()])];
  const differing = all.filter((path) => one.get(path) !== other.get(path));
  const span = { from: before.snapshot, to: after.snapshot };
  const changed = [...changedSince(timeline, span)].map(({ path }) => path);
  assert.deepEqual(changed.toSorted(), differing.sort());
  assert.equal(hasChanges(timeline, span), before.digest !== after.digest);
}

/** The digest of the tree on disk, by a walk that shares nothing with the recorder but the filter. */
function digestOfDisk(stage: Stage): string {
  const { filter } = stage.project.context;
  filter.forget("" as RelPath);
  const found: { readonly name: Buffer; readonly line: string }[] = [];
  const visit = (directory: string): void => {
    for (const name of disk.readdirSync(join(stage.root, directory), { encoding: "buffer" })) {
      const path = Buffer.concat([Buffer.from(directory === "" ? "" : `${directory}/`), name]);
      const place = Buffer.concat([Buffer.from(`${stage.root}/`), path]);
      const stat = disk.lstatSync(place);
      if (stat.isDirectory()) visit(path.toString());
      const kind = stat.isSymbolicLink() ? "link" : "file";
      if (stat.isDirectory() || !filter.verdict(decodePath(path) as RelPath, kind).recorded)
        continue;
      const content =
        kind === "link"
          ? disk.readlinkSync(place, { encoding: "buffer" })
          : disk.readFileSync(place);
      if (kind === "file" && (content.length > maxFileBytes || content.includes(0))) continue;
      const column = pathToColumn(decodePath(path) as RelPath);
      found.push({ name: path, line: `${stat.mode.toString(8)} ${digest(content)} ${column}\n` });
    }
  };
  visit("");
  found.sort((a, b) => Buffer.compare(a.name, b.name));
  return digest(Buffer.from(found.map(({ line }) => line).join("")));
}
