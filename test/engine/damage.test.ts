import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { BlobId } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { Stage } from "./stage.ts";

const fill = (stage: Stage, names: readonly string[]) => {
  for (const name of names) stage.write(name, `content of ${name}\n`);
};

function objectOf(stage: Stage, hash: BlobId | null | undefined): string {
  assert.ok(hash !== null && hash !== undefined);
  return join(stage.directory, "objects", hash.slice(0, 2), hash.slice(2));
}

function newest(stage: Stage, path: string): Snapshot {
  const row = stage.rows(path).at(-1);
  assert.ok(row !== undefined);
  return row;
}

/** Ends without a word and opens anew, as after a crash that the next daemon knows of. */
async function crash(stage: Stage, thorough: boolean): Promise<void> {
  stage.abandon();
  await stage.crash();
  await stage.project.recover(thorough);
}

test("after a crash the object of every head is looked at and put again from disk", async () => {
  await using stage = new Stage();
  fill(stage, ["empty", "cut", "gone", "dir", "sound"]);
  await stage.start();
  await stage.close();
  const at = (path: string) => objectOf(stage, stage.rows(path).at(-1)?.hash);
  await stage.crash();
  disk.truncateSync(at("empty"), 0);
  disk.truncateSync(at("cut"), 5);
  disk.rmSync(at("gone"));
  disk.rmSync(at("dir"));
  disk.mkdirSync(at("dir"));
  const sound = disk.statSync(at("sound"), { bigint: true });
  await stage.project.recover();
  assert.equal(disk.statSync(at("empty")).size, 0, "without a crash nothing is looked at");
  await crash(stage, true);
  for (const path of ["empty", "cut", "gone", "dir"]) {
    assert.equal(disk.readFileSync(at(path), "utf8"), `content of ${path}\n`, path);
  }
  assert.equal(disk.statSync(at("sound"), { bigint: true }).ino, sound.ino);
  // Half an object and a directory may be of use to a person; an empty file is of none.
  assert.equal(disk.readdirSync(join(stage.directory, "lost+found")).length, 2);
});

test("a file that changed while its object was lost is read again although its stat is the same", async () => {
  await using stage = new Stage();
  fill(stage, ["a"]);
  await stage.start();
  await stage.close();
  await stage.crash();
  const before = newest(stage, "a");
  const stat = disk.statSync(stage.at("a"));
  disk.rmSync(objectOf(stage, before.hash));
  // As a change that a broken disk or a restored backup makes: nothing of the stat tells of it.
  disk.writeFileSync(stage.at("a"), "CONTENT OF a\n");
  disk.utimesSync(stage.at("a"), stat.atime, stat.mtime);
  const head = stage.timeline.head("a" as never);
  assert.ok(head !== undefined);
  const now = stage.fs.lstat(stage.at("a") as never);
  assert.ok(now !== undefined);
  stage.timeline.commit({
    inbox: [],
    recordings: [],
    restats: [{ path: head.path, stat: now, racy: false }],
    settlements: [],
  });
  await crash(stage, true);
  assert.equal(stage.timeline.head("a" as never)?.racy, true);
  await stage.project.start({ cause: "sweep" });
  assert.equal(stage.contentOf(newest(stage, "a")), "CONTENT OF a\n");
});

test("an object that is read and found damaged is put anew when its content is captured again", async () => {
  await using stage = new Stage();
  stage.write("a", "first\n");
  await stage.start();
  stage.save("a", "second\n");
  await stage.flush();
  await stage.project.close();
  await stage.crash();
  const [first] = stage.rows("a");
  const path = objectOf(stage, first?.hash);
  disk.chmodSync(path, 0o600);
  disk.writeFileSync(path, "FIRST\n");
  assert.equal(stage.project.context.recorder.content(first?.hash as BlobId), undefined);
  assert.ok(!disk.existsSync(path), "it is out of the way");
  stage.save("b", "first\n");
  await stage.flush();
  stage.storeObjects();
  assert.equal(disk.readFileSync(path, "utf8"), "first\n");
  assert.equal(stage.contentOf(first as Snapshot), "first\n");
});

test("the inbox forgets nothing whose object is damaged, even with the right size", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.save("a", "in the inbox\n");
  await stage.flush();
  const { hash } = newest(stage, "a");
  const path = objectOf(stage, hash);
  // As a drain leaves it that was cut off.
  stage.contents.put({ hash: hash as BlobId, bytes: Buffer.from("in the inbox\n") });
  disk.chmodSync(path, 0o600);
  disk.writeFileSync(path, "\0".repeat("in the inbox\n".length));
  await stage.crash();
  assert.deepEqual(stage.timeline.inboxHashes(), []);
  assert.equal(disk.readFileSync(path, "utf8"), "in the inbox\n");
});
