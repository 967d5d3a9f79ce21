import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ObjectStore } from "@unf/core/ports";
import { digest } from "@unf/system/digest";
import { testSeed } from "../kit/index.ts";
import { type Method, systemError, watchDisk } from "./broken-disk.ts";
import { assertReadable, day, history, objectsOf, packStage } from "./packing-stage.ts";
import { Random } from "./random.ts";
import { Stage } from "./stage.ts";

const seed = testSeed();

test("what a file holds and what was recorded this week stays an object, the rest is packed", async () => {
  await using stage = new Stage();
  const seen = await history(stage, new Random(seed));
  const since = stage.clock.wall() - limits.pack.coldMs;
  const hot = new Set(stage.rows().flatMap(({ hash, at }) => (at >= since ? (hash ?? []) : [])));
  for (const { hash } of stage.timeline.heads("" as RelPath, undefined, 100)) hot.add(hash);
  const before = objectsOf(stage);
  const report = await packStage(stage);
  assert.deepEqual(objectsOf(stage), hot);
  assert.deepEqual([report.packs, report.objects], [1, before.size - hot.size]);
  assertReadable(stage, seen);
  assert.deepEqual(await packStage(stage), { packs: 0, objects: 0, bytes: 0, merged: 0 });
  assertReadable(stage, seen);
});

test("a content that a pack has is durable: it is not written again, and can be restored", async () => {
  await using stage = new Stage();
  const seen = await history(stage, new Random(seed + 1));
  // Empties the inbox, which would hold it just as well.
  await stage.crash();
  await packStage(stage);
  const [first] = stage.rows("a.txt");
  assert.ok(first?.hash !== undefined && first.hash !== null);
  const objects = objectsOf(stage);
  stage.save("a.txt", seen.get(first.id) ?? "");
  await stage.flush();
  assert.equal(stage.rows("a.txt").at(-1)?.hash, first.hash);
  assert.equal(stage.timeline.inboxed(first.hash), undefined, "no row carries it along");
  assert.deepEqual(objectsOf(stage), objects);
  await stage.restore({ target: { id: first.id } });
  assert.equal(stage.state()["a.txt"], stage.state(first.id)["a.txt"]);
});

test("a content that a pack gives damaged is put anew by the next capture", async () => {
  let isBad = false;
  await using stage = new Stage({
    wrap: (fs) => ({
      ...fs,
      readRange: (path, offset, length) => {
        const part = fs.readRange(path, offset, length);
        // The first entry, wherever the part begins.
        if (isBad && path.endsWith(".pack") && offset < 28) part?.fill(0, 28 - offset, 60 - offset);
        return part;
      },
    }),
  });
  const seen = await history(stage, new Random(seed + 2));
  await packStage(stage);
  const [first] = stage.rows("a.txt");
  assert.ok(first?.hash !== undefined && first.hash !== null);
  isBad = true;
  assert.equal(stage.contents.read(first.hash), undefined);
  stage.save("a.txt", seen.get(first.id) ?? "");
  await stage.flush();
  assert.equal(stage.contentOf(first), seen.get(first.id));
  stage.storeObjects();
  assert.ok(objectsOf(stage).has(first.hash));
});

test("few old objects are left alone, and so is everything while there is better to do", async () => {
  await using stage = new Stage();
  await history(stage, new Random(seed + 3));
  const before = objectsOf(stage);
  await packStage(stage, { limits: { ...limits.pack, graceMs: -2 * day } });
  assert.deepEqual(objectsOf(stage), before);
  await packStage(stage, { isIdle: () => false });
  assert.deepEqual(objectsOf(stage), before);
  const lost = () => {
    throw systemError("lock_lost");
  };
  await assert.rejects(packStage(stage, { mayWrite: lost }), { code: "lock_lost" });
  assert.deepEqual(objectsOf(stage), before);
});

test("one project's heads keep a content from being packed for another", async () => {
  await using one = new Stage();
  await using other = new Stage({ shared: one });
  const seen = await history(one, new Random(seed + 4));
  const [first] = one.rows("a.txt");
  assert.ok(first?.hash !== undefined && first.hash !== null);
  other.write("copy.txt", seen.get(first.id) ?? "");
  await other.start();
  await packStage(one, { timelines: [one.timeline, other.timeline], laterMs: 90 * day });
  assert.ok(objectsOf(one).has(first.hash));
  await packStage(one, { laterMs: 90 * day });
  assert.equal(objectsOf(one).has(first.hash), false);
  assertReadable(one, seen);
});

test("a capture at any moment of packing loses nothing", async () => {
  await using stage = new Stage();
  const random = new Random(seed + 5);
  const seen = await history(stage, random);
  const old = [...seen.values()];
  let breaths = 0;
  await packStage(stage, {
    breathe: async () => {
      breaths += 1;
      // Something old comes back just when it is being packed.
      if (breaths % 7 !== 0) return;
      stage.save("back.txt", random.pick(old));
      await stage.clock.advance(5000);
      await stage.flush();
    },
  });
  assert.ok(breaths > 40, `${breaths} breaths`);
  for (const row of stage.rows()) if (!seen.has(row.id)) seen.set(row.id, stage.contentOf(row));
  await stage.crash();
  assertReadable(stage, seen);
});

const writes: readonly Method[] = ["writeNew", "append", "rename", "remove", "syncFile"];

test("a disk that refuses any one write leaves every version readable, and the next run does it", async () => {
  // Every single call is tried over a disk in memory: test/conformance/packs.test.ts.
  for (let at = 1; ; at = Math.ceil(at * 1.4)) {
    let calls = 0;
    let isArmed = false;
    await using stage = new Stage({
      wrap: (fs) =>
        watchDisk(fs, {
          before: (method) => {
            if (!isArmed || !writes.includes(method)) return;
            calls += 1;
            if (calls === at) throw systemError("ENOSPC");
          },
        }),
    });
    const seen = await history(stage, new Random(seed + 6), 4);
    isArmed = true;
    await packStage(stage, { laterMs: 90 * day }).catch((thrown: { code?: string }) =>
      assert.equal(thrown.code, "ENOSPC"),
    );
    isArmed = false;
    assertReadable(stage, seen);
    await packStage(stage, { laterMs: 90 * day });
    assertReadable(stage, seen);
    assert.equal(objectsOf(stage).size, new Set(headsOf(stage)).size, `call ${at}`);
    if (calls < at) break;
  }
});

function headsOf(stage: Stage): BlobId[] {
  return stage.timeline.heads("" as RelPath, undefined, 100).map(({ hash }) => hash);
}

test("an object of the last hour is left", async () => {
  await using stage = new Stage();
  const bytes = Buffer.from("x".repeat(2_000_000));
  const store = stage.contents.packable as ObjectStore;
  store.put({ hash: digest(bytes), bytes });
  await packStage(stage, { now: Date.now() as WallMs, limits: { ...limits.pack, countMin: 1 } });
  assert.equal(objectsOf(stage).size, 1);
});
