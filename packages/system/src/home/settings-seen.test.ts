import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { configPath, seenConfigPath } from "@unf/core/home";
import { openHome } from "./open-home.ts";
import { noteSettings, readUnseenSettings } from "./settings-seen.ts";

test("settings that another program wrote are unseen until they are noted, whatever their time", () => {
  const home = join(mkdtempSync(join(tmpdir(), "unf-seen-")), "home") as AbsPath;
  const config = configPath(home);
  try {
    assert.deepEqual(readUnseenSettings(home)?.before, undefined);
    openHome(home, { create: true });
    assert.equal(readUnseenSettings(home), undefined, "none were there, and none are");
    writeFileSync(config, "a = 1\n");
    utimesSync(config, 7, 7);
    assert.deepEqual(readUnseenSettings(home), { before: "", now: "a = 1\n", at: 7000 });
    noteSettings(home, "a = 1\n");
    assert.equal(readUnseenSettings(home), undefined);
    utimesSync(config, 8, 8);
    assert.equal(readUnseenSettings(home), undefined, "only touched");
    rmSync(config);
    assert.deepEqual(readUnseenSettings(home), {
      before: "a = 1\n",
      now: undefined,
      at: undefined,
    });
    mkdirSync(config);
    assert.equal(readUnseenSettings(home), undefined, "no file to read");
    rmSync(config, { recursive: true });
    rmSync(seenConfigPath(home));
    assert.equal(readUnseenSettings(home)?.before, undefined);
  } finally {
    rmSync(join(home, ".."), { recursive: true });
  }
});
