import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { AbsPath, BlobId, MonoMs, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ObjectStore } from "@unf/core/ports";
import { olderThan } from "@unf/core/retention";
import {
  type CollectOrder,
  type CollectReport,
  collect,
  pruneProject,
  takeBackPrunings,
} from "@unf/engine";
import { digest } from "@unf/system/digest";
import { openTimelineNeeds } from "@unf/timeline";
import { Stage } from "./stage.ts";

const hour = 3_600_000;

interface CollectOptions extends Partial<CollectOrder> {
  /** How much later than the newest object it is. */
  readonly laterMs?: number;
  readonly onBreathe?: () => void | Promise<void>;
  /** Objects that are looked up at once. */
  readonly candidatesMax?: number;
}

/** Collects the stage's store, as if some hours had gone by. */
async function collectStage(stage: Stage, options: CollectOptions = {}): Promise<CollectReport> {
  const { laterMs = 2 * hour, onBreathe = () => undefined } = options;
  const now = Date.now() + laterMs;
  using needs = openTimelineNeeds(
    join(stage.directory, "timeline.db") as AbsPath,
    (stage.clock.wall() - limits.collect.operationMs) as WallMs,
  );
  let mono = 0;
  return await collect(
    {
      clock: {
        wall: () => now as WallMs,
        // Every look takes as long as a slice: it breathes as often as it can.
        mono: () => {
          mono += limits.daemon.sliceMs;
          return mono as MonoMs;
        },
        alarm: () => assert.fail("it waits for nothing"),
        breathe: async () => onBreathe(),
      },
      limits: {
        ...limits.collect,
        sliceMs: limits.daemon.sliceMs,
        candidatesMax: options.candidatesMax ?? limits.collect.candidatesMax,
      },
      contents: stage.contents,
      timelines: [{ name: stage.root, needs }],
      mayWrite: () => undefined,
    },
    { dryRun: options.dryRun ?? false, emptyTrash: options.emptyTrash ?? false },
  );
}

function storeOf(stage: Stage): ObjectStore {
  return stage.contents.collectable as ObjectStore;
}

/** An object that no row names, as a deleted row leaves it. */
function plant(stage: Stage, text: string): BlobId {
  const bytes = Buffer.from(text);
  const hash = digest(bytes);
  storeOf(stage).put({ hash, bytes });
  return hash;
}

function where(stage: Stage, hash: BlobId): "object" | "trash" | "nowhere" {
  const found = storeOf(stage).get(hash);
  if (found.kind !== "found") return "nowhere";
  return found.isTrashed ? "trash" : "object";
}

function assertReadable(stage: Stage): void {
  for (const { hash, id } of stage.rows()) {
    if (hash === null || stage.timeline.inboxed(hash) !== undefined) continue;
    assert.equal(where(stage, hash), "object", `the content of v${id}`);
  }
}

test("what no row names goes into the trash, and a day later for good; everything else stays", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "needed\n");
  await stage.start();
  const planted = [plant(stage, "one"), plant(stage, "two two")];
  const foreseen = await collectStage(stage, { dryRun: true });
  assert.deepEqual(
    planted.map((hash) => where(stage, hash)),
    ["object", "object"],
  );
  const report = await collectStage(stage);
  assert.deepEqual(report, foreseen, "a dry run says what the real one does");
  assert.deepEqual(report.collected, { objects: 2, bytes: 10 });
  assert.deepEqual(report.trash, { objects: 2, bytes: 10 });
  const again = await collectStage(stage);
  assert.deepEqual(again, { ...report, collected: { objects: 0, bytes: 0 } });
  assert.deepEqual(
    planted.map((hash) => where(stage, hash)),
    ["trash", "trash"],
  );
  const late = await collectStage(stage, { laterMs: 25 * hour });
  assert.deepEqual(late.emptied, { objects: 2, bytes: 10 });
  assert.deepEqual(
    planted.map((hash) => where(stage, hash)),
    ["nowhere", "nowhere"],
  );
  assert.equal(disk.readdirSync(join(stage.directory, "trash")).length, 0);
  assertReadable(stage);
});

test("an object of the last hour is left, whoever needs it", async () => {
  await using stage = new Stage();
  await stage.start();
  const hash = plant(stage, "young");
  const report = await collectStage(stage, { laterMs: hour / 2 });
  assert.deepEqual([report.collected.objects, report.young], [0, 1]);
  assert.equal(where(stage, hash), "object");
});

test("emptying the trash takes what the same run puts there", async () => {
  await using stage = new Stage();
  await stage.start();
  const hash = plant(stage, "gone");
  const foreseen = await collectStage(stage, { emptyTrash: true, dryRun: true });
  assert.equal(where(stage, hash), "object");
  const report = await collectStage(stage, { emptyTrash: true });
  assert.deepEqual(report, foreseen);
  assert.deepEqual(report.emptied, { objects: 1, bytes: 4 });
  assert.deepEqual(report.trash, { objects: 0, bytes: 0 });
  assert.equal(where(stage, hash), "nowhere");
});

test("a row that waits to be committed keeps the object that it found in the store", async () => {
  await using stage = new Stage();
  stage.write("first.txt", "first\n");
  await stage.start();
  const hash = plant(stage, "found in the store\n");
  // Two in a row: the second waits for its commit.
  stage.save("first.txt", "again\n");
  await stage.clock.advance(1);
  stage.save("b.txt", "found in the store\n");
  await stage.clock.advance(1);
  assert.ok(stage.project.committer.recorder.waiting > 0, "its row is not committed yet");
  assert.equal((await collectStage(stage)).collected.objects, 0);
  assert.equal(where(stage, hash), "object");
  await stage.flush();
  assertReadable(stage);
});

test("what is captured while objects are being collected keeps them, at every moment", async () => {
  await using stage = new Stage();
  await stage.start();
  for (const n of moments) plant(stage, `hit ${n}\n`);
  const onBreathe = atMoments(async (n) => {
    stage.save(`${n}.txt`, `hit ${n}\n`);
    // Committed at once, or only when everything is over.
    if (n % 10 === 0) await stage.flush();
    else await stage.clock.advance(n % 2);
  });
  const { restored } = await collectStage(stage, { onBreathe });
  assert.equal(restored, 0, "nothing had to come back from the trash");
  await stage.flush();
  assert.equal(stage.rows().length, moments.length);
  assertReadable(stage);
});

/** Turns that others have while 256 directories are listed, and then until everything is moved. */
const moments = Array.from({ length: 30 }, (_, n) => 245 + n);

function atMoments(act: (moment: number) => void | Promise<void>): () => Promise<void> {
  let turn = 0;
  return async () => {
    turn += 1;
    if (moments.includes(turn)) await act(turn);
  };
}

test("contents of operations that a crash left, or of this week, are kept", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "one\n");
  await stage.start();
  const merged = plant(stage, "merged by an undo, and in no row\n");
  const operation = stage.timeline.startOperation(
    {
      kind: "restore",
      startedAt: stage.clock.wall(),
      argv: [],
      before: 1,
      plan: "p",
      inverts: null,
    },
    [
      {
        path: "a.txt" as never,
        from: { kind: "absent" },
        to: { kind: "recorded", hash: merged, bytes: 33, mode: 0o100644, snapshot: null },
        temporary: null,
      },
    ],
  );
  assert.equal((await collectStage(stage)).collected.objects, 0);
  stage.timeline.finishOperation(operation, { at: stage.clock.wall(), state: "abandoned" });
  assert.equal((await collectStage(stage)).collected.objects, 0);
  stage.clock.jump(8 * 24 * hour);
  assert.equal((await collectStage(stage)).collected.objects, 1);
});

test("an operation that begins while objects are being collected keeps what its steps name", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "one\n");
  await stage.start();
  const hash = plant(stage, "merged\n");
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    stage.timeline.startOperation(
      {
        kind: "restore",
        startedAt: stage.clock.wall(),
        argv: [],
        before: 1,
        plan: "p",
        inverts: null,
      },
      [
        {
          path: "b.txt" as never,
          from: { kind: "absent" },
          to: { kind: "recorded", hash, bytes: 7, mode: 0o100644, snapshot: null },
          temporary: null,
        },
      ],
    );
  };
  assert.equal((await collectStage(stage, { onBreathe: begin })).collected.objects, 0);
  assert.equal(where(stage, hash), "object");
});

test("what a row needs comes back from the trash instead of being deleted", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "needed\n");
  await stage.start();
  const [row] = stage.rows();
  assert.ok(row?.hash !== null && row !== undefined);
  await stage.flush();
  await stage.close();
  assert.ok(storeOf(stage).trash(row.hash) !== undefined);
  const report = await collectStage(stage, { laterMs: 48 * hour, emptyTrash: true });
  assert.deepEqual([report.restored, report.emptied.objects], [1, 0]);
  assert.equal(where(stage, row.hash), "object");
});

test("reading a content that lies in the trash puts it back", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "needed\n");
  await stage.start();
  stage.storeObjects();
  const hash = stage.rows()[0]?.hash;
  assert.ok(hash !== null && hash !== undefined);
  storeOf(stage).trash(hash);
  assert.equal(Buffer.from(stage.contents.read(hash) ?? "").toString(), "needed\n");
  assert.equal(where(stage, hash), "object");
});

/** Leaves an index that claims to be what it was, and finds nothing. */
function emptyIndex(database: DatabaseSync, name: string): void {
  const sql = database.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").get(name)?.sql;
  database.enableDefensive(false);
  database.exec(`DROP INDEX ${name}; ${sql} AND id < 0; PRAGMA writable_schema = ON`);
  const write = database.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = ?");
  write.run(String(sql), name);
}

test("a timeline that does not list what its rows name stops the collection before anything moves", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "needed\n");
  await stage.start();
  await stage.close();
  const hash = digest(Buffer.from("needed\n"));
  const database = new DatabaseSync(join(stage.directory, "timeline.db"));
  database.exec("DELETE FROM inbox");
  emptyIndex(database, "versions_by_content");
  database.close();
  plant(stage, "garbage");
  await assert.rejects(collectStage(stage), { code: "store_damaged" });
  assert.equal(where(stage, hash), "object");
});

test("many objects are looked up in several batches", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "needed\n");
  await stage.start();
  for (let n = 0; n < 40; n += 1) plant(stage, `garbage ${n}`);
  const report = await collectStage(stage, { candidatesMax: 7 });
  assert.equal(report.collected.objects, 40);
  assertReadable(stage);
});

test("a content that is withheld is put anew by whoever captures it", async () => {
  await using stage = new Stage();
  await stage.start();
  const hash = plant(stage, "in a pack\n");
  const path = join(stage.directory, "objects", hash.slice(0, 2), hash.slice(2));
  const before = disk.statSync(path).ino;
  {
    using withheld = stage.contents.withhold([hash]);
    void withheld;
    assert.equal(stage.contents.stands(hash, 10), false);
    stage.save("a.txt", "in a pack\n");
    await stage.flush();
    assert.notEqual(stage.timeline.inboxed(hash), undefined, "it was carried along");
    stage.storeObjects();
    assert.notEqual(disk.statSync(path).ino, before);
  }
  assert.equal(stage.contents.stands(hash, 10), true);
});

test("a project that is watched only since the collection began keeps what it captures", async () => {
  await using stage = new Stage();
  await stage.start();
  const hash = plant(stage, "shared\n");
  await using late = new Stage({ shared: stage });
  let isStarted = false;
  const onBreathe = async () => {
    if (isStarted) return;
    isStarted = true;
    late.write("a.txt", "shared\n");
    await late.start();
    await late.flush();
  };
  await collectStage(stage, { onBreathe });
  assert.ok(isStarted);
  assert.equal(late.rows()[0]?.hash, hash);
  assert.equal(where(stage, hash), "object");
});

test("a row that was committed past the recorder keeps its object from that moment on", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "first\n");
  await stage.start();
  const [like] = stage.rows();
  const head = stage.timeline.head("a.txt" as RelPath);
  assert.ok(like !== undefined && head !== undefined);
  const planted = new Map(moments.map((n) => [n, plant(stage, `other ${n}\n`)]));
  let kept = 0;
  const onBreathe = atMoments((n) => {
    const hash = planted.get(n);
    // A content that is gone already is gone: whoever writes past the recorder has to look.
    if (hash === undefined || where(stage, hash) !== "object") return;
    kept += 1;
    const recordings = [{ snapshot: { ...like, hash }, head: { ...head, hash } }];
    stage.timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
  });
  const { restored } = await collectStage(stage, { onBreathe });
  assert.equal(restored, 0, "nothing had to come back from the trash");
  assert.ok(kept > 10 && kept < moments.length, `${kept}`);
  assertReadable(stage);
});

test("a pack of which nothing needs a quarter is written anew, a livelier one stays", async () => {
  await using stage = new Stage();
  for (const n of [0, 1, 2, 3]) stage.write(`${n}.txt`, `packed and needed ${n}\n`);
  await stage.start();
  await stage.flush();
  stage.storeObjects();
  const needed = stage.rows().flatMap(({ hash }) => hash ?? []);
  const store = storeOf(stage);
  const blobs = (texts: readonly string[]) =>
    texts.map((text) => ({ hash: digest(Buffer.from(text)), bytes: Buffer.from(text) }));
  const own = stage.rows().map((row) => stage.contentOf(row));
  const lively = await store.writePack([blobs([...own, "dead\n"])], async () => undefined);
  const hollow = await store.writePack(
    [blobs([...own, "dead, and long enough to count as half\n"])],
    async () => undefined,
  );
  assert.ok(lively !== undefined && hollow !== undefined);
  store.discard(needed);
  const foreseen = await collectStage(stage, { dryRun: true });
  const report = await collectStage(stage);
  assert.deepEqual(report, foreseen);
  assert.deepEqual(report.packed, { objects: 1, bytes: 39 });
  const names = store.packs().map(({ name }) => name);
  assert.ok(names.includes(lively.name) && !names.includes(hollow.name));
  for (const row of stage.rows()) assert.equal(where(stage, row.hash as BlobId), "object");
});

test("a damaged pack stays as it is, is told of, and keeps nothing else from being collected", async () => {
  await using stage = new Stage();
  await stage.start();
  const store = storeOf(stage);
  const write = async (text: string) => {
    const bytes = Buffer.from(text);
    const pack = await store.writePack([[{ hash: digest(bytes), bytes }]], async () => undefined);
    return join(stage.directory, "packs", `${pack?.name}.pack`);
  };
  const paths = [
    await write("the first\n"),
    await write("the second\n"),
    await write("the third\n"),
  ];
  // In the order in which they are gone through.
  const [torn = "", , last = ""] = paths.sort();
  const bytes = disk.readFileSync(torn);
  bytes.fill(0, bytes.length - 90, bytes.length - 70);
  disk.chmodSync(torn, 0o600);
  disk.writeFileSync(torn, bytes);
  const old = plant(stage, "in the trash for long\n");
  store.trash(old);
  const collecting = collectStage(stage, { laterMs: 48 * hour });
  await assert.rejects(collecting, { code: "store_damaged" });
  assert.deepEqual(
    paths.map((path) => disk.existsSync(path)),
    [true, false, false],
    last,
  );
  assert.equal(where(stage, old), "nowhere");
});

test("what is captured while its pack is written anew is put as an object of its own", async () => {
  await using stage = new Stage();
  await stage.start();
  const store = storeOf(stage);
  const bytes = Buffer.from("about to go\n");
  const hash = digest(bytes);
  await store.writePack([[{ hash, bytes }]], async () => undefined);
  assert.equal(store.has(hash, bytes.length), true);
  let waits = true;
  const breathing = { ...store };
  breathing.rewritePack = async (name, keep, breathe) => {
    stage.save("a.txt", bytes);
    await stage.flush();
    stage.storeObjects();
    waits = false;
    return await store.rewritePack(name, keep, breathe);
  };
  Object.defineProperty(stage.contents, "collectable", { value: breathing });
  await collectStage(stage);
  assert.equal(waits, false);
  assert.equal(stage.rows().length, 1);
  assert.equal(store.packs().length, 0);
  assert.equal(where(stage, hash), "object");
});

test("what the cap deleted comes back for a day, out of the trash and out of packs, and is then gone", async () => {
  await using stage = new Stage();
  await stage.start();
  for (let n = 1; n <= 6; n += 1) {
    stage.save("a.txt", `version ${n} of a\n`);
    await stage.flush();
    stage.clock.stall(hour);
  }
  const before = stage.story();
  const rows = stage.rows();
  const request = { policy: olderThan(0), now: stage.clock.wall(), include: [], exclude: [] };
  const order = { planId: undefined, cause: "cap", argv: [] } as const;
  const prune = () =>
    pruneProject(stage.project, {
      request: { ...request, upTo: 99 as SnapshotId, maxBytes: null },
      ...order,
    });
  const store = storeOf(stage);
  const packed = rows[0]?.hash as BlobId;
  const bytes = Buffer.from(stage.contentOf(rows[0] ?? assert.fail()));
  await stage.project.recover();
  await store.writePack([[{ hash: packed, bytes }]], async () => undefined);
  store.discard([packed]);
  assert.ok((await prune()).deleted >= 4);
  const report = await collectStage(stage);
  assert.ok(report.collected.objects >= 3);
  assert.equal(report.packed.objects, 0, "no trash has what a pack loses");
  const { versions, lost } = await takeBackPrunings(stage.project);
  assert.equal(lost, 0);
  assert.ok(versions >= 4);
  assert.deepEqual(stage.story(), before);
  assertReadable(stage);
  await prune();
  await collectStage(stage, { emptyTrash: true });
  const again = await takeBackPrunings(stage.project);
  assert.ok(again.lost >= 3, "what was deleted from the trash cannot come back");
  assertReadable(stage);
  stage.clock.stall(25 * hour);
  assert.deepEqual(await takeBackPrunings(stage.project), { versions: 0, lost: 0 });
});
