import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsPath, encodePath, type RelPath, systemCode } from "@unf/core/base";
import { createMemoryFs, type MemoryFs } from "./memory-fs.ts";

const at = (path: string) => path as AbsPath;
const bytes = (text: string) => Buffer.from(text);

function write(disk: MemoryFs, path: string, text: string, sync = false): void {
  disk.writeNew(at(path), bytes(text), { mode: 0o644, sync });
}

function textOf(disk: MemoryFs, path: string): string | undefined {
  const read = disk.read(at(path), 10_000);
  return read.kind === "content" ? Buffer.from(read.bytes).toString() : undefined;
}

const nothing = () => false;

test("a crash keeps the writes of one file in their order, up to the first that is lost", () => {
  for (let kept = 0; kept <= 3; kept += 1) {
    const disk = createMemoryFs();
    write(disk, "/f", "0", true);
    disk.syncDirectory(at("/"));
    for (const text of ["1", "2", "3"]) disk.overwrite(at("/f"), bytes(text));
    let asked = 0;
    disk.crash(() => asked++ < kept);
    assert.equal(textOf(disk, "/f"), String(kept));
  }
});

test("the first lost write may have reached the disk in whole sectors", () => {
  const disk = createMemoryFs();
  write(disk, "/f", "a".repeat(1500), true);
  disk.syncDirectory(at("/"));
  disk.overwrite(at("/f"), bytes("b".repeat(1500)));
  disk.crash(nothing, { tear: () => 2 });
  assert.equal(textOf(disk, "/f"), "b".repeat(1024) + "a".repeat(476));
});

test("a crash takes content and stamps back together, or leaves the stamps where it is told to", () => {
  for (const keepStamps of [false, true]) {
    const disk = createMemoryFs();
    write(disk, "/f", "1", true);
    disk.syncDirectory(at("/"));
    const before = disk.lstat(at("/f"));
    disk.overwrite(at("/f"), bytes("2"));
    const after = disk.lstat(at("/f"));
    disk.crash(nothing, { keepStamps: () => keepStamps });
    assert.equal(textOf(disk, "/f"), "1");
    assert.deepEqual(disk.lstat(at("/f")), keepStamps ? after : before);
  }
});

test("a renamed directory stands in one place after a crash, and brings along what it held", () => {
  for (const keep of [true, false]) {
    const disk = createMemoryFs();
    disk.makeDirectory(at("/a/b"), 0o755);
    write(disk, "/a/b/f", "1");
    disk.makeDirectory(at("/c"), 0o755);
    disk.syncAll(at("/"));
    disk.rename(at("/a/b"), at("/c/b"));
    disk.crash(() => keep);
    assert.equal(textOf(disk, "/c/b/f"), keep ? "1" : undefined);
    assert.equal(textOf(disk, "/a/b/f"), keep ? undefined : "1");
  }
});

test("what was moved stands in its new place once that is durable, whatever is known of the old one", () => {
  const disk = createMemoryFs();
  disk.makeDirectory(at("/a/b"), 0o755);
  disk.makeDirectory(at("/c"), 0o755);
  write(disk, "/a/b/f", "1");
  write(disk, "/a/g", "2");
  disk.syncAll(at("/"));
  disk.rename(at("/a/b"), at("/c/b"));
  disk.rename(at("/a/g"), at("/c/g"));
  disk.syncDirectory(at("/c"));
  disk.crash(() => false);
  assert.deepEqual([textOf(disk, "/c/b/f"), textOf(disk, "/c/g")], ["1", "2"]);
  assert.deepEqual([textOf(disk, "/a/b/f"), textOf(disk, "/a/g")], [undefined, undefined]);
});

test("a hard link is one file of two names, and its inode is free when both are gone", () => {
  const disk = createMemoryFs({ reuseInodes: true });
  write(disk, "/a", "1");
  disk.link(at("/a"), at("/b"));
  disk.overwrite(at("/b"), bytes("2"));
  assert.equal(textOf(disk, "/a"), "2");
  const { ino, nlink } = disk.lstat(at("/a")) ?? {};
  assert.equal(nlink, 2);
  disk.remove(at("/a"));
  write(disk, "/c", "3");
  assert.notEqual(disk.lstat(at("/c"))?.ino, ino);
  disk.remove(at("/b"));
  write(disk, "/d", "4");
  assert.equal(disk.lstat(at("/d"))?.ino, ino);
});

test("changes within one tick of the clock have equal stamps", () => {
  let now = 0n;
  const disk = createMemoryFs({ now: () => now });
  write(disk, "/f", "1");
  const first = disk.lstat(at("/f"));
  disk.overwrite(at("/f"), bytes("2"));
  assert.deepEqual(disk.lstat(at("/f")), first);
  now = 4_000_000n;
  disk.overwrite(at("/f"), bytes("3"));
  assert.notDeepEqual(disk.lstat(at("/f")), first);
});

test("links among the parents are followed, circles and locked directories are told of", () => {
  const disk = createMemoryFs();
  disk.makeDirectory(at("/a/b"), 0o755);
  write(disk, "/a/b/f", "1");
  disk.symlink(at("/up"), encodePath("a/../a/b"));
  disk.symlink(at("/round"), encodePath("round"));
  assert.equal(textOf(disk, "/up/f"), "1");
  assert.equal(disk.lstat(at("/up"))?.kind, "link");
  assert.equal(disk.list(at("/up")), undefined);
  const codeOf = (work: () => unknown) => {
    try {
      work();
    } catch (thrown) {
      return systemCode(thrown);
    }
    return undefined;
  };
  assert.equal(
    codeOf(() => disk.lstat(at("/round/f"))),
    "ELOOP",
  );
  disk.chmod(at("/a"), 0o400);
  assert.equal(
    codeOf(() => disk.lstat(at("/a/b"))),
    "EACCES",
  );
  assert.equal(disk.list(at("/a"))?.length, 1);
  assert.deepEqual(disk.read(at("/a/b/f"), 9), { kind: "unreadable", code: "EACCES" });
});

test("who is asked before each call sees true paths, also of what is named through a place", () => {
  const seen: string[] = [];
  let refused = "";
  const disk = createMemoryFs({
    before: (call, path) => {
      seen.push(`${call} ${path}`);
      return call === refused ? "EIO" : undefined;
    },
  });
  disk.makeDirectory(at("/p/a"), 0o755);
  using tree = disk.openTree(at("/p"));
  seen.length = 0;
  const write = () =>
    tree.within("a" as RelPath, (place) => {
      disk.rename(at("/p/a"), at("/p/b"));
      disk.makeDirectory(at(`${place}/x`), 0o755);
    });
  write();
  assert.deepEqual(seen, ["within /p/a", "rename /p/a", "makeDirectory /p/b/x"]);
  refused = "within";
  assert.throws(write, { code: "EIO" });
});
