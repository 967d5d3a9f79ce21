import assert from "node:assert/strict";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, Blob, BlobId } from "@unf/core/base";
import type { ObjectStore } from "@unf/core/ports";
import { testSeed } from "../kit/index.ts";
import { watchDisk } from "./broken-disk.ts";
import { assertReadable, history, objectsOf, packStage } from "./packing-stage.ts";
import { Random } from "./random.ts";
import { Stage } from "./stage.ts";

// Other things happen to a content while it is packed, or are wrong with it.

const seed = testSeed();
const breathe = async (): Promise<void> => undefined;

function storeOf(stage: Stage): ObjectStore {
  return stage.contents.packable as ObjectStore;
}

function packsOf(stage: Stage): string[] {
  return storeOf(stage)
    .packs()
    .map(({ name }) => name);
}

function objectPath(stage: Stage, hash: BlobId): string {
  return join(stage.directory, "objects", hash.slice(0, 2), hash.slice(2));
}

/** The content of an old version of a path, which nothing on disk holds any more. */
function oldOf(stage: Stage, path: string, at: number): Blob {
  const row = stage.rows(path).at(at);
  assert.ok(row?.hash !== undefined && row.hash !== null);
  return { hash: row.hash, bytes: Buffer.from(stage.contentOf(row)) };
}

test("what is captured anew while its pack is to lose it is not taken away with the old object", async () => {
  await using stage = new Stage();
  const random = new Random(seed);
  const seen = await history(stage, random, 60);
  // It is packed as one of the last: its object goes in a later step than the pack comes.
  const one = oldOf(stage, "dir/b.txt", -12);
  let isLate = false;
  // A collection that has decided, as when the rows of the content were just pruned, and waits.
  using withheld = stage.contents.withhold([one.hash]);
  void withheld;
  await packStage(stage, {
    breathe: async () => {
      if (isLate || packsOf(stage).length === 0) return;
      isLate = true;
      stage.save("back.txt", one.bytes);
      await stage.clock.advance(5000);
      await stage.flush();
    },
  });
  await storeOf(stage).rewritePacks((hash) => hash !== one.hash, breathe);
  assert.ok(isLate);
  assert.equal(stage.contents.examine(one.hash), "found");
  for (const row of stage.rows("back.txt")) seen.set(row.id, one.bytes.toString());
  assertReadable(stage, seen);
});

test("objects stay when the pack that has them was written anew meanwhile", async () => {
  await using stage = new Stage();
  await history(stage, new Random(seed + 1), 60);
  const one = oldOf(stage, "dir/b.txt", -12);
  let isLate = false;
  await packStage(stage, {
    breathe: async () => {
      const [pack] = packsOf(stage);
      if (isLate || pack === undefined) return;
      isLate = true;
      await storeOf(stage).rewritePack(pack, (hash) => hash !== one.hash, breathe);
    },
  });
  assert.ok(isLate);
  assert.ok(objectsOf(stage).has(one.hash));
});

test("what a crash left packed and as objects goes bit by bit, with breath between", async () => {
  let removed = 0;
  let mostAtOnce = 0;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, [path]) => {
          if (method !== "remove" || !String(path).includes("/objects/")) return;
          removed += 1;
          mostAtOnce = Math.max(mostAtOnce, removed);
        },
      }),
  });
  const seen = await history(stage, new Random(seed + 2), 20);
  const blobs = stage
    .rows()
    .flatMap((row) =>
      row.hash === null ? [] : [{ hash: row.hash, bytes: Buffer.from(stage.contentOf(row)) }],
    );
  await storeOf(stage).writePack([blobs], breathe);
  const before = objectsOf(stage).size;
  removed = 0;
  const report = await packStage(stage, {
    breathe: async () => {
      removed = 0;
    },
  });
  assert.equal(report.packs, 0, "all of it stands in a pack already");
  assert.ok(objectsOf(stage).size < before / 2);
  assert.equal(mostAtOnce, 1);
  assertReadable(stage, seen);
});

test("an object that cannot be read, or is damaged, is left where it is; the others are packed", async () => {
  let refused: BlobId | undefined;
  await using stage = new Stage({
    wrap: (fs) => ({
      ...fs,
      read: (path: AbsPath, most: number) =>
        refused !== undefined && path.endsWith(refused.slice(2))
          ? { kind: "unreadable", code: "EACCES" }
          : fs.read(path, most),
    }),
  });
  const seen = await history(stage, new Random(seed + 3));
  const [closed, torn] = [oldOf(stage, "a.txt", 0), oldOf(stage, "dir/b.txt", 0)];
  refused = closed.hash;
  chmodSync(objectPath(stage, torn.hash), 0o600);
  writeFileSync(objectPath(stage, torn.hash), "other bytes");
  const report = await packStage(stage);
  refused = undefined;
  assert.ok(report.objects > 10);
  assert.ok(objectsOf(stage).has(closed.hash) && objectsOf(stage).has(torn.hash));
  for (const { hash } of [closed, torn]) assert.equal(storeOf(stage).readPacked(hash), undefined);
  assert.equal(stage.contents.examine(torn.hash), "damaged", "a repair is told of it");
  for (const row of stage.rows()) {
    if (row.hash === torn.hash || row.hash === null) continue;
    assert.equal(stage.contentOf(row), seen.get(row.id));
  }
});

test("nothing is written where a pack beside its objects could fill the disk", async () => {
  await using stage = new Stage();
  await history(stage, new Random(seed + 4));
  const before = objectsOf(stage);
  const report = await packStage(stage, { hasRoom: () => false });
  assert.deepEqual(report, { packs: 0, objects: 0, bytes: 0, merged: 0 });
  assert.deepEqual(objectsOf(stage), before);
  assert.ok(!readdirSync(stage.directory).includes("packs"));
});
