import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId } from "../base/brand.ts";
import { isRacy } from "./racy.ts";
import { decideSettled } from "./settle.ts";

const a = { hash: "a".repeat(64) as BlobId, mode: 0o100644 };
const b = { hash: "b".repeat(64) as BlobId, mode: 0o100644 };

test("a burst means what it did to the state before it", () => {
  assert.equal(decideSettled(undefined, a), "create");
  assert.equal(decideSettled(a, b), "modify");
  assert.equal(decideSettled(a, { ...a, mode: 0o100755 }), "modify");
  assert.equal(decideSettled(a, undefined), "delete");
});

test("what came and went, or came back to what it was, settles nothing", () => {
  assert.equal(decideSettled(undefined, undefined), undefined);
  assert.equal(decideSettled(a, { ...a }), undefined);
});

test("a file read within 20 ms of its last change is racy by either time stamp", () => {
  const at = 1_800_000_000_000;
  const ns = (ms: number) => BigInt(ms) * 1_000_000n;
  assert.ok(isRacy({ mtimeNs: ns(at - 5), ctimeNs: ns(at - 5000) }, at as never));
  assert.ok(isRacy({ mtimeNs: ns(at - 5000), ctimeNs: ns(at - 5) }, at as never));
  assert.ok(!isRacy({ mtimeNs: ns(at - 5000), ctimeNs: ns(at - 5000) }, at as never));
  assert.ok(isRacy({ mtimeNs: ns(at + 60_000), ctimeNs: ns(at - 5000) }, at as never));
});
