import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { type AbsPath, type BlobId, systemCode, type WallMs } from "@unf/core/base";
import type { FileSystem, ObjectStore } from "@unf/core/ports";
import { createObjectStore } from "@unf/store";
import { openFileSystem } from "@unf/system";
import { zstd } from "@unf/system/compression";
import { digest } from "@unf/system/digest";
import { type Call, createMemoryFs, type MemoryFs } from "../kit/memory-fs.ts";

// The promises of the `ObjectStore` port, over the memory disk and the real one.

interface Disk extends Disposable {
  readonly fs: FileSystem;
  readonly directory: AbsPath;
}

const disks: readonly (readonly [string, () => Disk])[] = [
  [
    "over the memory disk",
    () => ({ fs: createMemoryFs(), directory: objects, [Symbol.dispose]() {} }),
  ],
  ["over the real disk", realDisk],
];

const objects = "/home/objects" as AbsPath;

function realDisk(): Disk {
  const root = fs.mkdtempSync(join(tmpdir(), "unf-objects-"));
  return {
    fs: openFileSystem(),
    directory: join(root, "home/objects") as AbsPath,
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

let names = 0;
function unique(): string {
  names += 1;
  return `name-${names}`;
}

function openStore(fileSystem: FileSystem, directory: AbsPath): ObjectStore {
  const trash = trashOf(directory);
  const lostAndFound = `${directory}/../lost+found` as AbsPath;
  const packsDirectory = `${directory}/../packs` as AbsPath;
  const packs = { packsDirectory, lostPacks: lostAndFound, compression: zstd };
  return createObjectStore({
    fs: fileSystem,
    directory,
    trash,
    lostAndFound,
    digest,
    unique,
    ...packs,
  });
}

function blob(text: string) {
  const bytes = Buffer.from(text);
  return { hash: digest(bytes), bytes };
}

/** Beside the objects, by a path without a link or dots in it. */
function trashOf(directory: AbsPath): AbsPath {
  return `${directory.slice(0, directory.lastIndexOf("/"))}/trash` as AbsPath;
}

function pathOf(directory: AbsPath, hash: BlobId): AbsPath {
  return `${directory}/${hash.slice(0, 2)}/${hash.slice(2)}` as AbsPath;
}

for (const [name, open] of disks) {
  describe(name, () => {
    test("gives back what was put, empty contents too", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      for (const text of ["", "one", "x".repeat(300_000)]) {
        const { hash, bytes } = blob(text);
        assert.equal(store.has(hash, bytes.length), false);
        store.put({ hash, bytes });
        assert.equal(store.has(hash, bytes.length), true);
        const found = store.get(hash);
        assert.ok(found.kind === "found" && Buffer.from(found.bytes).equals(bytes));
      }
    });

    test("what stands in an object's place is moved, never deleted, and the content put anew", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const { hash, bytes } = blob("content");
      assert.equal(store.setAside(hash), undefined, "nothing is there");
      const wrong = [Buffer.from("CONTENT"), Buffer.from("cont")];
      for (const planted of wrong) {
        disk.fs.makeDirectory(`${disk.directory}/${hash.slice(0, 2)}` as AbsPath, 0o700);
        disk.fs.writeNew(pathOf(disk.directory, hash), planted, { mode: 0o444, sync: false });
        assert.equal(store.get(hash).kind, "damaged");
        const kept = store.setAside(hash);
        assert.ok(kept !== undefined);
        assert.match(kept, new RegExp(`lost\\+found/${hash}\\.`));
        const read = disk.fs.read(kept, 100);
        assert.ok(read.kind === "content" && Buffer.from(read.bytes).equals(planted));
        assert.equal(store.get(hash).kind, "missing");
      }
      disk.fs.makeDirectory(pathOf(disk.directory, hash), 0o700);
      store.put({ hash, bytes });
      assert.equal(store.get(hash).kind, "found");
      assert.equal(disk.fs.list(`${disk.directory}/../lost+found` as AbsPath)?.length, 3);
    });

    test("lists what stands below two digits, and counts temporaries by their age", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const blobs = ["a", "b", "c"].map(blob);
      for (const one of blobs) store.put(one);
      const listed = blobs.flatMap(({ hash }) => store.list(hash.slice(0, 2)));
      assert.deepEqual([...new Set(listed)].sort(), blobs.map(({ hash }) => hash).sort());
      assert.deepEqual(store.list("00"), []);
      const left = `${disk.directory}/tmp/left` as AbsPath;
      disk.fs.writeNew(left, Buffer.from("x"), { mode: 0o600, sync: false });
      const later = (Date.now() + 3_600_000) as WallMs;
      assert.equal(store.leftovers(0 as WallMs, "remove"), 0);
      assert.equal(store.leftovers(later, "count"), 1);
      assert.equal(store.leftovers(later, "remove"), 1);
      assert.equal(store.leftovers(later, "count"), 0);
    });

    test("keeps raw bytes at the digest's path, readable and not writable", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const { hash, bytes } = blob("content\n");
      store.put({ hash, bytes });
      const path = pathOf(disk.directory, hash);
      assert.equal(disk.fs.lstat(path)?.mode, 0o100444);
      const read = disk.fs.read(path, 100);
      assert.ok(read.kind === "content" && Buffer.from(read.bytes).equals(bytes));
      assert.deepEqual(disk.fs.list(`${disk.directory}/tmp` as AbsPath), []);
    });

    test("takes an object of another size for absent and puts the right one in its place", () => {
      using disk = open();
      const { hash, bytes } = blob("whole");
      const path = pathOf(disk.directory, hash);
      disk.fs.makeDirectory(path.slice(0, path.lastIndexOf("/")) as AbsPath, 0o700);
      disk.fs.writeNew(path, new Uint8Array(0), { mode: 0o444, sync: false });
      const store = openStore(disk.fs, disk.directory);
      assert.equal(store.has(hash, bytes.length), false);
      assert.deepEqual(store.get(hash), { kind: "damaged" });
      store.put({ hash, bytes });
      assert.equal(store.get(hash).kind, "found");
    });

    test("does not replace an object of the right size", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const { hash, bytes } = blob("whole");
      store.put({ hash, bytes });
      const before = disk.fs.lstat(pathOf(disk.directory, hash))?.ino;
      store.put({ hash, bytes });
      assert.equal(disk.fs.lstat(pathOf(disk.directory, hash))?.ino, before);
    });

    test("tells missing from damaged, by the digest and not by the size", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const { hash } = blob("right");
      assert.deepEqual(store.get(hash), { kind: "missing" });
      const path = pathOf(disk.directory, hash);
      disk.fs.makeDirectory(path.slice(0, path.lastIndexOf("/")) as AbsPath, 0o700);
      disk.fs.writeNew(path, Buffer.from("wrong"), { mode: 0o444, sync: false });
      assert.deepEqual(store.get(hash), { kind: "damaged" });
      disk.fs.remove(path);
      disk.fs.symlink(path, Buffer.from("right"));
      assert.deepEqual(store.get(hash), { kind: "damaged" });
      assert.equal(store.has(hash, 5), false);
    });

    test("replaces an object that stands there with a file of its own, and discards without complaint", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const one = blob("again");
      store.put(one);
      const path = pathOf(disk.directory, one.hash);
      const before = disk.fs.lstat(path)?.ino;
      store.put(one);
      assert.equal(disk.fs.lstat(path)?.ino, before);
      store.replace(one);
      assert.notEqual(disk.fs.lstat(path)?.ino, before);
      assert.equal(store.get(one.hash).kind, "found");
      store.discard([one.hash, blob("never put").hash]);
      assert.equal(store.get(one.hash).kind, "missing");
    });

    test("survives that its directories are taken away between two puts", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const { hash, bytes } = blob("again");
      store.put({ hash, bytes });
      const path = pathOf(disk.directory, hash);
      disk.fs.remove(path);
      disk.fs.removeDirectory(path.slice(0, path.lastIndexOf("/")) as AbsPath);
      store.put({ hash, bytes });
      disk.fs.remove(path);
      disk.fs.removeDirectory(`${disk.directory}/tmp` as AbsPath);
      store.put({ hash, bytes });
      assert.equal(store.get(hash).kind, "found");
    });

    test("removes what a crash left among the temporaries at the first put, not before", () => {
      using disk = open();
      const left = `${disk.directory}/tmp/left` as AbsPath;
      disk.fs.makeDirectory(`${disk.directory}/tmp/deep` as AbsPath, 0o700);
      disk.fs.writeNew(left, Buffer.from("half"), { mode: 0o600, sync: false });
      const store = openStore(disk.fs, disk.directory);
      store.get(blob("x").hash);
      assert.notEqual(disk.fs.lstat(left), undefined);
      store.put(blob("x"));
      assert.equal(disk.fs.lstat(left), undefined);
    });

    test("what is put into the trash is read there, is not there for `has`, and comes back", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const one = blob("once needed");
      assert.equal(store.trash(one.hash), undefined, "nothing stands there");
      assert.deepEqual(store.trashed(), []);
      store.put(one);
      const [file] = store.listFiles(one.hash.slice(0, 2));
      assert.ok(file !== undefined && file.hash === one.hash && file.bytes === one.bytes.length);
      assert.equal(store.trash(one.hash), one.bytes.length);
      assert.equal(store.has(one.hash, one.bytes.length), false);
      assert.deepEqual(store.listFiles(one.hash.slice(0, 2)), []);
      const found = store.get(one.hash);
      assert.ok(found.kind === "found" && found.isTrashed && one.bytes.equals(found.bytes));
      const [trashed, ...others] = store.trashed();
      assert.ok(trashed !== undefined && others.length === 0 && trashed.since >= file.changedAt);
      assert.deepEqual(store.trashed(one.hash.slice(0, 2)), [trashed]);
      assert.equal(store.untrash(one.hash), true);
      assert.deepEqual(store.get(one.hash), { kind: "found", bytes: found.bytes });
      assert.deepEqual(store.trashed(), []);
      assert.equal(store.untrash(one.hash), false);
      const back = store.listFiles(one.hash.slice(0, 2))[0];
      assert.ok(back !== undefined && back.changedAt >= trashed.since, "its time begins anew");
    });

    test("a content that is put while a copy lies in the trash stands whatever becomes of the copy", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const one = blob("again");
      store.put(one);
      store.trash(one.hash);
      store.put(one);
      assert.equal(store.has(one.hash, one.bytes.length), true);
      store.emptyTrash([one.hash, blob("never there").hash]);
      assert.equal(store.get(one.hash).kind, "found");
      assert.equal(disk.fs.lstat(trashOf(disk.directory))?.kind, "directory");
      assert.deepEqual(disk.fs.list(trashOf(disk.directory)), [], "no empty directory stays");
    });

    test("what is damaged in the trash is no content, and stays; what is damaged in the store is healed", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      const one = blob("whole");
      store.put(one);
      store.trash(one.hash);
      const inTrash = pathOf(trashOf(disk.directory), one.hash);
      const plant = (path: AbsPath) => {
        disk.fs.remove(path);
        disk.fs.writeNew(path, Buffer.from("WHOLE"), { mode: 0o444, sync: false });
      };
      plant(inTrash);
      assert.deepEqual(store.get(one.hash), { kind: "missing" });
      assert.equal(store.untrash(one.hash), false);
      assert.equal(disk.fs.lstat(inTrash)?.kind, "file");
      disk.fs.remove(inTrash);
      store.put(one);
      store.trash(one.hash);
      store.put(one);
      plant(pathOf(disk.directory, one.hash));
      assert.equal(store.get(one.hash).kind, "found", "the copy is as good");
      assert.equal(store.untrash(one.hash), true);
      const found = store.get(one.hash);
      assert.ok(found.kind === "found" && found.isTrashed === undefined);
      assert.equal(disk.fs.list(`${disk.directory}/../lost+found` as AbsPath)?.length, 1);
    });

    test("makes nothing before something is put, and can sync an empty store", () => {
      using disk = open();
      const store = openStore(disk.fs, disk.directory);
      store.has(blob("x").hash, 1);
      store.get(blob("x").hash);
      assert.equal(disk.fs.lstat(disk.directory), undefined);
      store.sync([]);
      store.syncAll();
    });
  });
}

/** A store over a memory disk that counts calls and fails those it is told to. */
function openCounted() {
  const calls: { call: Call; path: string }[] = [];
  let failing: { readonly call: Call; readonly code: string } | undefined;
  const disk: MemoryFs = createMemoryFs({
    before: (call, path) => {
      calls.push({ call, path });
      return failing?.call === call ? failing.code : undefined;
    },
  });
  return {
    disk,
    calls,
    store: openStore(disk, objects),
    fail: (call: Call, code: string) => {
      failing = { call, code };
    },
    cure: () => {
      failing = undefined;
    },
  };
}

test("a put makes each directory once and costs three calls after that", () => {
  const { store, calls } = openCounted();
  const [first, second] = sameFanOut();
  store.put(first);
  calls.length = 0;
  store.put(second);
  assert.deepEqual(
    calls.map(({ call }) => call),
    ["lstat", "writeNew", "rename"],
  );
});

function sameFanOut() {
  const seen = new Map<string, ReturnType<typeof blob>>();
  for (let i = 0; ; i += 1) {
    const next = blob(String(i));
    const other = seen.get(next.hash.slice(0, 2));
    if (other !== undefined) return [other, next] as const;
    seen.set(next.hash.slice(0, 2), next);
  }
}

for (const [call, code] of [
  ["writeNew", "ENOSPC"],
  ["makeDirectory", "EACCES"],
  ["rename", "EDQUOT"],
] as const) {
  test(`a put that fails in ${call} throws ${code}, leaves nothing behind, and works once cured`, () => {
    const { store, disk, fail, cure } = openCounted();
    const { hash, bytes } = blob("content");
    fail(call, code);
    assert.throws(
      () => store.put({ hash, bytes }),
      (thrown) => systemCode(thrown) === code,
    );
    cure();
    assert.equal(store.has(hash, bytes.length), false);
    assert.deepEqual(disk.list(`${objects}/tmp` as AbsPath) ?? [], []);
    store.put({ hash, bytes });
    assert.equal(store.get(hash).kind, "found");
  });
}

test("an object that may not be read is an error; a bad sector is damage", () => {
  const disk = createMemoryFs();
  const refusing = (code: string) => ({
    ...disk,
    read: () => ({ kind: "unreadable", code }) as const,
  });
  const { hash } = blob("x");
  assert.throws(() => openStore(refusing("EACCES"), objects).get(hash), { code: "failed" });
  assert.equal(openStore(refusing("EIO"), objects).get(hash).kind, "damaged");
});

test("without a sync a power cut takes objects away; a put afterwards heals each of them", () => {
  let kept = 0;
  for (const keep of [() => false, () => true, () => kept++ % 2 === 0]) {
    const disk = createMemoryFs();
    const store = openStore(disk, objects);
    const blobs = ["a", "b", "c", "d"].map(blob);
    for (const each of blobs) store.put(each);
    disk.crash(keep);
    const after = openStore(disk, objects);
    for (const { hash, bytes } of blobs) {
      if (after.has(hash, bytes.length)) assert.equal(after.get(hash).kind, "found");
      after.put({ hash, bytes });
      assert.equal(after.get(hash).kind, "found");
    }
  }
});

test("what sync was asked for survives a power cut, from the root directory down", () => {
  const disk = createMemoryFs();
  disk.makeDirectory(objects, 0o700);
  disk.syncAll(objects);
  const store = openStore(disk, objects);
  const blobs = ["a", "b", "c", "d"].map(blob);
  for (const each of blobs) store.put(each);
  store.sync(blobs.slice(0, 2).map(({ hash }) => hash));
  disk.crash();
  assert.deepEqual(
    blobs.map(({ hash }) => openStore(disk, objects).get(hash).kind),
    ["found", "found", "missing", "missing"],
  );
});

test("syncAll saves everything put before it", () => {
  const disk = createMemoryFs();
  const store = openStore(disk, objects);
  store.put(blob("before"));
  store.syncAll();
  store.put(blob("after"));
  disk.crash();
  assert.equal(store.get(blob("before").hash).kind, "found");
  assert.equal(store.get(blob("after").hash).kind, "missing");
});

test("at no call does a power cut take what comes back from the trash", () => {
  let kept = 0;
  for (let cut = 0, done = false; !done; cut += 1) {
    for (const keep of [() => false, () => true, () => kept++ % 2 === 0]) {
      let left = Number.POSITIVE_INFINITY;
      const disk = createMemoryFs({
        before: () => {
          left -= 1;
          return left < 0 ? "EIO" : undefined;
        },
      });
      const one = blob("needed after all");
      openStore(disk, objects).put(one);
      openStore(disk, objects).trash(one.hash);
      disk.syncAll(objects);
      left = cut;
      try {
        done = openStore(disk, objects).untrash(one.hash);
      } catch (thrown) {
        assert.equal(systemCode(thrown), "EIO");
      }
      left = Number.POSITIVE_INFINITY;
      disk.crash(keep);
      const found = openStore(disk, objects).get(one.hash);
      assert.equal(found.kind, "found", `cut at call ${cut}`);
      assert.ok(!done || (found.kind === "found" && found.isTrashed === undefined));
    }
  }
});

test("what was deleted from the trash does not come back with a power cut", () => {
  const disk = createMemoryFs();
  const store = openStore(disk, objects);
  const one = blob("gone");
  store.put(one);
  store.trash(one.hash);
  disk.syncAll(objects);
  store.emptyTrash([one.hash]);
  disk.crash();
  assert.equal(openStore(disk, objects).get(one.hash).kind, "missing");
});
