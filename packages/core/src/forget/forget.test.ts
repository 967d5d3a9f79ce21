import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId } from "../base/brand.ts";
import { decodeUtf8, encodeUtf8 } from "../base/text-codec.ts";
import { createFilter } from "../filter/create-filter.ts";
import { type ForgetOrder, patternOfPath, planForgetTest } from "./forget-test.ts";
import { planNeedles } from "./needles.ts";

const hash = (digit: string) => digit.repeat(64) as BlobId;

function meant(order: Partial<ForgetOrder>) {
  const usual = { kind: "path", pattern: null, upTo: 10 as SnapshotId, hashes: [] } as const;
  const isMeant = planForgetTest([{ ...usual, ...order }]);
  return (path: string, { id = 1, digit = "a", isOnDisk = false } = {}) =>
    isMeant({ id: id as SnapshotId, path: path as RelPath, hash: hash(digit) }, isOnDisk);
}

test("a pattern means files, all below a directory, and no row that came later", () => {
  const secret = meant({ pattern: "/src/.env" });
  assert.deepEqual(
    [secret("src/.env"), secret("src/.env.local"), secret("a/src/.env")],
    [true, false, false],
  );
  assert.equal(secret("src/.env", { id: 11 }), false);
  assert.equal(meant({ pattern: "*.pem" })("deep/er/a.pem"), true);
  assert.equal(meant({ pattern: "/vault" })("vault/deep/a.txt"), true);
  assert.equal(meant({ pattern: "/vault/" })("vault"), false);
});

test("an order by content, by time, or for all means just that", () => {
  const content = meant({ kind: "content", hashes: [hash("b")] });
  assert.deepEqual([content("x", { digit: "b" }), content("x")], [true, false]);
  const before = meant({ kind: "before", upTo: 5 as SnapshotId });
  assert.deepEqual(
    [before("x"), before("x", { isOnDisk: true }), before("x", { id: 6 })],
    [true, false, false],
  );
  assert.equal(meant({ kind: "project" })("x", { isOnDisk: true }), true);
});

test("the pattern of a path names that path and nothing else, in rows and in the filter", () => {
  const paths = ["a b", "#x", "!x", "a*b", "a[1]", "q?", "back\\slash", "end ", "src/.env", "ü/é"];
  for (const path of paths) {
    const pattern = patternOfPath(path as RelPath);
    const filter = createFilter({ forgotten: [pattern] }, { read: () => undefined });
    for (const other of [...paths, "axb", "a1", "qq", "end"]) {
      assert.equal(meant({ pattern })(other), other === path, `${pattern} on ${other}`);
      const verdict = filter.verdict(other as RelPath, "file");
      const isForgotten = !verdict.recorded && verdict.layer === "forgotten";
      assert.equal(isForgotten, other === path, `${pattern} on ${other}, filtered`);
    }
  }
});

test("looked for is the whole of a small content and each secret in it, and nothing short", () => {
  const key = `ghp_${"a1B2".repeat(9)}`;
  const texts = (path: string, text: string) =>
    planNeedles(path as RelPath, encodeUtf8(text)).map((needle) => decodeUtf8(needle));
  assert.deepEqual(texts(".env", 'A="long-secret"\nB=short\n'), [
    'A="long-secret"\nB=short',
    "long-secret",
  ]);
  assert.deepEqual(texts("a.ts", `call("${key}");\n`), [`call("${key}");`, key]);
  assert.deepEqual(texts("a.ts", `${"x".repeat(5000)}\n${key}\n`), [key]);
  assert.deepEqual(texts("a.ts", "1\n"), []);
});
