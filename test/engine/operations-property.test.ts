import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { SnapshotId, UnfError } from "@unf/core/base";
import type { RestoreReport } from "@unf/engine";
import { howMany, testSeed } from "../kit/index.ts";
import { Random } from "./random.ts";
import { inRun, recordable, World } from "./random-tree.ts";
import { type Picture, readPicture, Stage } from "./stage.ts";

// As many histories as there is time for:
// UNF_TEST_HISTORIES=500 npx node --test test/engine/operations-property.test.ts

const seed = testSeed();
const histories = howMany("UNF_TEST_HISTORIES", { short: 3, long: 100 });

const claims: readonly [string, (random: Random) => Promise<void>][] = [
  ["a restore and its undo leave the whole tree as it was, a redo restores again", goAndReturn],
  [
    "a restore ends in the same tree whatever was restored before; repeated it does nothing",
    detour,
  ],
  ["undo and redo walk a list of trees up and down", walk],
];
for (const [claim, live] of claims) {
  test(claim, async () => {
    for (let run = 0; run < histories; run += 1)
      await inRun(seed + run, () => live(new Random(seed + run)));
  });
}

async function goAndReturn(random: Random): Promise<void> {
  await using stage = new Stage({ maxFileBytes: 2000 });
  const { world, points } = await live(stage, random, { ignores: random.chance(0.5) });
  for (let round = 0; round < 4; round += 1) {
    const before = readTree(stage);
    const deletions = random.pick(["keep", "remove", "remove"] as const);
    const { operation } = await stage.restore({ target: { id: random.pick(points) }, deletions });
    const after = readTree(stage);
    if (operation === undefined) {
      assert.deepEqual(after, before, "nothing to do and nothing done");
    } else {
      await stage.invert("undo");
      assert.deepEqual(readTree(stage), before, "undone");
      await stage.invert("redo");
      assert.deepEqual(readTree(stage), after, "redone");
      if (random.chance(0.5)) await stage.invert("undo");
    }
    for (let step = 0; step < 4; step += 1) world.change();
  }
}

async function detour(random: Random): Promise<void> {
  await using stage = new Stage({ maxFileBytes: 2000 });
  const { points } = await live(stage, random, { ignores: false });
  for (let round = 0; round < 3; round += 1) {
    const [over, to] = [{ id: random.pick(points) }, { id: random.pick(points) }];
    const straight = await stage.restore({ target: to });
    const direct = recordable(stage);
    if (!isWhole(straight)) continue;
    const again = await stage.restore({ target: to });
    assert.deepEqual([again.operation, again.plan.actions.filter(isChange)], [undefined, []]);
    const [there, back] = [
      await stage.restore({ target: over }),
      await stage.restore({ target: to }),
    ];
    if (isWhole(there) && isWhole(back)) assert.deepEqual(recordable(stage), direct);
  }
}

async function walk(random: Random): Promise<void> {
  await using stage = new Stage({ maxFileBytes: 2000 });
  const { points } = await live(stage, random, { ignores: false });
  const trees = [readTree(stage)];
  let at = 0;
  for (let step = 0; step < 14; step += 1) {
    const act = random.pick(["restore", "undo", "undo", "redo", "crash"] as const);
    if (act === "crash") await stage.crash();
    else if (act === "restore") {
      const { operation } = await stage.restore({ target: { id: random.pick(points) } });
      if (operation !== undefined) {
        at += 1;
        trees.splice(at, Number.POSITIVE_INFINITY, readTree(stage));
      }
    } else {
      const next = act === "undo" ? at - 1 : at + 1;
      if (trees[next] === undefined)
        await assert.rejects(stage.invert(act), (thrown: UnfError) => thrown.code === "not_found");
      else {
        await stage.invert(act);
        at = next;
      }
    }
    assert.deepEqual(readTree(stage), trees[at], `after ${act}, step ${step}`);
  }
}

/** A history of some rounds, everything in it recorded; `points` are states in it. */
async function live(stage: Stage, random: Random, options: { readonly ignores: boolean }) {
  const world = new World(stage, random, options);
  const points: SnapshotId[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (let step = 0; step < 10; step += 1) world.change();
    stage.write(`sign-${round}`, "of life\n");
    if (round === 0) await stage.start();
    const id = await stage.flush();
    assert.ok(id !== null);
    points.push(id);
  }
  return { world, points };
}

function isWhole({ applied }: RestoreReport): boolean {
  return applied.every(({ action }) => action.kind !== "refused");
}

function isChange({ kind }: { readonly kind: string }): boolean {
  return kind === "write" || kind === "chmod" || kind === "delete";
}

/** Everything on disk, with the modes of directories. */
function readTree(stage: Stage): Picture {
  const found: Record<string, string> = { ...readPicture(stage.root) };
  for (const path of disk.readdirSync(stage.root, { recursive: true, encoding: "utf8" })) {
    const stat = disk.lstatSync(stage.at(path));
    if (stat.isDirectory()) found[path] = `${(stat.mode & 0o7777).toString(8)}/`;
  }
  return found;
}
