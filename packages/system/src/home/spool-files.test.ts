import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  listSpool,
  nameSpooled,
  readSpooled,
  removeSpooled,
  setSpooledAside,
  takeDropped,
  writeSpooled,
} from "./spool-files.ts";

const at = (ms: number) => ms as WallMs;

function temp(): { readonly home: AbsPath; readonly spool: string } & Disposable {
  const home = fs.mkdtempSync(join(tmpdir(), "unf-spool-")) as AbsPath;
  return {
    home,
    spool: join(home, "spool"),
    [Symbol.dispose]: () => fs.rmSync(home, { recursive: true, force: true }),
  };
}

test("events are listed by their time, those of one instant in the order they were named", () => {
  using place = temp();
  const late = nameSpooled(at(Date.UTC(2026, 0, 1)));
  const names = [nameSpooled(at(9)), nameSpooled(at(9)), nameSpooled(at(10))];
  for (const name of [late, ...names.toReversed()]) writeSpooled(place.home, name, name);
  assert.deepEqual(listSpool(place.home), [...names, late]);
  assert.equal(readSpooled(place.home, late), late);
  removeSpooled(place.home, late);
  assert.deepEqual(listSpool(place.home), names);
});

test("a spool that was never written to is empty, and looking makes none", () => {
  using place = temp();
  assert.deepEqual(listSpool(place.home), []);
  assert.equal(takeDropped(place.home), 0);
  assert.deepEqual(fs.readdirSync(place.home), []);
});

test("the spool and its files are private", { skip: process.platform === "win32" }, () => {
  using place = temp();
  const name = nameSpooled(at(1));
  writeSpooled(place.home, name, "{}");
  assert.equal(fs.statSync(place.spool).mode & 0o777, 0o700);
  assert.equal(fs.statSync(join(place.spool, name)).mode & 0o777, 0o600);
  assert.deepEqual(fs.readdirSync(place.spool), [name], "nothing half-written is left");
});

test("beyond so many events the newest are dropped and counted", () => {
  using place = temp();
  fs.mkdirSync(place.spool, { mode: 0o700 });
  for (let n = 1; n < limits.spool.filesMax; n += 1) {
    fs.writeFileSync(join(place.spool, nameSpooled(at(n))), "");
  }
  assert.equal(writeSpooled(place.home, nameSpooled(at(9999)), "{}"), "spooled");
  for (const n of [1, 2, 3]) {
    assert.equal(writeSpooled(place.home, nameSpooled(at(n)), "{}"), "dropped");
  }
  assert.equal(listSpool(place.home).length, limits.spool.filesMax);
  assert.equal(takeDropped(place.home), 3);
  assert.equal(takeDropped(place.home), 0);
});

test("beyond so many bytes too", () => {
  using place = temp();
  const half = "x".repeat(limits.spool.bytesMax / 2);
  const write = (text: string) => writeSpooled(place.home, nameSpooled(at(1)), text);
  assert.deepEqual([write(half), write(half), write("x")], ["spooled", "spooled", "dropped"]);
});

test("what cannot be an event is not read, and set aside whatever it is", () => {
  using place = temp();
  fs.mkdirSync(place.spool, { mode: 0o700 });
  const [directory, link, large] = [nameSpooled(at(1)), nameSpooled(at(2)), nameSpooled(at(3))];
  fs.mkdirSync(join(place.spool, directory));
  fs.symlinkSync("/etc/hostname", join(place.spool, link));
  fs.writeFileSync(join(place.spool, large), "");
  fs.truncateSync(join(place.spool, large), limits.spool.fileBytesMax + 1);
  fs.writeFileSync(join(place.spool, "notes.txt"), "somebody's");
  for (const name of listSpool(place.home)) {
    assert.equal(readSpooled(place.home, name), undefined);
    assert.ok(fs.lstatSync(setSpooledAside(place.home, name)));
  }
  assert.deepEqual(fs.readdirSync(place.spool), ["notes.txt"]);
});
