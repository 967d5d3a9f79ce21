import assert from "node:assert/strict";
import { test } from "node:test";
import { giveBack } from "./give-back.ts";

test("a content that has its buffer for itself is empty once it is given back", () => {
  const bytes = new Uint8Array([1, 2, 3]);
  giveBack(bytes);
  assert.equal(bytes.length, 0);
});

test("nobody else loses bytes of a buffer that a content has a part of", () => {
  const buffer = new Uint8Array([1, 2, 3, 4, 5, 6]);
  giveBack(buffer.subarray(2, 4));
  giveBack(Buffer.from("cut out of the buffer that Node has for small ones"));
  assert.deepEqual([...buffer], [1, 2, 3, 4, 5, 6]);
  assert.equal(Buffer.from("as before").toString(), "as before");
});
