import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type { BlobId } from "../base/brand.ts";
import { decodeUtf8Lossy, encodeUtf8 } from "../base/text-codec.ts";
import { planSeek, printOf } from "./prints.ts";

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex") as BlobId;

function seek(needles: readonly string[], text: string): string[] {
  const prints = needles.map((needle) => printOf(encodeUtf8(needle), digest));
  const bytes = encodeUtf8(text);
  return [...planSeek(prints, digest).seek(bytes)].map(({ from, to }) =>
    decodeUtf8Lossy(bytes.subarray(from, to)),
  );
}

test("the longest needle at each place is found, at both ends, beside each other, not within another", () => {
  const needles = ["password-1", "password-1-and-more", "12345678"];
  assert.deepEqual(seek(needles, "password-1"), ["password-1"]);
  assert.deepEqual(seek(needles, "x password-1-and-more"), ["password-1-and-more"]);
  assert.deepEqual(seek(needles, "1234567812345678 password-12345678"), [
    "12345678",
    "12345678",
    "password-1",
  ]);
  assert.deepEqual(seek(needles, "1234567 password-"), []);
  assert.deepEqual(seek([], "anything at all"), []);
});

test("what is found is what a plain search finds, in any bytes", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 8, maxLength: 14 });
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 400 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 4 }), text, (needles, hay) => {
      const found = seek(needles, hay);
      const isThere = needles.some((needle) => hay.includes(needle));
      assert.equal(found.length > 0, isThere);
      for (const one of found) assert.ok(needles.includes(one));
    }),
  );
});

test("no needle is shorter than what its sum is over", () => {
  assert.throws(() => printOf(encodeUtf8("1234567"), digest), RangeError);
});
