import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { describe, test } from "node:test";
import {
  type AbsPath,
  decodePath,
  encodeUtf8,
  joinPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { openFileSystem } from "@unf/system";
import { createMemoryFs } from "../kit/memory-fs.ts";

// The promises of `openTree`, `link`, `exchange` and `moveNew` of the `FileSystem` port, on the real
// disk and in memory.

interface Disk extends Disposable {
  readonly files: FileSystem;
  readonly root: AbsPath;
}

const implementations: readonly { readonly name: string; readonly open: () => Disk }[] = [
  { name: "the real disk", open: realDisk },
  { name: "the disk in memory", open: memoryDisk },
];

function realDisk(): Disk {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-tree-"))) as AbsPath;
  const remove = () => fs.rmSync(root, { recursive: true, force: true });
  return { files: openFileSystem(), root, [Symbol.dispose]: remove };
}

function memoryDisk(): Disk {
  const files = createMemoryFs();
  files.makeDirectory("/home/project" as AbsPath, 0o755);
  return { files, root: "/home/project" as AbsPath, [Symbol.dispose]: () => undefined };
}

/** Elsewhere a tree is best effort: see `openCheckedTree`. */
const onLinux = { skip: process.platform === "linux" ? false : "needs descriptors with names" };

class Stage {
  readonly files: FileSystem;
  readonly #root: AbsPath;

  constructor({ files, root }: Disk) {
    this.files = files;
    this.#root = root;
  }

  at(path: string): AbsPath {
    return joinPath(this.#root, path as RelPath);
  }

  write(path: string, text: string): void {
    this.files.writeNew(this.at(path), encodeUtf8(text), { mode: 0o600, sync: false });
  }

  text(path: AbsPath): string {
    const read = this.files.read(path, 1000);
    return "bytes" in read ? Buffer.from(read.bytes).toString() : read.kind;
  }

  names(path: AbsPath): string[] | undefined {
    return this.files
      .list(path)
      ?.map(({ name }) => name)
      .sort();
  }

  /** Puts a link to another directory in a directory's place, which goes on as `<path>-moved`. */
  swap(path: string, target: string): void {
    this.files.rename(this.at(path), this.at(`${path}-moved`));
    this.files.symlink(this.at(path), encodeUtf8(target));
  }
}

const dir = (path: string) => path as RelPath;
const entry = (place: AbsPath, name: string) => joinPath(place, name as RelPath);

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (thrown) {
    return systemCode(thrown) ?? `not a system error: ${thrown}`;
  }
  return undefined;
}

for (const { name, open } of implementations) {
  describe(name, onLinux, () => {
    const onDisk = (check: (stage: Stage) => void) => () => {
      using disk = open();
      check(new Stage(disk));
    };

    test(
      "every call works on the entries of a place",
      onDisk((stage) => {
        const { files } = stage;
        files.makeDirectory(stage.at("tree/a/b"), 0o755);
        using tree = files.openTree(stage.at("tree"));
        const done = tree.within(dir("a/b"), (place) => {
          const one = entry(place, "one");
          files.writeNew(one, encodeUtf8("1"), { mode: 0o640, sync: true });
          assert.equal((files.lstat(one)?.mode ?? 0) & 0o777, 0o640);
          files.copyNew(one, entry(place, "copy"));
          files.link(one, entry(place, "linked"));
          files.symlink(entry(place, "link"), encodeUtf8("one"));
          assert.equal(files.lstat(entry(place, "link"))?.kind, "link");
          assert.equal(stage.text(entry(place, "link")), "one");
          files.rename(one, entry(place, "renamed"));
          assert.equal(stage.text(entry(place, "renamed")), "1");
          files.remove(entry(place, "linked"));
          files.remove(entry(place, "linked"));
          files.makeDirectory(entry(place, "made"), 0o700);
          files.makeDirectory(entry(place, "gone"), 0o700);
          files.makeDirectory(place, 0o700);
          assert.equal(files.removeDirectory(entry(place, "gone")), true);
          files.syncFile(entry(place, "copy"));
          files.syncDirectory(entry(place, "made"));
          files.syncDirectory(place);
          assert.equal(files.lstat(place)?.kind, "directory");
          assert.equal(files.lstat(entry(place, "none")), undefined);
          assert.deepEqual(files.read(entry(place, "none"), 9), { kind: "gone" });
          assert.ok(files.freeBytes(place) > 0);
          assert.deepEqual(stage.names(entry(place, "made")), []);
          return stage.names(place);
        });
        assert.deepEqual(done, ["copy", "link", "made", "renamed"]);
        assert.deepEqual(stage.names(stage.at("tree/a/b")), done);
      }),
    );

    test(
      "no place is where nothing is, nor a file, nor a link, nor above the root",
      onDisk((stage) => {
        const { files } = stage;
        files.makeDirectory(stage.at("tree/a/b"), 0o755);
        stage.write("tree/a/file", "");
        files.symlink(stage.at("tree/a/link"), encodeUtf8("b"));
        using tree = files.openTree(stage.at("tree"));
        const entered = (path: string) => tree.within(dir(path), () => true);
        assert.equal(entered(""), true);
        assert.equal(entered("a/b"), true);
        for (const path of ["x", "x/y", "a/file", "a/file/x", "a/link", "a/link/x", "a/b/x"])
          assert.equal(entered(path), undefined, path);
        for (const path of ["..", "a/..", "../tree", ".", "a/./b", "a//b", "/a"])
          assert.equal(entered(path), undefined, path);
      }),
    );

    test(
      "a directory swapped for a link before it is entered is not entered",
      onDisk((stage) => {
        const { files } = stage;
        files.makeDirectory(stage.at("outside/b"), 0o755);
        files.makeDirectory(stage.at("tree/a/b"), 0o755);
        using tree = files.openTree(stage.at("tree"));
        assert.equal(
          tree.within(dir("a/b"), () => true),
          true,
        );
        stage.swap("tree/a", "../outside");
        assert.equal(
          tree.within(dir("a/b"), () => true),
          undefined,
        );
        assert.equal(
          tree.within(dir("a"), () => true),
          undefined,
        );
      }),
    );

    test(
      "a directory replaced by another one is entered as the other",
      onDisk((stage) => {
        const { files } = stage;
        files.makeDirectory(stage.at("tree/a/b"), 0o755);
        using tree = files.openTree(stage.at("tree"));
        const ino = () => tree.within(dir("a/b"), (place) => files.lstat(place)?.ino);
        const first = ino();
        files.rename(stage.at("tree/a/b"), stage.at("tree/old"));
        files.makeDirectory(stage.at("tree/a/b"), 0o755);
        assert.equal(ino(), files.lstat(stage.at("tree/a/b"))?.ino);
        assert.notEqual(ino(), first);
      }),
    );

    test(
      "what is swapped in the middle of the work is not followed: nothing outside changes",
      onDisk((stage) => {
        const { files } = stage;
        files.makeDirectory(stage.at("outside/b"), 0o755);
        stage.write("outside/b/removed", "outside");
        stage.write("outside/b/replaced", "outside");
        files.makeDirectory(stage.at("tree/a/b"), 0o755);
        for (const name of ["removed", "replaced", "new"]) stage.write(`tree/a/b/${name}`, "in");
        using tree = files.openTree(stage.at("tree"));
        tree.within(dir("a/b"), (place) => {
          stage.swap("tree/a", "../outside");
          stage.write("outside/b/witness", "reached by path");
          assert.equal(stage.text(stage.at("tree/a/b/witness")), "reached by path");
          files.remove(entry(place, "removed"));
          files.rename(entry(place, "new"), entry(place, "replaced"));
          files.makeDirectory(entry(place, "made"), 0o755);
        });
        assert.deepEqual(stage.names(stage.at("outside/b")), ["removed", "replaced", "witness"]);
        assert.equal(stage.text(stage.at("outside/b/replaced")), "outside");
        assert.deepEqual(stage.names(stage.at("tree/a-moved/b")), ["made", "replaced"]);
      }),
    );

    test(
      "in a directory that was removed nothing can be made",
      onDisk((stage) => {
        const { files } = stage;
        files.makeDirectory(stage.at("tree/a"), 0o755);
        using tree = files.openTree(stage.at("tree"));
        tree.within(dir("a"), (place) => {
          files.removeDirectory(stage.at("tree/a"));
          for (const make of [
            () => files.makeDirectory(entry(place, "x"), 0o755),
            () => files.symlink(entry(place, "x"), encodeUtf8("y")),
            () => files.writeNew(entry(place, "x"), encodeUtf8(""), { mode: 0o600, sync: false }),
          ])
            assert.equal(codeOf(make), "ENOENT");
        });
        assert.deepEqual(stage.names(stage.at("tree")), []);
      }),
    );

    test(
      "two places at once: a file is renamed and linked from one to the other",
      onDisk((stage) => {
        const { files } = stage;
        for (const name of ["a", "b/c"]) files.makeDirectory(stage.at(`tree/${name}`), 0o755);
        stage.write("tree/a/file", "1");
        using tree = files.openTree(stage.at("tree"));
        tree.within(dir("a"), (from) =>
          tree.within(dir("b/c"), (to) => {
            files.link(entry(from, "file"), entry(to, "linked"));
            files.rename(entry(from, "file"), entry(to, "renamed"));
          }),
        );
        assert.deepEqual(stage.names(stage.at("tree/a")), []);
        assert.deepEqual(stage.names(stage.at("tree/b/c")), ["linked", "renamed"]);
      }),
    );

    test(
      "what is exchanged stands in each other's place, and what is moved anew takes nobody's",
      onDisk((stage) => {
        const { files } = stage;
        for (const name of ["a", "b/c"]) files.makeDirectory(stage.at(`tree/${name}`), 0o755);
        stage.write("tree/a/file", "1");
        files.symlink(stage.at("tree/b/link"), encodeUtf8("nowhere"));
        using tree = files.openTree(stage.at("tree"));
        tree.within(dir("a"), (from) =>
          tree.within(dir("b"), (to) => {
            const [file, link] = [entry(from, "file"), entry(to, "link")];
            // Where a file system knows no exchange nothing is done, and nothing is said of it here.
            if (!files.exchange(file, link)) return;
            assert.deepEqual([stage.text(file), stage.text(link)], ["nowhere", "1"]);
            assert.equal(files.exchange(file, entry(to, "c")), true);
            assert.equal(files.lstat(file)?.kind, "directory");
            assert.equal(
              codeOf(() => files.exchange(link, entry(to, "none"))),
              "ENOENT",
            );
            assert.equal(
              codeOf(() => files.moveNew(link, file)),
              "EEXIST",
            );
            assert.equal(
              codeOf(() => files.moveNew(entry(to, "none"), entry(to, "new"))),
              "ENOENT",
            );
            files.moveNew(link, entry(from, "new"));
            files.moveNew(file, entry(to, "moved"));
          }),
        );
        assert.deepEqual(stage.names(stage.at("tree/a")), ["new"]);
        assert.equal(stage.text(stage.at("tree/a/new")), "1");
        assert.deepEqual(stage.names(stage.at("tree/b")), ["c", "moved"]);
      }),
    );

    test(
      "the root may be reached through links; without a directory there is no tree",
      onDisk((stage) => {
        const { files } = stage;
        files.makeDirectory(stage.at("real/a"), 0o755);
        files.symlink(stage.at("tree"), encodeUtf8("real"));
        stage.write("file", "");
        using tree = files.openTree(stage.at("tree"));
        assert.deepEqual(tree.within(dir(""), stage.names.bind(stage)), ["a"]);
        assert.equal(
          codeOf(() => files.openTree(stage.at("none"))),
          "ENOENT",
        );
        assert.equal(
          codeOf(() => files.openTree(stage.at("file"))),
          "ENOTDIR",
        );
      }),
    );

    test(
      "what the work throws comes through, and a closed tree is not used again",
      onDisk((stage) => {
        stage.files.makeDirectory(stage.at("tree/a"), 0o755);
        const tree = stage.files.openTree(stage.at("tree"));
        const failing = () =>
          tree.within(dir("a"), () => {
            throw Object.assign(new Error("planted"), { code: "ENOENT" });
          });
        assert.equal(codeOf(failing), "ENOENT");
        tree[Symbol.dispose]();
        tree[Symbol.dispose]();
        assert.throws(() => tree.within(dir(""), () => true), /closed/);
      }),
    );

    test(
      "link gives a file one name more, takes nothing's place, and no directory",
      onDisk((stage) => {
        const { files } = stage;
        const link = (from: string, to: string) => files.link(stage.at(from), stage.at(to));
        stage.write("file", "1");
        files.symlink(stage.at("link"), encodeUtf8("file"));
        files.makeDirectory(stage.at("directory"), 0o755);
        link("file", "directory/same");
        const { ino, nlink } = files.lstat(stage.at("directory/same")) ?? {};
        assert.equal(ino, files.lstat(stage.at("file"))?.ino);
        assert.equal(nlink, 2);
        link("link", "same-link");
        assert.equal(files.lstat(stage.at("same-link"))?.kind, "link");
        assert.equal(
          codeOf(() => link("file", "link")),
          "EEXIST",
        );
        assert.equal(
          codeOf(() => link("directory", "x")),
          "EPERM",
        );
        assert.equal(
          codeOf(() => link("none", "x")),
          "ENOENT",
        );
      }),
    );

    test(
      "directories whose names are not UTF-8 are entered",
      onDisk((stage) => {
        const { files } = stage;
        const odd = decodePath(Uint8Array.of(0x66, 0xff, 0xfe));
        files.makeDirectory(stage.at(`tree/${odd}/below`), 0o755);
        using tree = files.openTree(stage.at("tree"));
        const names = tree.within(dir(`${odd}/below`), (place) => {
          files.writeNew(entry(place, odd), encodeUtf8("1"), { mode: 0o600, sync: false });
          return stage.names(place);
        });
        assert.deepEqual(names, [odd]);
      }),
    );
  });
}

test("no descriptor is left open, whatever the work does", onLinux, () => {
  using disk = realDisk();
  const stage = new Stage(disk);
  stage.files.makeDirectory(stage.at("tree/a/b/c"), 0o755);
  stage.write("tree/a/file", "");
  const openCount = () => fs.readdirSync("/proc/self/fd").length;
  const before = openCount();
  {
    using tree = stage.files.openTree(stage.at("tree"));
    for (const path of ["", "a/b/c", "a/file", "a/none/x"]) {
      tree.within(dir(path), () => undefined);
      assert.equal(openCount(), before + 1);
    }
    const long = `a/${"x".repeat(300)}`;
    assert.equal(
      codeOf(() => tree.within(dir(long), () => undefined)),
      "ENAMETOOLONG",
    );
    assert.throws(() => tree.within(dir("a/b"), () => assert.fail("planted")), /planted/);
    assert.equal(openCount(), before + 1);
  }
  assert.equal(openCount(), before);
  assert.equal(
    codeOf(() => stage.files.openTree(stage.at("tree/a/file"))),
    "ENOTDIR",
  );
  assert.equal(openCount(), before);
});
