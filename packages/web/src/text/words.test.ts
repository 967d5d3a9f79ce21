import assert from "node:assert/strict";
import { test } from "node:test";
import { authorText, bytesText, lineText, nameText, reasonText, splitPath } from "./words.ts";

test("signs that turn, hide or break text are spelled out, and a line keeps its tabs", () => {
  assert.equal(nameText("a\u202egpj.exe\n"), "a\\u202egpj.exe\\x0a");
  assert.equal(lineText("\tif (x\u200b)"), "\tif (x\\u200b)");
  assert.deepEqual(splitPath("a/b\u202e/c.ts"), ["a/b\\u202e/", "c.ts"]);
});

test("an author whom nobody knows is not named after anybody", () => {
  assert.equal(authorText(null), "unknown");
  assert.equal(authorText({ type: "unknown", name: "x" }), "unknown");
  assert.equal(authorText({ type: "human", name: null }), "you");
  assert.equal(authorText({ type: "agent", name: "pi" }), "pi");
});

test("a reason that has no words of its own is still told", () => {
  assert.equal(reasonText("overlap", "kept"), "the same lines were changed since");
  assert.equal(reasonText(undefined, "kept_newer"), "changed since, so it stays");
  assert.equal(reasonText("not_a_file", "refused"), "not a file");
  assert.equal(reasonText("constructor\u202e", "kept"), "constructor\\u202e");
});

test("an amount has one unit and few digits", () => {
  assert.deepEqual(
    [0, 999, 1000, 12_345, 18_000_000, 2_500_000_000_000_000].map((bytes) => bytesText(bytes)),
    ["0 B", "999 B", "1.0 kB", "12 kB", "18 MB", "2500 TB"],
  );
});
