import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, UnfError } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import { takeLock } from "../lock/lock.ts";
import { openHome } from "./open-home.ts";
import { removeHome } from "./remove-home.ts";

function temp(): { readonly root: string; readonly home: AbsPath } & Disposable {
  const root = mkdtempSync(join(tmpdir(), "unf-remove-"));
  return {
    root,
    home: join(root, "home") as AbsPath,
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

const isRefused = (code: UnfError["code"]) => (thrown: UnfError) => thrown.code === code;

test("a home goes with all that is unf's; what is somebody's stays, and so does what a link leads to", () => {
  using place = temp();
  const outside = join(place.root, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "a"), "1");
  openHome(place.home, { create: true });
  writeFileSync(join(place.home, "mine.txt"), "");
  symlinkSync(outside, join(place.home, "rescue"));
  // Left by one who was ended in the middle of a write; the other only looks so.
  writeFileSync(join(place.home, `.intent.json.${"0a".repeat(10)}.tmp`), "");
  writeFileSync(join(place.home, ".notes.json.tmp"), "");
  const others = [".notes.json.tmp", "mine.txt"];
  assert.deepEqual([...removeHome(place.home, "1")].sort(), others);
  assert.deepEqual(readdirSync(place.home).sort(), others);
  assert.deepEqual(readdirSync(outside), ["a"]);
});

test("a home in use stays whole, until that ends", () => {
  using place = temp();
  openHome(place.home, { create: true });
  const taken = takeLock(daemonLockPath(place.home), { version: "1" });
  assert.equal(taken.kind, "taken");
  const before = readdirSync(place.home).sort();
  assert.throws(() => removeHome(place.home, "1"), isRefused("daemon_unavailable"));
  assert.deepEqual(readdirSync(place.home).sort(), before);
  if (taken.kind === "taken") taken.lock[Symbol.dispose]();
  assert.deepEqual(removeHome(place.home, "1"), []);
  assert.equal(existsSync(place.home), false);
  assert.deepEqual(removeHome(place.home, "1"), [], "there is none");
  mkdirSync(place.home, { mode: 0o700 });
  assert.deepEqual(removeHome(place.home, "1"), []);
  assert.equal(existsSync(place.home), false, "one that was ended before the last step");
  openHome(place.home, { create: true });
  rmSync(join(place.home, "run"), { recursive: true });
  assert.deepEqual(removeHome(place.home, "1"), []);
  assert.equal(existsSync(place.home), false, "one that was ended before the format went");
});

test("a directory that is no home is left alone", () => {
  using place = temp();
  mkdirSync(place.home, { mode: 0o700 });
  writeFileSync(join(place.home, "objects"), "mine");
  assert.throws(() => removeHome(place.home, "1"), isRefused("foreign_store"));
  assert.deepEqual(readdirSync(place.home), ["objects"]);
});
