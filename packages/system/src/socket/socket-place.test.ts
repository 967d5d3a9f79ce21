import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { planSocketPlace } from "./socket-place.ts";

const at = (length: number) => `/${"x".repeat(length - 1)}` as AbsPath;
const inHome = "/run/daemon.sock".length;

test("the socket is in the home, on Linux however long that is, elsewhere while its path fits to the byte", () => {
  const place = (home: AbsPath, platform: string) => planSocketPlace(home, { platform, uid: 7 });
  const fits = at(103 - inHome);
  const tooLong = at(103 - inHome + 1);
  const way = at(400);
  for (const home of [fits, tooLong, way])
    assert.equal(place(home, "linux").path, `${home}/run/daemon.sock`);
  assert.equal(place(fits, "darwin").path, `${fits}/run/daemon.sock`);
  assert.match(place(tooLong, "darwin").path, /^\/tmp\/unf-7-[0-9a-f]{16}\/daemon\.sock$/);
});

test("the length counts bytes, not characters", () => {
  const home = `/${"é".repeat(50)}` as AbsPath;
  assert.match(planSocketPlace(home, { platform: "darwin", uid: 0 }).path, /^\/tmp\//);
});

test("homes and users have places of their own, each always the same", () => {
  const place = (home: AbsPath, uid: number) => planSocketPlace(home, { platform: "darwin", uid });
  const all = [
    place(at(200), 1),
    place(at(201), 1),
    place(at(200), 2),
    place(`${at(200)}\udcff` as AbsPath, 1),
    place("/short\udcff" as AbsPath, 1),
  ];
  assert.equal(new Set(all.map(({ path }) => path)).size, all.length);
  assert.deepEqual(place(at(200), 1), all[0]);
  for (const { path, directory } of all) assert.equal(path, `${directory}/daemon.sock`);
});

test("on Windows it is a named pipe, which no directory protects", () => {
  const place = planSocketPlace("C:/Users/a/.unfudged" as AbsPath, {
    platform: "win32",
    uid: 0,
  });
  assert.match(place.path, /^\\\\\.\\pipe\\unf-[0-9a-f]{16}$/);
  assert.equal(place.directory, undefined);
});
