import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath, UnfError } from "@unf/core/base";
import { openHome, raiseFormat, readHomeKind } from "./open-home.ts";

const onUnix = { skip: process.platform === "win32" ? "needs modes and owners" : false };
const asRoot = { skip: process.getuid?.() === 0 ? false : "only root can give files away" };

function temp(): { readonly home: AbsPath; readonly root: string } & Disposable {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-home-")));
  return {
    root,
    home: join(root, "deep/er/home") as AbsPath,
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

function make(home: AbsPath, files: Readonly<Record<string, string>>): void {
  fs.mkdirSync(home, { recursive: true });
  fs.chmodSync(home, 0o700);
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(join(home, name), text);
}

function fails(home: AbsPath, code: UnfError["code"], message: RegExp): void {
  for (const create of [false, true]) {
    const before = tree(home);
    assert.throws(
      () => openHome(home, { create }),
      (thrown: UnfError) => thrown.code === code && message.test(thrown.message) && !!thrown.hint,
      `create: ${create}`,
    );
    assert.deepEqual(tree(home), before, "nothing was changed");
  }
}

function tree(path: string): unknown {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mode;
  return [stat.mode, fs.readdirSync(path).map((name) => [name, tree(join(path, name))])];
}

test("a home that is not there reads as absent, and nothing is made", () => {
  using place = temp();
  assert.equal(openHome(place.home, { create: false }), "absent");
  assert.deepEqual(fs.readdirSync(place.root), []);
});

test(
  "a new home has its format and rooms, private whatever the umask, and opens again",
  onUnix,
  () => {
    for (const umask of [0, 0o077, 0o777]) {
      using place = temp();
      fs.mkdirSync(join(place.root, "deep/er"), { recursive: true });
      const before = process.umask(umask);
      try {
        assert.equal(openHome(place.home, { create: true }), "created");
      } finally {
        process.umask(before);
      }
      const made = fs.readdirSync(place.home).sort();
      const rooms = ["logs", "objects", "projects", "run"];
      assert.deepEqual(made, ["config.seen.toml", "format.json", ...rooms]);
      assert.equal(fs.statSync(place.home).mode & 0o777, 0o700);
      for (const name of made) {
        const { mode } = fs.statSync(join(place.home, name));
        assert.equal(mode & 0o777, rooms.includes(name) ? 0o700 : 0o600, name);
      }
      assert.equal(openHome(place.home, { create: false }), "opened");
      assert.equal(openHome(place.home, { create: true }), "opened");
    }
  },
);

test(
  "an empty directory made by hand is absent for readers and becomes a private home",
  onUnix,
  () => {
    using place = temp();
    make(place.home, {});
    fs.chmodSync(place.home, 0o755);
    assert.equal(openHome(place.home, { create: false }), "absent");
    assert.equal(openHome(place.home, { create: true }), "created");
    assert.equal(fs.statSync(place.home).mode & 0o777, 0o700);
  },
);

test("what a crash in the middle of the first start leaves does not look foreign", () => {
  using place = temp();
  make(place.home, { ".format.json.0123456789abcdef0123.tmp": "{" });
  assert.equal(openHome(place.home, { create: true }), "created");
  assert.equal(
    fs.readdirSync(place.home).some((name) => name.endsWith(".tmp")),
    false,
  );
});

test("a directory with anything else in it is another program's, and is not touched", () => {
  for (const files of [
    { "projects.json": "{}" },
    { "format.json": "" },
    { "format.json": "{" },
    { "format.json": "null" },
    { "format.json": '{"format":1}' },
    { "format.json": '{"program":"other","format":1}' },
    { "format.json": '{"program":"unf","format":"1"}' },
    { "format.json": '{"program":"unf","format":0}' },
  ]) {
    using place = temp();
    make(place.home, files);
    fails(place.home, "foreign_store", /another program/);
  }
});

test("a home of a later format is refused by name", () => {
  using place = temp();
  make(place.home, { "format.json": '{"program":"unf","format":3,"new":true}' });
  fails(place.home, "newer_store", /newer unf \(format 3\)/);
  assert.throws(() => raiseFormat(place.home), { code: "newer_store" });
});

test("a home of format 1 is opened as it is, and raised only by who holds the lock", () => {
  using place = temp();
  const text = '{"program":"unf","format":1}';
  make(place.home, { "format.json": text });
  const format = () => fs.readFileSync(join(place.home, "format.json"), "utf8");
  for (const create of [false, true]) assert.equal(openHome(place.home, { create }), "opened");
  assert.equal(format(), text);
  assert.deepEqual([raiseFormat(place.home), raiseFormat(place.home)], [true, false]);
  assert.match(format(), /"format": 2/);
  assert.equal(openHome(place.home, { create: false }), "opened");
  // A home that is gone is not made anew.
  fs.rmSync(place.home, { recursive: true });
  assert.equal(raiseFormat(place.home), false);
  assert.equal(fs.existsSync(place.home), false);
});

test("a home that others can enter is refused, with its mode", onUnix, () => {
  using place = temp();
  openHome(place.home, { create: true });
  for (const mode of [0o755, 0o710, 0o701, 0o777]) {
    fs.chmodSync(place.home, mode);
    fails(
      place.home,
      "refused",
      new RegExp(`accessible to others \\(mode 0${mode.toString(8)}\\)`),
    );
  }
});

test("a link, a file and a foreign owner's directory are refused", onUnix, () => {
  using place = temp();
  openHome(place.home, { create: true });
  const link = join(place.root, "link") as AbsPath;
  fs.symlinkSync(place.home, link);
  fails(link, "refused", /symbolic link/);
  const file = join(place.root, "file") as AbsPath;
  fs.writeFileSync(file, "");
  fails(file, "refused", /not a directory/);
});

test("a home that belongs to another user is refused, with the owner", asRoot, () => {
  using place = temp();
  openHome(place.home, { create: true });
  fs.chownSync(place.home, 12_345, 12_345);
  fails(place.home, "refused", /another user \(uid 12345\)/);
});

test("a room that others can enter is refused when the home is opened for writing", onUnix, () => {
  using place = temp();
  openHome(place.home, { create: true });
  fs.chmodSync(join(place.home, "objects"), 0o755);
  assert.equal(openHome(place.home, { create: false }), "opened");
  assert.throws(() => openHome(place.home, { create: true }), /objects is accessible to others/);
});

test("a home is made to be thrown away, or never becomes such; it stays one when its format is raised", () => {
  using scratch = temp();
  assert.equal(openHome(scratch.home, { create: false, isScratch: true }), "absent");
  assert.equal(readHomeKind(scratch.home), "absent");
  assert.equal(openHome(scratch.home, { create: true, isScratch: true }), "created");
  assert.equal(openHome(scratch.home, { create: true, isScratch: true }), "opened");
  assert.equal(openHome(scratch.home, { create: true }), "opened");
  assert.equal(readHomeKind(scratch.home), "scratch");
  const format = join(scratch.home, "format.json");
  fs.writeFileSync(format, '{"program":"unf","format":1,"scratch":true}');
  assert.equal(raiseFormat(scratch.home), true);
  assert.equal(readHomeKind(scratch.home), "scratch");
  using lasting = temp();
  openHome(lasting.home, { create: true });
  for (const create of [false, true]) {
    assert.throws(() => openHome(lasting.home, { create, isScratch: true }), { code: "refused" });
  }
  assert.equal(readHomeKind(lasting.home), "lasting");
  make(scratch.home, { "format.json": '{"program":"unf","format":2,"scratch":"yes"}' });
  assert.equal(readHomeKind(scratch.home), "lasting");
});
