import assert from "node:assert/strict";
import { test } from "node:test";
import { character } from "@unf/test/character";
import fc from "fast-check";
import type { AbsPath, RelPath } from "./brand.ts";
import {
  comparePaths,
  decodePath,
  encodePath,
  isWithin,
  pathFromColumn,
  pathToColumn,
  relativeTo,
} from "./path.ts";

const nameBytes = fc
  .uint8Array({ minLength: 1, maxLength: 12 })
  .map((bytes) => bytes.map((b) => (b === 0 || b === 0x2f ? 0x61 : b)));

test("every byte string survives decoding and encoding", () => {
  fc.assert(
    fc.property(nameBytes, (bytes) =>
      assert.deepEqual([...encodePath(decodePath(bytes))], [...bytes]),
    ),
  );
});

test("two different byte strings never decode to the same path", () => {
  assert.notEqual(decodePath(Uint8Array.of(0x66, 0xff)), decodePath(Uint8Array.of(0x66, 0xfe)));
  // The three bytes that would encode a surrogate are not UTF-8, so each stands for itself.
  const surrogate = Uint8Array.of(0xed, 0xb2, 0x80);
  assert.deepEqual([...encodePath(decodePath(surrogate))], [...surrogate]);
});

test("a path of raw bytes survives its column and is plain text there", () => {
  fc.assert(
    fc.property(fc.array(nameBytes, { minLength: 1, maxLength: 4 }), (names) => {
      const path = names.map(decodePath).join("/") as RelPath;
      const column = pathToColumn(path);
      assert.ok(column.isWellFormed());
      assert.equal(pathFromColumn(column), path);
    }),
  );
});

const text = fc
  .string({ unit: character, maxLength: 6 })
  // Half a pair has no bytes of its own in UTF-8.
  .filter((one) => one.isWellFormed());

test("paths are ordered as their UTF-8 bytes are", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(comparePaths(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test("a raw byte comes after every character, and raw bytes are in their own order", () => {
  const raw = fc
    .integer({ min: 0xdc80, max: 0xdcff })
    .map((unit) => String.fromCharCode(unit) as RelPath);
  fc.assert(
    fc.property(text, text, text, raw, raw, (beginning, a, b, one, other) => {
      if (a !== "") assert.ok(comparePaths(beginning + a, beginning + one) < 0);
      assert.equal(
        Math.sign(comparePaths(one + a, other + b)),
        one === other
          ? Math.sign(comparePaths(a, b))
          : Buffer.compare(encodePath(one), encodePath(other)),
      );
    }),
  );
});

test("a directory contains itself and what is below it, not its namesakes", () => {
  assert.ok(isWithin("src" as RelPath, "src" as RelPath));
  assert.ok(isWithin("src" as RelPath, "src/a" as RelPath));
  assert.ok(isWithin("" as RelPath, "src/a" as RelPath));
  assert.ok(!isWithin("src" as RelPath, "src2/a" as RelPath));
  assert.equal(relativeTo("/home/a" as AbsPath, "/home/ab" as AbsPath), undefined);
  assert.equal(relativeTo("/" as AbsPath, "/etc" as AbsPath), "etc");
});
