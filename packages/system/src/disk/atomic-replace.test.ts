import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { atomicReplace, isTemporaryOf } from "./atomic-replace.ts";
import { randomName } from "./base/random-name.ts";

function temp(): { readonly at: (name: string) => string } & Disposable {
  const root = fs.mkdtempSync(join(tmpdir(), "unf-replace-"));
  return {
    at: (name) => join(root, name),
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("a file is made or replaced whole, with exactly this mode, and nothing is left beside it", () => {
  using place = temp();
  const before = process.umask(0);
  try {
    atomicReplace(place.at("file"), bytes("one"), 0o600);
    atomicReplace(place.at("file"), bytes("two"), 0o640);
  } finally {
    process.umask(before);
  }
  assert.equal(fs.readFileSync(place.at("file"), "utf8"), "two");
  if (process.platform !== "win32") {
    assert.equal(fs.statSync(place.at("file")).mode & 0o777, 0o640);
  }
  assert.deepEqual(fs.readdirSync(place.at("")), ["file"]);
});

test("in a directory that is reached by a link a file is replaced as in any other", () => {
  using place = temp();
  fs.mkdirSync(place.at("real"));
  fs.symlinkSync("real", place.at("link"));
  for (const text of ["one", "two"]) atomicReplace(place.at("link/file"), bytes(text), 0o600);
  assert.equal(fs.readFileSync(place.at("real/file"), "utf8"), "two");
  assert.deepEqual(fs.readdirSync(place.at("real")), ["file"]);
});

test("who has the old file open goes on reading the old file", () => {
  using place = temp();
  atomicReplace(place.at("file"), bytes("old"), 0o600);
  const fd = fs.openSync(place.at("file"), "r");
  atomicReplace(place.at("file"), bytes("new"), 0o600);
  assert.equal(fs.readFileSync(fd, "utf8"), "old");
  fs.closeSync(fd);
});

test("a link is replaced and what it points to stays as it was", () => {
  using place = temp();
  fs.writeFileSync(place.at("real"), "real");
  fs.symlinkSync("real", place.at("link"));
  atomicReplace(place.at("link"), bytes("new"), 0o600);
  assert.equal(fs.readFileSync(place.at("real"), "utf8"), "real");
  assert.equal(fs.lstatSync(place.at("link")).isFile(), true);
});

test("when it cannot be put in place, nothing is left behind", () => {
  using place = temp();
  fs.mkdirSync(place.at("full/inside"), { recursive: true });
  assert.throws(() => atomicReplace(place.at("full"), bytes("x"), 0o600), { code: "EISDIR" });
  assert.deepEqual(fs.readdirSync(place.at("")), ["full"]);
});

test("a leftover is told apart from any other name", () => {
  assert.equal(isTemporaryOf("a.json", `.a.json.${randomName()}.tmp`), true);
  for (const name of [".a.json.tmp", ".a.json.xyz.tmp", "a.json", `.b.json.${randomName()}.tmp`]) {
    assert.equal(isTemporaryOf("a.json", name), false, name);
  }
});

test("random names do not repeat and are the same in lower case", () => {
  const names = Array.from({ length: 10_000 }, randomName);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[0-9a-f]{20}$/);
});
