import assert from "node:assert/strict";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { convertTimeline } from "../open/convert.ts";
import { openTimeline, openTimelineReader } from "../open/open.ts";
import { always, createAt, openScratch } from "../testing/scratch.ts";
import { createConnection } from "./driver.ts";
import { applicationId, schemaVersion } from "./schema.ts";

const bare = (path: string) => createConnection({ path, mayWrite: always, onOpen: () => {} });

/** The schema of the version before. */
const former = readFileSync(new URL("../frozen/version-12.sql", import.meta.url), "utf8");

/** A file whose version is the one before. */
function writeOlder(path: AbsPath): void {
  writeFileSync(path, "");
  using file = bare(path);
  file.pragma("auto_vacuum = INCREMENTAL");
  file.pragma("journal_mode = WAL");
  file.script(former);
  file.script("INSERT INTO meta VALUES ('kept', 'as it was')");
  file.pragma(`application_id = ${applicationId}`);
  file.pragma(`user_version = ${schemaVersion - 1}`);
}

function backupsOf(directory: string): string[] {
  const backup = join(directory, "backup");
  return existsSync(backup) ? readdirSync(backup).sort() : [];
}

test("before a migration a whole copy is kept that the older program could read", () => {
  using scratch = openScratch();
  writeOlder(scratch.path);
  openTimeline(scratch.path, always)[Symbol.dispose]();
  const [name = "", ...others] = backupsOf(scratch.directory);
  assert.match(name, /^timeline-v12-\d{8}T\d{9}Z\.db$/);
  assert.deepEqual(others, []);
  const path = join(scratch.directory, "backup", name);
  if (process.platform !== "win32") assert.equal(statSync(path).mode & 0o777, 0o600);
  using copy = bare(path);
  assert.deepEqual(
    ["user_version", "application_id", "integrity_check"].map((what) => copy.pragma(what)),
    [schemaVersion - 1, 0x756e6631, "ok"],
  );
  const kept = copy.statement("SELECT value FROM meta WHERE key = 'kept'").get();
  assert.deepEqual(kept, ["as it was"]);
});

test("a file of this version is opened without a copy", () => {
  using scratch = openScratch();
  createAt(scratch.path)[Symbol.dispose]();
  openTimeline(scratch.path, always)[Symbol.dispose]();
  assert.deepEqual(backupsOf(scratch.directory), []);
});

test("the two newest copies are kept, and half a copy is none", () => {
  using scratch = openScratch();
  writeOlder(scratch.path);
  openTimeline(scratch.path, always)[Symbol.dispose]();
  const [first = ""] = backupsOf(scratch.directory);
  const backup = join(scratch.directory, "backup");
  for (const name of ["timeline-v1-20200101T000000000Z.db", "timeline-v12-20200102T000000000Z.db"])
    writeFileSync(join(backup, name), "");
  writeFileSync(join(backup, "unfinished.db"), "half");
  writeFileSync(join(backup, "mine.txt"), "somebody's");
  rmSync(scratch.path);
  writeOlder(scratch.path);
  openTimeline(scratch.path, always)[Symbol.dispose]();
  const left = backupsOf(scratch.directory);
  assert.equal(left.length, 3);
  assert.ok(left.includes(first) && left.includes("mine.txt"), left.join());
});

test("without room for a copy and the migration nothing is begun, and the number is said", () => {
  using scratch = openScratch();
  writeOlder(scratch.path);
  // Bytes behind SQLite's last page are not the file's; no disk has room for two of these.
  truncateSync(scratch.path, 2 ** 42);
  assert.throws(
    () => openTimeline(scratch.path, always),
    (thrown: Error & { code: string; hint: string }) =>
      thrown.code === "no_space" && /format 12/.test(thrown.message) && /10 TiB/.test(thrown.hint),
  );
  assert.equal(existsSync(join(scratch.directory, "backup")), false);
  using file = bare(scratch.path);
  assert.equal(file.pragma("user_version"), schemaVersion - 1);
});

test("a copy that cannot be made leaves the timeline at its version", () => {
  using scratch = openScratch();
  writeOlder(scratch.path);
  writeFileSync(join(scratch.directory, "backup"), "no directory");
  assert.throws(() => openTimeline(scratch.path, always), { name: "UnfError" });
  using file = bare(scratch.path);
  assert.equal(file.pragma("user_version"), schemaVersion - 1);
});

test("only a timeline of an older version is converted", () => {
  using scratch = openScratch();
  const other = join(scratch.directory, "other.db") as AbsPath;
  assert.equal(convertTimeline(other, always), false);
  writeFileSync(other, "no database");
  assert.equal(convertTimeline(other, always), false);
  writeOlder(scratch.path);
  assert.throws(() => openTimelineReader(scratch.path), { hint: /unf restart/ });
  assert.equal(convertTimeline(scratch.path, always), true);
  assert.equal(convertTimeline(scratch.path, always), false);
  openTimelineReader(scratch.path)[Symbol.dispose]();
});
