import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodePath, encodePath } from "../../base/path.ts";
import { bytesToText, byteText, textToBytes } from "./byte-text.ts";

test("every byte has one character, and comes back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = bytesToText(bytes);
      assert.equal(text.length, bytes.length);
      assert.deepEqual(textToBytes(text), bytes);
      assert.equal(byteText(decodePath(bytes)), text);
    }),
    { numRuns: 1000 },
  );
});

test("any string has a byte text, lone surrogates included", () => {
  for (const name of ["a", "é", "\ud800", "\udc80", "\udfff\ud800", "\u{1f600}", "a\r"]) {
    assert.deepEqual(textToBytes(byteText(name)), Uint8Array.from(encodePath(name)));
  }
});

test("letter case exists for ASCII only", () => {
  assert.equal(byteText("ÉÀ").toLowerCase(), byteText("ÉÀ"));
  assert.match(byteText("É"), new RegExp(byteText("É"), "i"));
  assert.doesNotMatch(byteText("É"), new RegExp(byteText("é"), "i"));
});
