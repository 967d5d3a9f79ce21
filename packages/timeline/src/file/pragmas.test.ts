import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connectReader, connectWriter } from "../open/connect.ts";
import { openTimeline } from "../open/open.ts";
import { always, createAt, identity, openScratch } from "../testing/scratch.ts";
import type { Connection } from "./driver.ts";
import { everyConnection } from "./pragmas.ts";
import { applicationId, schemaVersion } from "./schema.ts";

/** The promises of docs/format/timeline.md, written out a second time on purpose. */
const wanted = {
  synchronous: 2,
  cache_size: -512,
  busy_timeout: 5000,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  mmap_size: 0,
  secure_delete: 1,
  temp_store: 2,
  journal_size_limit: 4_194_304,
  wal_autocheckpoint: 1000,
  fullfsync: 1,
  checkpoint_fullfsync: 1,
  journal_mode: "wal",
  auto_vacuum: 2,
  application_id: applicationId,
  user_version: schemaVersion,
};

function readPragmas(connection: Connection): Record<string, unknown> {
  const names = Object.keys(wanted);
  return Object.fromEntries(names.map((name) => [name, connection.pragma(name)]));
}

test("every connection has every pragma: the one that creates, those that open again, readers", () => {
  using scratch = openScratch();
  {
    using creating = createAt(scratch.path);
    assert.deepEqual(readPragmas(creating), wanted);
  }
  for (const open of [
    () => connectWriter(scratch.path, always, undefined),
    () => connectReader(scratch.path),
  ]) {
    using connection = open();
    assert.deepEqual(readPragmas(connection), wanted);
    connection.drop();
    assert.deepEqual(readPragmas(connection), wanted);
  }
  using reader = connectReader(scratch.path);
  assert.equal(reader.pragma("query_only"), 1);
});

test("every pragma that is set is one that is checked here", () => {
  for (const [name, { reads }] of Object.entries(everyConnection)) {
    assert.equal(wanted[name as keyof typeof wanted], reads, name);
  }
});

test("a timeline and its side files are for the user alone, whatever the umask", () => {
  using scratch = openScratch();
  const before = process.umask(0);
  try {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    timeline.setMeta("x", "y");
    const names = readdirSync(scratch.directory);
    assert.deepEqual(
      names.map((name) => statSync(join(scratch.directory, name)).mode & 0o777),
      [0o600, 0o600, 0o600],
    );
  } finally {
    process.umask(before);
  }
});
