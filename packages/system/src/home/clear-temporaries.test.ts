import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { clearTemporaries } from "./clear-temporaries.ts";

test("only what a killed program left, and only once it is old, is removed", () => {
  const home = mkdtempSync(join(tmpdir(), "unf-temporaries-")) as AbsPath;
  try {
    const now = 1_700_000_000_000 as WallMs;
    const put = (name: string, ageMs: number): void => {
      writeFileSync(join(home, name), "x");
      utimesSync(join(home, name), (now - ageMs) / 1000, (now - ageMs) / 1000);
    };
    const old = limits.intent.temporaryMs;
    mkdirSync(join(home, "run"));
    mkdirSync(join(home, "spool"));
    put("spool/.00000000000001-000001-7.tmp", old);
    put("spool/00000000000001-000001-7", old);
    put(".intent.json.0123456789abcdef0123.tmp", old);
    put("run/.last-words.json.0123456789abcdef0123.tmp", old + 1000);
    put(".intent.json.fresh6789abcdef0123f.tmp", old);
    put(".intent.prev.json.aaaaaaaaaaaaaaaaaaaa.tmp", old - 1000);
    put("intent.json", old);
    clearTemporaries(home, now);
    assert.deepEqual(readdirSync(join(home, "run")), []);
    assert.deepEqual(readdirSync(home).sort(), [
      ".intent.json.fresh6789abcdef0123f.tmp",
      ".intent.prev.json.aaaaaaaaaaaaaaaaaaaa.tmp",
      "intent.json",
      "run",
      "spool",
    ]);
    assert.deepEqual(readdirSync(join(home, "spool")), ["00000000000001-000001-7"]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test("what only the daemon writes was left by one before it, however young; another program's is not", () => {
  const home = mkdtempSync(join(tmpdir(), "unf-temporaries-")) as AbsPath;
  try {
    mkdirSync(join(home, "run"));
    const daemons = ["store-size.json", "housekeeping.json", "last-words.json", "recording"];
    for (const name of [...daemons, "daemon.lock.json", "sentinel.lock.json"]) {
      writeFileSync(join(home, "run", `.${name}.0123456789abcdef0123.tmp`), "x");
    }
    clearTemporaries(home, Date.now() as WallMs);
    assert.deepEqual(readdirSync(join(home, "run")), [
      ".sentinel.lock.json.0123456789abcdef0123.tmp",
    ]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
