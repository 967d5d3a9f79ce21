import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeBase64Url } from "../base/base64.ts";
import type { ProjectId, SnapshotId, WallMs } from "../base/brand.ts";
import { crc32 } from "../base/crc32.ts";
import { latestInstant } from "../time/utc.ts";
import { type Cursor, decodeCursor, encodeCursor, fingerprintQuery } from "./cursor.ts";

const cursors: fc.Arbitrary<Cursor> = fc.record(
  {
    order: fc.constantFrom("newest", "oldest"),
    after: fc.record(
      {
        at: fc.integer({ min: 0, max: latestInstant }).map((ms) => ms as WallMs),
        project: fc.nat().map((n) => n.toString(16).padStart(16, "0") as ProjectId),
        id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map((id) => id as SnapshotId),
      },
      { noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
);

const sample: Cursor = {
  order: "newest",
  after: {
    at: Date.parse("2026-11-20T13:32:07.114Z") as WallMs,
    project: "3c1e5a0f9b7d2468" as ProjectId,
    id: 1234 as SnapshotId,
  },
};
const query = fingerprintQuery({ scope: "3c1e5a0f9b7d2468", within: ["src"], order: "newest" });

/** A cursor text with a right check sum around any fields. */
function forge(fields: string): string {
  const bytes = new TextEncoder().encode(fields);
  return `c_${encodeBase64Url(new TextEncoder().encode(`${fields} ${crc32(bytes)}`))}`;
}

test("every cursor comes back from its text, which is short and fit for a shell", () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = encodeCursor(cursor, query);
      assert.match(text, /^c_[A-Za-z0-9_-]{60,120}$/);
      assert.deepEqual(decodeCursor(text, query), cursor);
    }),
  );
});

test("a cursor of another query, and so of another project, is none", () => {
  const text = encodeCursor(sample, query);
  const others = [
    { scope: "aaaaaaaaaaaaaaaa", within: ["src"], order: "newest" },
    { scope: "3c1e5a0f9b7d2468", within: ["test"], order: "newest" },
    { scope: "3c1e5a0f9b7d2468", within: ["src"], order: "oldest" },
    undefined,
  ];
  for (const other of others) assert.equal(decodeCursor(text, fingerprintQuery(other)), undefined);
});

test("a cursor with any character changed, left out or added is none", () => {
  const text = encodeCursor(sample, query);
  for (let at = 0; at < text.length; at += 1) {
    const changed = text[at] === "A" ? "B" : "A";
    assert.equal(decodeCursor(text.slice(0, at) + changed + text.slice(at + 1), query), undefined);
    assert.equal(decodeCursor(text.slice(0, at) + text.slice(at + 1), query), undefined);
    assert.equal(decodeCursor(`${text.slice(0, at)}=${text.slice(at)}`, query), undefined);
  }
});

test("a forged cursor is none even when its check sum is right", () => {
  const fields = `1 newest ${sample.after.at} 3c1e5a0f9b7d2468 1234 ${query}`;
  assert.equal(forge(fields), encodeCursor(sample, query));
  const forged = [
    fields.replace("1 newest", "2 newest"),
    fields.replace("newest", "sideways"),
    fields.replace(" 1234 ", " 0 "),
    fields.replace(" 1234 ", " -1 "),
    fields.replace(" 1234 ", " 01234 "),
    fields.replace(" 1234 ", " 9007199254740993 "),
    fields.replace(`${sample.after.at}`, "9999999999999999"),
    fields.replace(`${sample.after.at}`, "NaN"),
    fields.replace("3c1e5a0f9b7d2468", "../../etc/passwd"),
    `${fields} ${fields}`,
    "",
  ];
  for (const text of forged) assert.equal(decodeCursor(forge(text), query), undefined, text);
});

test("what is no cursor at all is none", () => {
  for (const text of ["", "c_", "c_!", "v1234", "x".repeat(1e6), `c_${"A".repeat(1e6)}`]) {
    assert.equal(decodeCursor(text, query), undefined);
  }
  fc.assert(
    fc.property(fc.string(), (text) => assert.equal(decodeCursor(`c_${text}`, query), undefined)),
  );
});
