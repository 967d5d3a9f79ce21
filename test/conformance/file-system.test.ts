import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { describe, test } from "node:test";
import { type AbsPath, encodePath, encodeUtf8, systemCode } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { openFileSystem } from "@unf/system";

// The promises of the `FileSystem` port, tried on the real disk. An implementation that is not the
// real disk is added to the list and must behave the same.

interface Implementation {
  readonly name: string;
  readonly open: () => { readonly files: FileSystem; readonly root: AbsPath } & Disposable;
}

const implementations: readonly Implementation[] = [{ name: "the real disk", open: realDisk }];

function realDisk() {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-fs-"))) as AbsPath;
  return {
    files: openFileSystem(),
    root,
    [Symbol.dispose]: () => {
      execFileSync("chmod", ["-R", "u+rwX", root]);
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

const onUnix = { skip: process.platform === "win32" ? "needs a Unix file system" : false };
const onLinux = { skip: process.platform === "linux" ? false : "names are text elsewhere" };
const bytes = (text: string): Uint8Array => encodeUtf8(text);
const mode0600 = { mode: 0o600, sync: false };

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (thrown) {
    return systemCode(thrown) ?? `not a system error: ${thrown}`;
  }
  return undefined;
}

for (const { name, open } of implementations) {
  describe(name, () => {
    const inTemp =
      (check: (files: FileSystem, at: (name: string) => AbsPath) => void | Promise<void>) =>
      async () => {
        using disk = open();
        await check(disk.files, (entry) => join(disk.root, entry) as AbsPath);
      };

    test(
      "lstat tells file, directory, link and special apart and follows no link",
      onUnix,
      inTemp((files, at) => {
        fs.writeFileSync(at("file"), "12345");
        fs.mkdirSync(at("directory"));
        fs.symlinkSync("directory", at("link"));
        execFileSync("mkfifo", [at("fifo")]);
        const kinds = ["file", "directory", "link", "fifo"].map((n) => files.lstat(at(n))?.kind);
        assert.deepEqual(kinds, ["file", "directory", "link", "special"]);
      }),
    );

    test(
      "a stamp is another when anything but the time of access is, and when an entry is gone",
      onUnix,
      inTemp((files, at) => {
        const names = ["one", "two", "link"];
        fs.mkdirSync(at("dir/below"), { recursive: true });
        for (const name of ["one", "two"]) fs.writeFileSync(at(`dir/${name}`), "12345");
        fs.symlinkSync("nowhere", at("dir/link"));
        const stamps = [files.stamp(at("dir"), names)];
        fs.readFileSync(at("dir/one"));
        fs.writeFileSync(at("dir/below/new"), "");
        assert.equal(files.stamp(at("dir"), names), stamps[0]);
        const { atime, mtime } = fs.statSync(at("dir/one"));
        const changes = [
          () => fs.writeFileSync(at("dir/one"), "1234567"),
          () => fs.chmodSync(at("dir/two"), 0o600),
          () => fs.utimesSync(at("dir/two"), atime, new Date(mtime.getTime() - 5000)),
          () => fs.linkSync(at("dir/two"), at("other")),
          () => fs.rmSync(at("dir/link")),
          () => fs.chmodSync(at("dir"), 0o700),
        ];
        for (const change of changes) {
          change();
          stamps.push(files.stamp(at("dir"), names));
        }
        stamps.push(files.stamp(at("dir"), ["one"]));
        assert.equal(new Set(stamps).size, changes.length + 2);
      }),
    );

    test(
      "lstat gives what the system has, to the nanosecond",
      inTemp((files, at) => {
        fs.writeFileSync(at("file"), "12345");
        const real = fs.lstatSync(at("file"), { bigint: true });
        assert.deepEqual(files.lstat(at("file")), {
          kind: "file",
          dev: real.dev,
          ino: real.ino,
          size: 5n,
          mtimeNs: real.mtimeNs,
          ctimeNs: real.ctimeNs,
          mode: Number(real.mode),
          nlink: 1,
          uid: Number(real.uid),
        });
      }),
    );

    test(
      "lstat of what is not there, and below a file, is undefined",
      inTemp((files, at) => {
        fs.writeFileSync(at("file"), "");
        assert.equal(files.lstat(at("none")), undefined);
        assert.equal(files.lstat(at("none/below")), undefined);
        assert.equal(files.lstat(at("file/below")), undefined);
      }),
    );

    test(
      "list names every entry with its kind; undefined for a file, a link and nothing",
      onUnix,
      inTemp((files, at) => {
        fs.mkdirSync(at("d/sub"), { recursive: true });
        fs.writeFileSync(at("d/file"), "");
        fs.symlinkSync("file", at("d/link"));
        execFileSync("mkfifo", [at("d/fifo")]);
        const found = files.list(at("d"))?.map(({ name, kind }) => `${name} ${kind}`);
        assert.deepEqual(found?.sort(), [
          "fifo special",
          "file file",
          "link link",
          "sub directory",
        ]);
        fs.symlinkSync("d", at("to-d"));
        assert.equal(files.list(at("to-d")), undefined);
        assert.equal(files.list(at("d/file")), undefined);
        assert.equal(files.list(at("d/file/below")), undefined);
        assert.equal(files.list(at("none")), undefined);
      }),
    );

    test(
      "names that are not UTF-8 keep their bytes through list, lstat, read, rename and remove",
      onLinux,
      inTemp((files, at) => {
        const names = [
          [0x66, 0xff, 0xfe, 0x2e, 0x74],
          [0x66, 0xff, 0xfd, 0x2e, 0x74],
          [0xef, 0xbf, 0xbd],
        ].map((name) => Buffer.from(name));
        for (const [index, name] of names.entries()) {
          fs.writeFileSync(Buffer.concat([Buffer.from(`${at("")}/`), name]), `content ${index}`);
        }
        const listed = files.list(at("")) ?? [];
        const seen = listed.map((entry) => Buffer.from(encodePath(entry.name)).toString("hex"));
        assert.deepEqual(seen.sort(), names.map((name) => name.toString("hex")).sort());
        const contents = listed.map((entry) => {
          const path = at(entry.name);
          assert.equal(files.lstat(path)?.kind, "file");
          const read = files.read(path, 100);
          assert.equal(read.kind, "content");
          files.rename(path, at(`${entry.name}.moved`));
          files.remove(at(`${entry.name}.moved`));
          return read.kind === "content" ? Buffer.from(read.bytes).toString() : "";
        });
        assert.deepEqual(contents.sort(), ["content 0", "content 1", "content 2"]);
        assert.deepEqual(files.list(at("")), []);
      }),
    );

    test(
      "odd but legal names are read and listed as they are",
      onLinux,
      inTemp((files, at) => {
        const names = [
          "a\nb",
          "\u001b[31m",
          "\u202e",
          "-rf",
          "x".repeat(255),
          "end. ",
          "CON",
          "a:b",
          "\\",
        ];
        for (const name of names) files.writeNew(at(name), bytes(name), mode0600);
        assert.deepEqual(
          files
            .list(at(""))
            ?.map((entry) => entry.name)
            .sort(),
          names.sort(),
        );
        for (const name of names) {
          const read = files.read(at(name), 1000);
          assert.deepEqual(read.kind === "content" && Buffer.from(read.bytes).toString(), name);
        }
      }),
    );

    test(
      "read gives whole files of any size up to the limit, and their stat",
      inTemp((files, at) => {
        for (const size of [0, 1, 4096, 65_535, 65_536, 65_537, 300_000, 5_000_000]) {
          const content = Buffer.alloc(size, "abcdefg");
          fs.writeFileSync(at("file"), content);
          const read = files.read(at("file"), size);
          assert.equal(read.kind, "content");
          if (read.kind !== "content") continue;
          assert.ok(Buffer.from(read.bytes).equals(content));
          assert.deepEqual(read.stat, files.lstat(at("file")));
        }
      }),
    );

    test(
      "bytes of one read stay the same when the next file is read",
      inTemp((files, at) => {
        fs.writeFileSync(at("a"), "first");
        fs.writeFileSync(at("b"), "other");
        const first = files.read(at("a"), 100);
        files.read(at("b"), 100);
        assert.ok(first.kind === "content");
        assert.equal(Buffer.from(first.bytes).toString(), "first");
        first.bytes.fill(0);
        const again = files.read(at("a"), 100);
        assert.ok(again.kind === "content" && Buffer.from(again.bytes).toString() === "first");
      }),
    );

    test(
      "a file over the limit is not read, however large it is on paper",
      inTemp((files, at) => {
        fs.writeFileSync(at("file"), "123456");
        assert.equal(files.read(at("file"), 5).kind, "too_large");
        fs.truncateSync(at("file"), 5 * 2 ** 30);
        assert.equal(files.read(at("file"), 2 ** 21).kind, "too_large");
      }),
    );

    test(
      "read never opens a FIFO, a socket or a device, and never waits for one",
      onUnix,
      inTemp((files, at) => {
        execFileSync("mkfifo", [at("fifo")]);
        assert.deepEqual(files.read(at("fifo"), 100), { kind: "not_regular" });
        assert.deepEqual(files.read("/dev/zero" as AbsPath, 100), { kind: "not_regular" });
        fs.mkdirSync(at("directory"));
        assert.deepEqual(files.read(at("directory"), 100), { kind: "not_regular" });
      }),
    );

    test(
      "a link is read as its target, wherever that points",
      onUnix,
      inTemp((files, at) => {
        for (const target of ["/etc/passwd", "nowhere", "loop"]) {
          fs.rmSync(at("loop"), { force: true });
          fs.symlinkSync(target, at("loop"));
          const read = files.read(at("loop"), 100);
          assert.ok(read.kind === "content");
          assert.deepEqual(read.bytes, bytes(target));
          assert.equal(read.stat.kind, "link");
        }
        assert.equal(files.read(at("loop"), 3).kind, "too_large");
      }),
    );

    test(
      "what is gone, or cannot be read, says so",
      onUnix,
      inTemp((files, at) => {
        assert.deepEqual(files.read(at("none"), 100), { kind: "gone" });
        fs.writeFileSync(at("file"), "");
        assert.deepEqual(files.read(at("file/below"), 100), { kind: "gone" });
        const long = Array.from({ length: 40 }, () => "x".repeat(200)).join("/");
        assert.deepEqual(files.read(at(long), 100), { kind: "unreadable", code: "ENAMETOOLONG" });
      }),
    );

    test(
      "a file without permission is unreadable, not gone",
      { skip: process.getuid?.() === 0 ? "root may read everything" : onUnix.skip },
      inTemp((files, at) => {
        fs.writeFileSync(at("file"), "");
        fs.chmodSync(at("file"), 0);
        assert.deepEqual(files.read(at("file"), 100), { kind: "unreadable", code: "EACCES" });
      }),
    );

    test(
      "writeNew writes every byte with exactly this mode, whatever the umask",
      onUnix,
      inTemp((files, at) => {
        const content = Buffer.alloc(3_000_000, "0123456789");
        const before = process.umask(0o077);
        try {
          files.writeNew(at("a"), content, { mode: 0o755, sync: true });
          process.umask(0);
          files.writeNew(at("b"), bytes("x"), { mode: 0o100444, sync: false });
        } finally {
          process.umask(before);
        }
        assert.ok(fs.readFileSync(at("a")).equals(content));
        assert.equal(fs.statSync(at("a")).mode & 0o7777, 0o755);
        assert.equal(fs.statSync(at("b")).mode & 0o7777, 0o444);
      }),
    );

    test(
      "writeNew touches nothing that is there, not even through a link",
      onUnix,
      inTemp((files, at) => {
        fs.writeFileSync(at("file"), "old");
        fs.symlinkSync("made-by-link", at("link"));
        assert.equal(
          codeOf(() => files.writeNew(at("file"), bytes("new"), mode0600)),
          "EEXIST",
        );
        assert.equal(
          codeOf(() => files.writeNew(at("link"), bytes("new"), mode0600)),
          "EEXIST",
        );
        assert.equal(fs.readFileSync(at("file"), "utf8"), "old");
        assert.equal(fs.existsSync(at("made-by-link")), false);
      }),
    );

    test(
      "readRange gives part of a regular file, never more than there is, and follows no link",
      onUnix,
      inTemp((files, at) => {
        fs.writeFileSync(at("file"), "0123456789");
        const read = (name: string, offset: number, length: number) => {
          const part = files.readRange(at(name), offset, length);
          return part === undefined ? undefined : Buffer.from(part).toString();
        };
        assert.equal(read("file", 0, 3), "012");
        assert.equal(read("file", 8, 2 ** 31), "89");
        assert.equal(read("file", 10, 5), "");
        assert.equal(read("file", 2 ** 32 - 1, 5), "");
        fs.symlinkSync("file", at("link"));
        execFileSync("mkfifo", [at("fifo")]);
        for (const name of ["link", "fifo", ".", "none", "file/below"]) {
          assert.equal(read(name, 0, 1), undefined, name);
        }
      }),
    );

    test(
      "append writes behind the last byte of a regular file and can set its mode",
      onUnix,
      inTemp((files, at) => {
        files.writeNew(at("file"), bytes("one "), mode0600);
        files.append(at("file"), bytes("two "));
        assert.equal(fs.statSync(at("file")).mode & 0o777, 0o600);
        files.append(at("file"), bytes("three"), 0o444);
        assert.equal(fs.readFileSync(at("file"), "utf8"), "one two three");
        assert.equal(fs.statSync(at("file")).mode & 0o777, 0o444);
        fs.symlinkSync("file", at("link"));
        execFileSync("mkfifo", [at("fifo")]);
        for (const [name, code] of [
          ["none", "ENOENT"],
          ["link", "ELOOP"],
          ["fifo", "ENXIO"],
        ] as const) {
          assert.equal(
            codeOf(() => files.append(at(name), bytes("x"))),
            code,
            name,
          );
        }
        assert.equal(fs.readFileSync(at("file"), "utf8"), "one two three");
      }),
    );

    test(
      "copyNew copies bytes and permissions, of a regular file only, to a new file only",
      onUnix,
      inTemp((files, at) => {
        const content = Buffer.alloc(700_000, "xyz");
        fs.writeFileSync(at("from"), content);
        fs.chmodSync(at("from"), 0o751);
        files.copyNew(at("from"), at("to"));
        assert.ok(fs.readFileSync(at("to")).equals(content));
        assert.equal(fs.statSync(at("to")).mode & 0o777, 0o751);
        assert.equal(
          codeOf(() => files.copyNew(at("from"), at("to"))),
          "EEXIST",
        );
        fs.symlinkSync("from", at("link"));
        assert.equal(
          codeOf(() => files.copyNew(at("link"), at("x"))),
          "ELOOP",
        );
        execFileSync("mkfifo", [at("fifo")]);
        assert.equal(
          codeOf(() => files.copyNew(at("fifo"), at("x"))),
          "EINVAL",
        );
        assert.equal(fs.existsSync(at("x")), false);
      }),
    );

    test(
      "symlink makes a link with exactly these bytes",
      onLinux,
      inTemp((files, at) => {
        files.symlink(at("link"), Uint8Array.of(0x61, 0xff, 0x62));
        assert.equal(fs.readlinkSync(at("link"), "buffer").toString("hex"), "61ff62");
        assert.equal(
          codeOf(() => files.symlink(at("link"), bytes("x"))),
          "EEXIST",
        );
      }),
    );

    test(
      "remove takes a file or a link, never a directory; nothing there is no error",
      onUnix,
      inTemp((files, at) => {
        fs.mkdirSync(at("directory"));
        fs.symlinkSync("directory", at("link"));
        files.remove(at("link"));
        files.remove(at("link"));
        files.remove(at("none/below"));
        assert.equal(fs.existsSync(at("link")), false);
        assert.ok(codeOf(() => files.remove(at("directory"))));
        assert.equal(fs.existsSync(at("directory")), true);
      }),
    );

    test(
      "makeDirectory makes parents with exactly this mode; one that is there is fine",
      onUnix,
      inTemp((files, at) => {
        const before = process.umask(0o077);
        try {
          files.makeDirectory(at("a/b/c"), 0o755);
        } finally {
          process.umask(before);
        }
        for (const made of ["a", "a/b", "a/b/c"]) {
          assert.equal(fs.statSync(at(made)).mode & 0o777, 0o755);
        }
        fs.chmodSync(at("a"), 0o700);
        files.makeDirectory(at("a"), 0o755);
        assert.equal(fs.statSync(at("a")).mode & 0o777, 0o700);
      }),
    );

    test(
      "makeDirectory takes neither a file nor a link for a directory",
      onUnix,
      inTemp((files, at) => {
        fs.writeFileSync(at("file"), "");
        fs.mkdirSync(at("real"));
        fs.symlinkSync("real", at("link"));
        assert.equal(
          codeOf(() => files.makeDirectory(at("file"), 0o755)),
          "EEXIST",
        );
        assert.equal(
          codeOf(() => files.makeDirectory(at("link"), 0o755)),
          "EEXIST",
        );
        assert.equal(
          codeOf(() => files.makeDirectory(at("file/below"), 0o755)),
          "ENOTDIR",
        );
      }),
    );

    test(
      "removeDirectory removes an empty one and says whether it did",
      inTemp((files, at) => {
        fs.mkdirSync(at("full"));
        fs.writeFileSync(at("full/file"), "");
        assert.equal(files.removeDirectory(at("full")), false);
        files.remove(at("full/file"));
        assert.equal(files.removeDirectory(at("full")), true);
        assert.equal(files.removeDirectory(at("full")), false);
      }),
    );

    test(
      "files, directories and whole trees can be made durable; what is not there cannot",
      inTemp((files, at) => {
        files.makeDirectory(at("d/e"), 0o700);
        files.writeNew(at("d/e/file"), bytes("x"), mode0600);
        files.syncFile(at("d/e/file"));
        files.syncDirectory(at("d"));
        files.syncAll(at("d"));
        assert.equal(
          codeOf(() => files.syncFile(at("none"))),
          "ENOENT",
        );
        assert.equal(
          codeOf(() => files.syncDirectory(at("none"))),
          "ENOENT",
        );
      }),
    );

    test(
      "freeBytes is what the system says an ordinary user has left",
      inTemp((files, at) => {
        const { bavail, bsize } = fs.statfsSync(at(""));
        const free = files.freeBytes(at(""));
        // Others write to the same disk meanwhile.
        assert.ok(Math.abs(free - bavail * bsize) < 2 ** 30, `${free} against ${bavail * bsize}`);
      }),
    );
  });
}
