import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, displayWidth, padLeft, padRight, shortenPath } from "./columns.ts";

test("wide letters count as two columns and combining marks as none", () => {
  assert.equal(displayWidth("src/a.ts"), 8);
  assert.equal(displayWidth("日本.md"), 7);
  assert.equal(displayWidth("e\u0301"), 1);
  assert.equal(padRight("日", 4), "日  ");
  assert.equal(padLeft("7", 3), "  7");
});

test("a path that is too long loses its middle and keeps its name", () => {
  const path = "packages/engine/src/capture/take-snapshot.ts";
  const short = shortenPath(path, 24, "…");
  assert.equal(displayWidth(short), 24);
  assert.ok(path.endsWith(short.slice(short.indexOf("…") + 1)));
  assert.ok(path.startsWith(short.slice(0, short.indexOf("…"))));
  assert.equal(shortenPath("a.ts", 24, "…"), "a.ts");
  for (const width of [0, 1, 2, 3])
    assert.ok(displayWidth(shortenPath(path, width, "…")) <= Math.max(1, width));
});

test("counts have a unit and groups of digits", () => {
  assert.equal(countOf(1, "file"), "1 file");
  assert.equal(countOf(0, "file"), "0 files");
  assert.equal(countOf(14_208, "directory", "directories"), "14 208 directories");
});
