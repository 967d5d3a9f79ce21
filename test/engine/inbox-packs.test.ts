import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ObjectStore } from "@unf/core/ports";
import { forgetContents } from "@unf/engine";
import { systemError } from "../kit/memory-disk.ts";
import { watchDisk } from "./broken-disk.ts";
import { Stage, type StageOptions } from "./stage.ts";

// The inbox holds many contents when it is emptied: they go into packs and never become objects.

const versions = 12;
const files = 8;

/** Lines of which each version changes one. */
function text(file: number, version: number): string {
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at} of file ${file}: ${at * 7919}\n`);
  for (let n = 0; n <= version; n += 1) lines[(n * 7) % 60] = `edited in version ${n} of ${file}\n`;
  return lines.join("");
}

/** Some files with some versions each, all of them in the inbox; what each row holds. */
async function fillInbox(stage: Stage): Promise<Map<number, string>> {
  await stage.start();
  for (let version = 0; version < versions; version += 1) {
    for (let file = 0; file < files; file += 1) stage.save(`f${file}.txt`, text(file, version));
    await stage.flush();
  }
  assert.equal(stage.timeline.inboxHashes().length, files * versions);
  return new Map(stage.rows().map((row) => [row.id, stage.contentOf(row)]));
}

function assertAll(stage: Stage, seen: ReadonlyMap<number, string>, why = ""): void {
  assert.equal(stage.rows().length, seen.size, why);
  for (const row of stage.rows()) assert.equal(stage.contentOf(row), seen.get(row.id), why);
}

function storeOf(stage: Stage): ObjectStore {
  return stage.contents.packable as ObjectStore;
}

function objectsOf(stage: Stage): string[] {
  const directory = join(stage.directory, "objects");
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.length === 2) : [];
}

test("many contents of the inbox become one pack, in which the versions of a file are a chain", async () => {
  await using stage = new Stage();
  const seen = await fillInbox(stage);
  assert.deepEqual(objectsOf(stage), [], "none is an object before");
  await stage.close();
  await stage.crash();
  assert.deepEqual(stage.timeline.inboxHashes(), []);
  assert.deepEqual(objectsOf(stage), []);
  assertAll(stage, seen);
  const [pack, ...others] = storeOf(stage).packs();
  assert.ok(pack !== undefined && others.length === 0);
  assert.equal(pack.entries, seen.size);
  assert.ok(pack.bytes < pack.contentBytes / 10, `${pack.bytes} of ${pack.contentBytes} bytes`);
});

test("a recorder that finds a full inbox packs it without knowing the paths", async () => {
  await using stage = new Stage();
  const seen = await fillInbox(stage);
  await stage.crash();
  assert.deepEqual(stage.timeline.inboxHashes(), []);
  assert.deepEqual(objectsOf(stage), []);
  assertAll(stage, seen);
});

test("few contents become objects", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.save("a.txt", "1\n");
  await stage.flush();
  await stage.close();
  assert.equal(objectsOf(stage).length, 1);
});

const changing = ["makeDirectory", "writeNew", "append", "syncFile", "rename", "syncDirectory"];

/** Counts the calls that change packs; from the one with number `dies` on none of them is made. */
function dyingAt(count: { calls: number; dies: number }): NonNullable<StageOptions["wrap"]> {
  return (fs) =>
    watchDisk(fs, {
      before: (method, args) => {
        if (!changing.includes(method) || !String(args[0]).includes("/packs")) return;
        count.calls += 1;
        if (count.calls >= count.dies) throw systemError("EIO", String(args[0]));
      },
    });
}

test("whichever call of packing the inbox fails, each version is there and the next try ends it", async () => {
  for (let dies = 1; ; dies += 1) {
    const count = { calls: 0, dies: Number.POSITIVE_INFINITY };
    await using stage = new Stage({ wrap: dyingAt(count) });
    const seen = await fillInbox(stage);
    count.dies = dies;
    const failed = await stage.project.recoverStore().then(
      () => false,
      () => true,
    );
    assertAll(stage, seen, `call ${dies}`);
    count.dies = Number.POSITIVE_INFINITY;
    await stage.crash();
    assertAll(stage, seen, `call ${dies}, later`);
    assert.deepEqual(stage.timeline.inboxHashes(), [], `call ${dies}`);
    assert.deepEqual(readdirSync(join(stage.directory, "packs/tmp")), []);
    if (!failed) {
      assert.ok(dies > 6, `only ${dies} calls`);
      return;
    }
  }
});

test("what is captured again while the inbox is packed has its content all the same", async () => {
  await using stage = new Stage();
  const seen = await fillInbox(stage);
  let turns = 0;
  stage.clock.onBreathe = () => {
    turns += 1;
    if (turns % 3 === 0) stage.save(`again-${turns}.txt`, text(turns % files, turns % versions));
  };
  const store = storeOf(stage);
  const { writePack } = store;
  store.writePack = (chains) => writePack.call(store, chains, () => stage.clock.breathe());
  await stage.project.recoverStore();
  stage.clock.onBreathe = () => undefined;
  await stage.clock.advance(5000);
  await stage.flush();
  assert.ok(stage.rows().length > seen.size + 10);
  await stage.crash();
  for (const row of stage.rows()) {
    const known = seen.get(row.id);
    assert.ok(known === undefined || stage.contentOf(row) === known);
    assert.ok(stage.contentOf(row).startsWith("edited in version 0"));
  }
});

test("a content that is forgotten while the inbox is packed is in no pack afterwards", async () => {
  await using stage = new Stage();
  await fillInbox(stage);
  // As the next process finds it.
  stage.reopen();
  const [first] = stage.rows();
  const hash = first?.hash;
  assert.ok(first !== undefined && hash !== undefined && hash !== null);
  const { contents } = stage.project.ports;
  const store = contents.packable as ObjectStore;
  const { writePack } = store;
  let forgetting: Promise<unknown> | undefined;
  store.writePack = (chains, breathe) =>
    writePack.call(store, chains, async () => {
      await breathe();
      // The first content is in the pack that is being written by now.
      forgetting ??= forgetContents(
        {
          clock: stage.clock,
          contents,
          isReferred: () => false,
          dropInboxed: (hashes) => stage.timeline.dropFromInbox(hashes),
        },
        [hash],
      );
    });
  await stage.project.recoverStore();
  await forgetting;
  assert.equal(store.get(hash).kind, "missing");
  assert.equal(stage.timeline.inboxed(hash), undefined);
  for (const row of stage.rows().slice(1)) stage.contentOf(row);
});
