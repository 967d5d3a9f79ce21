import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { SnapshotId, UnfError } from "@unf/core/base";
import type { StatKey } from "@unf/core/timeline";
import { isMove, systemError, watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

async function here(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  const id = await stage.flush();
  assert.ok(id !== null);
  return { id };
}

test("a file that is no longer recorded stays as it is; the rest of the operation is undone", async () => {
  await using stage = new Stage();
  const lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  const names = ["binary", "ignored", "ignored-too", "text"];
  for (const name of names) stage.write(name, lines);
  await stage.start();
  const target = await here(stage);
  for (const name of names) stage.write(name, lines.replace("9\n", "nine\n"));
  await stage.flush();
  await stage.restore({ target });
  const jpeg = Buffer.of(0xff, 0xd8, 0xff, 0xe0);
  stage.write("binary", Buffer.concat([jpeg, Buffer.from(lines)]));
  stage.write(".gitignore", "ignored*\n");
  stage.write("ignored", lines.replace("1\n", "one\n"));
  const before = readPicture(stage.root);
  const { applied } = await stage.invert("undo");
  assert.deepEqual(
    applied.map(({ action }) => `${action.kind} ${action.path}`),
    ["kept binary", "kept ignored", "write ignored-too", "write text"],
  );
  const undone = `0644 ${lines.replace("9\n", "nine\n")}`;
  assert.deepEqual(readPicture(stage.root), { ...before, "ignored-too": undone, text: undone });
});

test("a directory that somebody puts where a file was just restored makes no row of a directory", async () => {
  await using stage = new Stage();
  const names = Array.from({ length: 70 }, (_, index) => `f${index}.txt`);
  for (const name of names) stage.write(name, "1\n");
  await stage.start();
  const target = await here(stage);
  for (const name of names) stage.write(name, "2\n");
  await stage.flush();
  stage.clock.onBreathe = () => {
    const at = stage.at("f0.txt");
    if (!disk.lstatSync(at).isFile() || disk.readFileSync(at, "utf8") !== "1\n") return;
    disk.rmSync(at);
    disk.mkdirSync(at);
  };
  await stage.restore({ target });
  assert.ok(disk.statSync(stage.at("f0.txt")).isDirectory());
  for (const { hash, mode } of stage.rows()) if (hash !== null) assert.equal(mode, 0o100644);
});

test("giving up many files flushes a directory once for all that was staged in it", async () => {
  let flushes = 0;
  let fails = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (isMove(method) && fails) throw systemError("EPERM");
          if (method === "syncDirectory" && args[0] === stage.root) flushes += 1;
        },
      }),
  });
  const names = Array.from({ length: 50 }, (_, index) => `f${index}.txt`);
  for (const name of names) stage.write(name, "1\n");
  await stage.start();
  const target = await here(stage);
  for (const name of names) stage.write(name, "2\n");
  await stage.flush();
  const commits = stage.project.committer.commits;
  fails = true;
  flushes = 0;
  await assert.rejects(stage.restore({ target }), (thrown: UnfError) => thrown.code === "failed");
  assert.ok(flushes <= 5, `${flushes} flushes of the root`);
  assert.ok(stage.project.committer.commits - commits <= 1);
  fails = false;
});

test("a rollback takes nobody's file away that stands where a directory had just been made", async () => {
  const mine = Buffer.of(0x7f, 0x45, 0, 1, 2);
  let isMade = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (method !== "within" || args[0] !== stage.at("a") || !isMade) return;
          isMade = false;
          disk.rmdirSync(stage.at("a"));
          disk.writeFileSync(stage.at("a"), mine);
        },
        after: (method, args) => {
          if (method === "makeDirectory" && args[0] === stage.at("a")) isMade = true;
        },
      }),
  });
  stage.write("a/inner.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.remove("a");
  stage.write("a", "a file\n");
  await assert.rejects(stage.restore({ target }), (thrown: UnfError) => thrown.code === "failed");
  assert.deepEqual(disk.readFileSync(stage.at("a")), mine);
});

test("what is written while it is recorded just before its replacement is recorded too", async () => {
  let isArmed = false;
  await using stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        after: (method, args) => {
          if (method === "writeNew" && String(args[0]).includes("/.unf-")) isArmed = true;
        },
        instead: (method, args) => {
          if (method !== "read" || args[0] !== stage.at("a.txt") || !isArmed) return undefined;
          isArmed = false;
          const read = fs.read(args[0] as never, 1000);
          disk.writeFileSync(stage.at("a.txt"), "3\n");
          return { ...read, kind: "unstable" };
        },
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await stage.restore({ target });
  assert.equal(disk.readFileSync(stage.at("a.txt"), "utf8"), "1\n");
  assert.ok(stage.rows("a.txt").some((row) => row.hash !== null && stage.contentOf(row) === "3\n"));
});

test("what is written in the tick of the clock in which a file was recorded is not lost to what replaces it", async () => {
  let isStaged = false;
  let isRead = false;
  let stale: StatKey | undefined;
  await using stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        after: (method, args) => {
          if (method === "writeNew" && String(args[0]).includes("/.unf-")) isStaged = true;
          if (method === "read" && isStaged && args[0] === stage.at("a.txt")) isRead = true;
        },
        instead: (method, args) => {
          if (method !== "lstat" || !isRead || args[0] !== stage.at("a.txt")) return undefined;
          stale ??= fs.lstat(args[0] as never);
          // Of the same size, and on a disk whose stamps have not gone on.
          disk.writeFileSync(stage.at("a.txt"), "3\n");
          return stale;
        },
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = await here(stage);
  stage.write("a.txt", "2\n");
  await assert.rejects(stage.restore({ target }), (thrown: UnfError) => thrown.code === "failed");
  assert.equal(disk.readFileSync(stage.at("a.txt"), "utf8"), "3\n");
});

test("a rescued file that cannot go back to where it stood stays rescued", async () => {
  const binary = Buffer.of(0x7f, 0x45, 0, 1, 2);
  const stage: Stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (!isMove(method) || !String(args[1]).endsWith("/z.txt")) return;
          // Somebody puts a directory where the text has just taken the binary's place.
          stage.remove("bin");
          stage.write("bin/newer.txt", "1\n");
          throw systemError("EACCES");
        },
      }),
  });
  await using _ = stage;
  stage.write("bin", "text\n");
  stage.write("z.txt", "1\n");
  await stage.start();
  const target = { id: (await stage.flush()) ?? assert.fail() };
  stage.write("bin", binary);
  stage.write("z.txt", "2\n");
  await assert.rejects(stage.restore({ target }), (thrown: UnfError) =>
    /rolled back/.test(thrown.message),
  );
  assert.deepEqual(disk.readFileSync(join(stage.directory, "rescue/1/bin")), binary);
  assert.equal(disk.readFileSync(stage.at("bin/newer.txt"), "utf8"), "1\n");
});
