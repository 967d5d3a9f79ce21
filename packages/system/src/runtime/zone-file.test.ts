import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { namedZone } from "@unf/core/time";
import { localOffset, readLocalZone } from "./local-offset.ts";
import { findOffset, parseZoneTable } from "./zone-file.ts";

const database = "/usr/share/zoneinfo";
const hourS = 3600;

/** A named zone remembers the offset of a quarter of an hour; St. John's changed its clocks at a minute past. */
const quarterS = 900;

/** Each with another kind of clock: summer time on either side, none, quarters of an hour, a day left out. All have long been so in either database. */
const places = [
  "America/New_York",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "Australia/Lord_Howe",
  "Europe/Berlin",
  "Europe/London",
  "Etc/GMT+5",
  "Pacific/Apia",
  "UTC",
].filter((name) => existsSync(join(database, name)));

test("a zone's file says of every third day from 2000 to 2020 what the runtime's own database says", {
  skip: places.length === 0 && "this machine has no database of time zones",
}, () => {
  let asked = 0;
  for (const name of places) {
    const table = parseZoneTable(readFileSync(join(database, name)));
    assert.ok(table, name);
    const zone = namedZone(name);
    assert.ok(zone, name);
    for (let at = Date.UTC(2000, 0) / 1000; at < Date.UTC(2020, 0) / 1000; at += 61 * hourS + 7) {
      const offset = findOffset(table, at);
      if (offset === undefined) break;
      asked += 1;
      assert.equal(offset * 1000, zone.offsetAt((at * 1000) as WallMs), `${name} at ${at}`);
    }
    for (const change of table.changes)
      for (const at of [change - quarterS, change + quarterS]) {
        if (at < Date.UTC(2000, 0) / 1000 || at > Date.UTC(2020, 0) / 1000) continue;
        const offset = findOffset(table, at);
        if (offset === undefined) continue;
        assert.equal(offset * 1000, zone.offsetAt((at * 1000) as WallMs), `${name} at ${at}`);
      }
  }
  // Databases of the newer kind leave the last decades to a rule, but for places without one.
  assert.ok(asked > 5_000, `${asked} instants`);
});

/** A file with the times of two changes, each to the type of the same place, and a rule for what follows. */
function zoneFile(offsets: readonly number[], changes: readonly number[], rule: string): Buffer {
  const header = (version: string, counts: readonly number[]) => {
    const bytes = Buffer.alloc(44);
    bytes.write(`TZif${version}`);
    for (const [index, count] of counts.entries()) bytes.writeUInt32BE(count, 20 + index * 4);
    return bytes;
  };
  const times = changes.map((at) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(at));
    return bytes;
  });
  const types = offsets.map((offset) => {
    const bytes = Buffer.alloc(6);
    bytes.writeInt32BE(offset);
    return bytes;
  });
  return Buffer.concat([
    header("2", [0, 0, 0, 0, 1, 1]),
    Buffer.alloc(7),
    header("2", [0, 0, 0, changes.length, offsets.length, 4]),
    ...times,
    Buffer.from(changes.map((_, index) => index + 1)),
    ...types,
    Buffer.from("ABC\0"),
    Buffer.from(`\n${rule}\n`),
  ]);
}

test("the offset holds from its change on, and a rule with summer time is left to the runtime", () => {
  const offsets = [60, 3600, -1800];
  const fixed = parseZoneTable(zoneFile(offsets, [-100, 1000], "<-00:30>0:30"));
  assert.ok(fixed);
  const asked = [-101, -100, 999, 1000, 4_000_000_000];
  assert.deepEqual(
    asked.map((at) => findOffset(fixed, at)),
    [60, 3600, 3600, -1800, -1800],
  );
  const ruled = parseZoneTable(zoneFile(offsets, [-100, 1000], "EST5EDT,M3.2.0,M11.1.0"));
  assert.ok(ruled);
  assert.deepEqual(
    asked.map((at) => findOffset(ruled, at)),
    [60, 3600, 3600, undefined, undefined],
  );
});

test("a file that is cut anywhere, of version 1 or of something else gives no table and no failure", () => {
  const whole = zoneFile([0, 3600], [5], "UTC0");
  assert.ok(parseZoneTable(whole));
  for (let length = 0; length < whole.length - 6; length += 1)
    assert.equal(parseZoneTable(whole.subarray(0, length)), undefined, `${length} bytes`);
  const old = Buffer.from(whole);
  old[4] = 0;
  assert.equal(parseZoneTable(old), undefined);
  const wild = Buffer.from(whole);
  wild.writeUInt32BE(0xffffffff, 44 + 7 + 32);
  assert.equal(parseZoneTable(wild), undefined);
});

test("only a plain name in TZ leads to a file, and without one Node answers as Date does", () => {
  for (const name of [
    "",
    "/etc/passwd",
    "../../etc/passwd",
    "a/../b",
    "EST5EDT,M3.2.0,M11.1.0",
    ":UTC",
  ])
    assert.equal(readLocalZone(name), null, name);
  assert.equal(readLocalZone("No/Such_Zone"), null);
  const at = Date.UTC(2024, 6);
  assert.equal(localOffset(at), -new Date(at).getTimezoneOffset() * 60_000);
});
