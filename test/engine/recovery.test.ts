import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import type { BlobId, MonoMs } from "@unf/core/base";
import { FakeClock } from "../kit/fake-clock.ts";
import { watchDisk } from "./broken-disk.ts";
import { Stage } from "./stage.ts";

function objectPath(stage: Stage, hash: BlobId | null | undefined): string {
  assert.ok(hash);
  return join(stage.directory, "objects", hash.slice(0, 2), hash.slice(2));
}

function fill(stage: Stage, files: number): void {
  for (let n = 0; n < files; n += 1) stage.write(`d${n % 7}/f${n}.txt`, `content ${n}\n`);
}

test("bursts that were open when the recorder died are settled by the next one", async () => {
  await using stage = new Stage();
  stage.write("changed.txt", "1\n2\n3\n");
  stage.write("deleted.txt", "1\n2\n3\n");
  stage.write("back.txt", "1\n");
  await stage.start();
  await stage.clock.advance(1000);
  for (const content of ["1\n", "1\n9\n"]) {
    stage.save("changed.txt", content);
    stage.save("created.txt", content);
    stage.save("deleted.txt", content);
    await stage.clock.advance(500);
  }
  stage.save("back.txt", "2\n");
  stage.save("passing.txt", "1\n");
  stage.remove("deleted.txt");
  stage.gone("deleted.txt");
  await stage.clock.advance(500);
  stage.save("back.txt", "1\n");
  stage.remove("passing.txt");
  stage.gone("passing.txt");
  await stage.clock.advance(500);
  assert.equal(stage.rows().filter((row) => row.settled).length, 3, "only the baseline");
  await stage.crash();
  const last = (path: string) => stage.story(path).at(-1);
  assert.equal(last("changed.txt"), "modify changed.txt +1 -2");
  assert.equal(last("created.txt"), "create created.txt +2 -0");
  assert.equal(last("deleted.txt"), "delete deleted.txt +0 -3");
  assert.equal(last("back.txt"), "(modify back.txt +1 -1)");
  assert.equal(last("passing.txt"), "(delete passing.txt +0 -1)");
});

test("a small batch travels through the inbox, which is emptied once its objects have aged", async () => {
  const synced: string[] = [];
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (method === "syncFile") synced.push(String(args[0]));
        },
      }),
  });
  await stage.start();
  stage.save("a.txt", "1\n");
  await stage.clock.advance(100);
  const hash = stage.rows()[0]?.hash as BlobId;
  assert.deepEqual(stage.timeline.inboxHashes(), [{ hash, bytes: 2 }]);
  assert.deepEqual(synced, []);
  assert.equal(disk.existsSync(objectPath(stage, hash)), false, "it stands in the inbox only");
  await stage.clock.advance(59_000);
  await stage.project.tick();
  assert.equal(stage.timeline.inboxHashes().length, 1);
  await stage.clock.advance(15_000);
  await stage.project.tick();
  assert.deepEqual(stage.timeline.inboxHashes(), []);
  assert.deepEqual(synced, [objectPath(stage, hash)], "durable before it was dropped");
});

test("an object that a crash cut short or took away is healed from the inbox", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.save("cut.txt", "cut\n");
  stage.save("lost.txt", "lost\n");
  await stage.clock.advance(100);
  const [cut, lost] = ["cut.txt", "lost.txt"].map((path) =>
    objectPath(stage, stage.rows(path)[0]?.hash),
  );
  assert.ok(cut !== undefined && lost !== undefined);
  // As a drain leaves them that was cut off.
  for (const { hash } of stage.timeline.inboxHashes()) {
    stage.contents.put({ hash, bytes: stage.timeline.inboxed(hash) ?? new Uint8Array(0) });
  }
  stage.abandon();
  disk.chmodSync(cut, 0o600);
  disk.truncateSync(cut, 0);
  disk.unlinkSync(lost);
  await stage.crash();
  assert.deepEqual(stage.timeline.inboxHashes(), []);
  assert.equal(disk.readFileSync(cut, "utf8"), "cut\n");
  assert.equal(disk.readFileSync(lost, "utf8"), "lost\n");
});

test("until the inbox is drained a content is read from it", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.save("a.txt", "1\n");
  await stage.clock.advance(100);
  assert.equal(disk.existsSync(objectPath(stage, stage.rows()[0]?.hash)), false);
  assert.deepEqual(stage.state(), { "a.txt": "0644 1\n" });
});

test("a large batch leaves the inbox empty: the pack of its contents is durable before the first of its rows", async () => {
  const calls: string[] = [];
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (!String(args[0]).includes("/packs")) return;
          const isTold = ["rename", "flushFile", "syncDirectory"].includes(method);
          if (isTold) calls.push(`${method} ${relative(stage.directory, String(args.at(-1)))}`);
        },
      }),
  });
  const { timeline } = stage;
  const commit = timeline.commit.bind(timeline);
  timeline.commit = (batch) => {
    calls.push(`commit ${batch.recordings.length} rows, ${batch.inbox.length} inboxed`);
    return commit(batch);
  };
  fill(stage, 300);
  await stage.start();
  assert.deepEqual(timeline.inboxHashes(), []);
  const [pack] = disk.readdirSync(join(stage.directory, "packs")).filter((name) => name !== "tmp");
  assert.deepEqual(calls, [
    `flushFile packs/tmp/${pack?.slice(0, -".pack".length)}`,
    `rename packs/${pack}`,
    "syncDirectory packs",
    "commit 300 rows, 0 inboxed",
  ]);
});

test("an object that another project wrote and nobody flushed is not relied on", async () => {
  await using first = new Stage({
    clock: new FakeClock({ start: Date.now() - 86_400_000, creepMs: 1 }),
  });
  await using second = new Stage({ shared: first });
  await second.start();
  await second.clock.advance(1000);
  let isDone = false;
  first.clock.onBreathe = () => {
    // The first project is in the middle of a large batch: f0 stands in the store, not yet durable.
    if (isDone || first.contents.read(hashOfF0) === undefined) return;
    isDone = true;
    second.save("copy.txt", "content 0\n");
  };
  fill(second, 1);
  await second.flush();
  const hashOfF0 = second.rows("d0/f0.txt")[0]?.hash as BlobId;
  second.storeObjects();
  disk.rmSync(objectPath(first, hashOfF0), { force: true });
  disk.rmSync(objectPath(second, hashOfF0), { force: true });
  fill(first, 400);
  const scanning = first.start();
  for (let turn = 0; turn < 10_000 && !isDone; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  await second.clock.advance(100);
  assert.equal(second.rows("copy.txt").length, 1);
  assert.equal(first.rows().length, 0, "the first project has not committed yet");
  assert.ok(second.timeline.inboxed(hashOfF0) !== undefined, "the row brought its content along");
  await scanning;
});

test("an object that stands only in another project's inbox is not relied on either", async () => {
  await using first = new Stage();
  await using second = new Stage({ shared: first });
  await first.start();
  await second.start();
  first.save("a.txt", "same\n");
  await first.clock.advance(100);
  second.save("b.txt", "same\n");
  await second.clock.advance(100);
  const hash = second.rows()[0]?.hash as BlobId;
  assert.ok(second.timeline.inboxed(hash) !== undefined);
  // Once it is durable in the store, nothing needs to be carried along.
  await first.clock.advance(70_000);
  await first.project.tick();
  await second.clock.advance(70_000);
  await second.project.tick();
  second.save("c.txt", "same\n");
  await second.clock.advance(100);
  assert.deepEqual(second.timeline.inboxHashes(), []);
});

test("closing records what was touched, settles it and makes it durable", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.save("a.txt", "1\n");
  await stage.close();
  await stage.crash();
  assert.deepEqual(stage.story(), ["create a.txt +1 -0"]);
  assert.deepEqual(stage.timeline.inboxHashes(), []);
  assert.equal(stage.clock.waiting, 0, "no alarm is left behind");
});

test("the first row after a pause is committed at once, those after it share a commit", async () => {
  await using stage = new Stage();
  await stage.start();
  await stage.clock.advance(1000);
  const commits: number[] = [];
  const { timeline } = stage;
  const commit = timeline.commit.bind(timeline);
  timeline.commit = (batch) => {
    if (batch.recordings.length > 0) commits.push(stage.clock.mono() as MonoMs);
    return commit(batch);
  };
  const start = stage.clock.mono();
  for (let n = 0; n < 10; n += 1) {
    stage.save(`f${n}.txt`, `${n}\n`);
    await stage.clock.advance(4);
  }
  await stage.clock.advance(200);
  assert.deepEqual(
    commits.map((at) => at - start),
    [0, 50],
  );
});

test("a commit that fails loses nothing: the next one carries the same rows", async () => {
  await using stage = new Stage();
  await stage.start();
  await stage.clock.advance(1000);
  stage.write("a.txt", "1\n");
  const { timeline } = stage;
  const commit = timeline.commit.bind(timeline);
  timeline.commit = () => {
    throw new Error("planted: the disk is full");
  };
  await assert.rejects(stage.project.flush(), /planted/);
  timeline.commit = commit;
  await stage.project.flush();
  assert.deepEqual(stage.story(), ["create a.txt +1 -0"]);
  assert.deepEqual(stage.state(), { "a.txt": "0644 1\n" });
});
