import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from "./base64.ts";
import { crc32 } from "./crc32.ts";

const bytes = fc.uint8Array({ maxLength: 200 });

test("the check sum is that of zlib", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), "cbf43926");
  fc.assert(
    fc.property(bytes, (input) => {
      assert.equal(crc32(input), zlibCrc32(input).toString(16).padStart(8, "0"));
    }),
  );
});

test("base64 is what Node writes, in both alphabets, and comes back", () => {
  fc.assert(
    fc.property(bytes, (input) => {
      assert.equal(encodeBase64(input), Buffer.from(input).toString("base64"));
      assert.equal(encodeBase64Url(input), Buffer.from(input).toString("base64url"));
      assert.deepEqual(decodeBase64(encodeBase64(input)), input);
      assert.deepEqual(decodeBase64Url(encodeBase64Url(input)), input);
    }),
  );
});

test("text that the encoder would not have written is refused", () => {
  for (const text of [
    "A",
    "AA",
    "AAA",
    "AA=",
    "AB==",
    "AAB=",
    "A===",
    "====",
    "AA==AA==",
    "AA-_",
    "AA\n==",
    "ÄÄ==",
  ]) {
    assert.equal(decodeBase64(text), undefined, text);
  }
  for (const text of ["A", "AB", "AAB", "AA==", "AA+/", "AAAAA"]) {
    assert.equal(decodeBase64Url(text), undefined, text);
  }
});
