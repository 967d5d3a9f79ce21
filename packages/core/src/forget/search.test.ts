import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, ProjectId, WallMs } from "../base/brand.ts";
import { encodeSearches, type ForgetSearch, parseSearches } from "./search.ts";

const hash = "ab".repeat(32) as BlobId;
const search: ForgetSearch = {
  project: "0123456789abcdef" as ProjectId,
  at: Date.UTC(2026, 10, 20) as WallMs,
  state: "found",
  prints: [{ bytes: 40, start: -7, digest: hash }],
  hashes: [hash],
  found: ["notes"],
  unread: [],
};

test("searches are read as they were written", () => {
  assert.deepEqual(parseSearches(encodeSearches([search])), [search]);
  assert.deepEqual(parseSearches(encodeSearches([])), []);
});

test("what makes no sense, or comes from a later program, is none", () => {
  const text = encodeSearches([search]);
  for (const broken of [
    "",
    "[]",
    text.slice(0, -9),
    text.replace('"format":1', '"format":2'),
    text.replace('"searches":[', '"searches":[3,'),
    text.replace("found", "lost"),
    text.replace("0123456789abcdef", "../../x"),
    text.replace("[40,", '["x",'),
    text.replace(hash, "short"),
    text.replace('["notes"]', "[1]"),
    text.replace("2026-11-20", "yesterday"),
  ]) {
    assert.equal(parseSearches(broken), undefined, broken);
  }
});
