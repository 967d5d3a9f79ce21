import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { housekeepingPath } from "@unf/core/home";
import { parseUtc } from "@unf/core/time";
import { tempHome } from "@unf/test";
import { readHousekeepingNote, writeHousekeepingNote } from "./housekeeping-note.ts";

test("what is left to the next daemon is read again; what makes no sense was never done", async () => {
  await using home = tempHome();
  const at = home.unfHome as AbsPath;
  const path = housekeepingPath(at);
  mkdirSync(dirname(path), { recursive: true });
  const instant = parseUtc("2026-11-22T15:00:00.000Z");
  assert.ok(instant !== undefined);
  const none = { runs: new Map(), countedTo: undefined };
  assert.deepEqual(readHousekeepingNote(at), none, "none yet");
  const note = { runs: new Map([["decay", instant]]), countedTo: instant };
  writeHousekeepingNote(at, note);
  assert.deepEqual(readHousekeepingNote(at), note);
  const text = readFileSync(path, "utf8");
  for (const damaged of [text.slice(0, -4), "", "null", "[]", '{"jobs":[1]}', `"jobs":${text}`]) {
    writeFileSync(path, damaged);
    assert.deepEqual(readHousekeepingNote(at), none, damaged);
  }
  const mixed = { jobs: { decay: "yesterday", collect: 7, packing: "2026-11-22T15:00:00.000Z" } };
  writeFileSync(path, JSON.stringify({ ...mixed, counted_to: {} }));
  assert.deepEqual(readHousekeepingNote(at), { ...none, runs: new Map([["packing", instant]]) });
});
