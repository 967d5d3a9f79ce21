import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { digest } from "./digest.ts";

interface Vectors {
  readonly cases: readonly { readonly input_len: number; readonly hash: string }[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL("fixtures/blake3-vectors.json", import.meta.url), "utf8"),
);

const input = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at % 251);

test("the digest of every official test vector is the official one", () => {
  assert.equal(vectors.cases.length, 22);
  for (const { input_len, hash } of vectors.cases) {
    assert.equal(digest(input(input_len)), hash, `${input_len} bytes`);
  }
});

test("a large input has the same digest whole and as part of a larger buffer", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300_000 }), fc.nat(63), (length, offset) => {
      const bytes = input(length);
      const within = new Uint8Array(length + offset + 7).fill(0xee);
      within.set(bytes, offset);
      assert.equal(digest(within.subarray(offset, offset + length)), digest(bytes));
    }),
    { numRuns: 20 },
  );
});

test("inputs that differ in one byte, or by one byte, have other digests", () => {
  const sizes = [1, 1024, 65_536, 65_537, 131_072];
  for (const size of sizes) {
    const bytes = input(size);
    const seen = new Set([digest(bytes), digest(bytes.subarray(1)), digest(input(size + 1))]);
    bytes[size - 1] = (bytes[size - 1] ?? 0) ^ 1;
    seen.add(digest(bytes));
    assert.equal(seen.size, 4, `${size} bytes`);
  }
});
