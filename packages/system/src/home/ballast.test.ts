import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { ballastPath } from "@unf/core/home";
import { systemClock } from "../time/clock.ts";
import { hasBallast, makeBallast, releaseBallast } from "./ballast.ts";

function tempHome(): { readonly home: AbsPath } & Disposable {
  const home = mkdtempSync(join(tmpdir(), "unf-ballast-")) as AbsPath;
  mkdirSync(join(home, "run"));
  return { home, [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }) };
}

test("the ballast takes real space, is for this user only, and is given back once", async () => {
  using temp = tempHome();
  assert.equal(hasBallast(temp.home), false);
  assert.equal(await makeBallast(temp.home, systemClock), true);
  const { size, blocks, mode } = statSync(ballastPath(temp.home));
  assert.equal(size, limits.disk.ballastBytes);
  // On a disk that compresses, bytes with a pattern would take next to none.
  assert.ok(blocks * 512 >= limits.disk.ballastBytes);
  assert.equal(mode & 0o777, 0o600);
  assert.equal(hasBallast(temp.home), true);
  assert.equal(releaseBallast(temp.home), true);
  assert.equal(releaseBallast(temp.home), false);
});

test("half a ballast is none, and is made whole", async () => {
  using temp = tempHome();
  await makeBallast(temp.home, systemClock);
  truncateSync(ballastPath(temp.home), 1000);
  assert.equal(hasBallast(temp.home), false);
  assert.equal(await makeBallast(temp.home, systemClock), true);
  assert.equal(hasBallast(temp.home), true);
});

test("a home that is gone gets no ballast, and no home", async () => {
  using temp = tempHome();
  rmSync(temp.home, { recursive: true });
  assert.equal(await makeBallast(temp.home, systemClock), false);
  assert.equal(existsSync(temp.home), false);
});
