import assert from "node:assert/strict";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { conditionPath, daemonLockPath, heartbeatPath, intentPath } from "@unf/core/home";
import { openHome, takeLock } from "@unf/system";
import { QuietLook } from "./quiet-look.ts";

/** A home whose daemon is this process, and was found well. */
function open(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "unf-quiet-"));
  const home = join(root, "home") as AbsPath;
  openHome(home, { create: true });
  const taken = takeLock(daemonLockPath(home), { version: "1" });
  assert.ok(taken.kind === "taken");
  t.after(() => {
    taken.lock[Symbol.dispose]();
    rmSync(root, { recursive: true });
  });
  const beat = (agoMs: number): void => {
    const at = (Date.now() - agoMs) / 1000;
    writeFileSync(heartbeatPath(home), "");
    utimesSync(heartbeatPath(home), at, at);
  };
  writeFileSync(intentPath(home), "{}");
  beat(1000);
  const look = new QuietLook(home);
  const full = (): void => {
    look.holds();
    look.found(process.pid);
  };
  full();
  return { home, look, full, beat };
}

test("a daemon that says that it is well is asked every few looks only", (t) => {
  const { look } = open(t);
  const looks = Array.from({ length: limits.sentinel.quietLooksMax + 1 }, () => look.holds());
  assert.deepEqual(looks, [true, true, true, false, false]);
});

test("one that has not said so for longer than it may is asked, also where the clock was set back", (t) => {
  const { look, full, beat } = open(t);
  beat(limits.sentinel.beatMsMax + 1000);
  assert.equal(look.holds(), false);
  full();
  beat(-60_000);
  assert.equal(look.holds(), false);
});

test("whatever it is measured by may change in between, also during the full look", (t) => {
  const { home, look, full } = open(t);
  writeFileSync(conditionPath(home), "{}");
  assert.equal(look.holds(), false);
  full();
  assert.equal(look.holds(), true);
  look.forget();
  look.holds();
  writeFileSync(intentPath(home), "{ }");
  look.found(process.pid);
  assert.equal(look.holds(), false);
});

test("another process at the daemon's lock is not the one that was well", (t) => {
  const { look } = open(t);
  look.holds();
  look.found(process.pid + 1);
  assert.equal(look.holds(), false);
});

test("whatever was forgotten is asked for", (t) => {
  const { look } = open(t);
  assert.equal(look.holds(), true);
  look.forget();
  assert.equal(look.holds(), false);
  assert.equal(look.dueInMs, undefined);
});
