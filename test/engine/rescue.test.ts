import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, RelPath, SnapshotId, UnfError } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { takeRescues } from "@unf/engine";
import { openFileSystem } from "@unf/system";
import { systemError, watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

const binary = Buffer.of(0x7f, 0x45, 0, 1, 2);

/** Records `1`, and lets something that cannot be recorded take its place; gives the state before. */
async function cover(stage: Stage): Promise<{ readonly id: SnapshotId }> {
  stage.write("a.txt", "1\n");
  await stage.start();
  const id = await stage.flush();
  assert.ok(id !== null);
  stage.write("a.txt", binary);
  return { id };
}

test("what must be copied to the home's disk needs room there before anything is begun", async () => {
  let homeFree = 1000;
  let home = "";
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method) => {
          if (method === "link") throw systemError("EXDEV");
        },
        instead: (method, [path]) => {
          const isHome = path === home;
          if (method === "freeBytes") return isHome ? homeFree : 2 ** 40;
          // The home lies on a disk of its own.
          if (method === "lstat" && isHome) return { ...fs.lstat(home as AbsPath), dev: 0n };
          return undefined;
        },
      }),
  });
  home = stage.directory;
  const target = await cover(stage);
  await assert.rejects(stage.restore({ target }), ({ code, hint }: UnfError) => {
    assert.match(hint ?? "", /on unf's own disk/);
    return code === "no_space";
  });
  assert.deepEqual(disk.readFileSync(stage.at("a.txt")), binary);
  assert.deepEqual(stage.timeline.operations(1), []);
  homeFree = 2 ** 30;
  await stage.restore({ target });
  assert.equal(readPicture(stage.root)["a.txt"], "0644 1\n");
});

test("an older rescue under the number of a new operation stays, and the new one has its name", async () => {
  await using stage = new Stage();
  const target = await cover(stage);
  const older = join(stage.directory, "rescue/1");
  disk.mkdirSync(older, { recursive: true });
  disk.writeFileSync(join(older, "a.txt"), "of a history that is no more");
  const { applied } = await stage.restore({ target });
  assert.equal(applied[0]?.rescued, join(older, "a.txt"));
  assert.deepEqual(disk.readFileSync(join(older, "a.txt")), binary);
  const aside = disk.readFileSync(join(`${older}~2`, "a.txt"), "utf8");
  assert.equal(aside, "of a history that is no more");
  await stage.invert("undo");
  assert.deepEqual(disk.readFileSync(stage.at("a.txt")), binary);
});

test("what is written through another name of a rescued file does not change the rescue", async () => {
  await using stage = new Stage();
  const target = await cover(stage);
  const other = join(stage.directory, "other-name");
  disk.linkSync(stage.at("a.txt"), other);
  const { applied } = await stage.restore({ target });
  disk.writeFileSync(other, "written later");
  assert.deepEqual(disk.readFileSync(applied[0]?.rescued ?? ""), binary);
  await stage.invert("undo");
  assert.deepEqual(disk.readFileSync(stage.at("a.txt")), binary);
});

/** A disk that gives no file a second name. */
const withoutLinks = (fs: FileSystem): FileSystem =>
  watchDisk(fs, {
    before: (method) => {
      if (method === "link") throw systemError("EXDEV");
    },
  });

for (const why of ["has other names", "lies on another disk"] as const) {
  test(`a copy of a file that ${why} is put back only as it was made`, async () => {
    const isFar = why === "lies on another disk";
    await using stage = new Stage(isFar ? { wrap: withoutLinks } : {});
    const target = await cover(stage);
    if (!isFar) disk.linkSync(stage.at("a.txt"), join(stage.directory, "other-name"));
    const { applied } = await stage.restore({ target });
    const kept = applied[0]?.rescued ?? "";
    // As long, and with the stamps that it had: only its content tells.
    const { atime, mtime } = disk.statSync(kept);
    disk.writeFileSync(kept, Buffer.of(0x7f, 0x45, 0, 1, 3));
    disk.utimesSync(kept, atime, mtime);
    const undo = await stage.invert("undo");
    assert.deepEqual(
      undo.applied.map(({ action }) => action),
      [{ kind: "refused", path: "a.txt", why: "content_lost" }],
    );
    assert.equal(readPicture(stage.root)["a.txt"], "0644 1\n");
    disk.writeFileSync(kept, binary);
    await stage.invert("undo");
    assert.deepEqual(disk.readFileSync(stage.at("a.txt")), binary);
  });
}

test("a copy that is changed after the undo was planned is not put back, and what stands there stays", async () => {
  let spoil = () => {};
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method) => {
          if (method === "copyNew") spoil();
        },
      }),
  });
  const target = await cover(stage);
  disk.linkSync(stage.at("a.txt"), join(stage.directory, "other-name"));
  const { applied } = await stage.restore({ target });
  const kept = applied[0]?.rescued ?? "";
  spoil = () => disk.writeFileSync(kept, Buffer.of(0x7f, 0x45, 0, 1, 3));
  await assert.rejects(stage.invert("undo"), ({ code, message, hint }: UnfError) => {
    assert.match(message, /the rescued copy of a\.txt is not what was copied/);
    assert.match(hint ?? "", /run it again: that file is left out/);
    return code === "store_damaged";
  });
  assert.equal(readPicture(stage.root)["a.txt"], "0644 1\n");
  const again = await stage.invert("undo");
  assert.deepEqual(
    again.applied.map(({ action }) => action),
    [{ kind: "refused", path: "a.txt", why: "content_lost" }],
  );
});

test("a copy of very many bytes is told from one that was damaged in its last byte", async () => {
  await using stage = new Stage();
  const target = await cover(stage);
  const large = Buffer.alloc(2 ** 21 + 5, 7);
  large[0] = 0;
  stage.write("a.txt", large);
  disk.linkSync(stage.at("a.txt"), join(stage.directory, "other-name"));
  const { applied } = await stage.restore({ target });
  const kept = applied[0]?.rescued ?? "";
  disk.writeFileSync(kept, Buffer.from(large).fill(8, large.length - 1));
  const undo = await stage.invert("undo");
  assert.equal(undo.operation, undefined);
  disk.writeFileSync(kept, large);
  await stage.invert("undo");
  assert.ok(disk.readFileSync(stage.at("a.txt")).equals(large));
  await stage.invert("redo");
  assert.equal(readPicture(stage.root)["a.txt"], "0644 1\n");
});

test("rescues come along whole, also after a try that was cut off, and are never put into another's", async () => {
  await using stage = new Stage();
  const fs = openFileSystem();
  const [from, to] = ["there/op-1", "here/op-7"].map((name) => join(stage.directory, name));
  const write = (path: string, text: string) => {
    disk.mkdirSync(join(path, ".."), { recursive: true });
    disk.writeFileSync(path, text);
  };
  for (const path of ["a.bin", "deep/er/b.bin"]) write(join(from ?? "", path), `\0${path}`);
  write(join(to ?? "", "web/a.bin"), "of a history that is no more");
  const order = { from: from as AbsPath, to: to as AbsPath, below: "web" as RelPath };
  const held = () => readPicture(join(stage.directory, "here"));
  let left = 6;
  const dying = watchDisk(fs, {
    before: (method) => {
      left -= method === "link" || method === "makeDirectory" ? 1 : 0;
      if (left < 4) throw systemError("EIO");
    },
  });
  assert.throws(() => takeRescues(dying, order), { code: "EIO" });
  takeRescues(fs, order);
  const whole = held();
  const names = Object.entries(whole).map(([path, what]) => [path, what.slice(5)]);
  assert.deepEqual(Object.fromEntries(names), {
    "op-7/web/a.bin": "\0a.bin",
    "op-7/web/deep/er/b.bin": "\0deep/er/b.bin",
    "op-7~2/web/a.bin": "of a history that is no more",
    "op-7~3/web/a.bin": "\0a.bin",
  });
  takeRescues(fs, order);
  assert.deepEqual(held(), whole);
  const elsewhere = { ...order, to: `${to}-on-another-disk` as AbsPath };
  const far = watchDisk(fs, {
    before: (method) => {
      if (method === "link") throw systemError("EXDEV");
    },
  });
  takeRescues(far, elsewhere);
  assert.equal(disk.readFileSync(join(elsewhere.to, "web/a.bin"), "utf8"), "\0a.bin");
});
