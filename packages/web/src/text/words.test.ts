import assert from "node:assert/strict";
import { test } from "node:test";
import {
  authorText,
  bytesText,
  failureText,
  lineText,
  nameText,
  reasonText,
  splitPath,
} from "./words.ts";

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
    ["0 B", "999 B", "1000 B", "12 KiB", "17 MiB", "2274 TiB"],
  );
});

test("a hint that speaks of a command is said as the page can do it, and its signs are spelled out", () => {
  const told = (hint: string) => failureText({ message: "full", hint });
  assert.equal(
    told("free some space and run the command again"),
    "full; free some space and try again",
  );
  assert.equal(told("run it again\u202e"), "full; try again\\u202e");
  assert.equal(told("unf status"), "full; unf status");
  assert.equal(failureText({ message: "full" }), "full");
});
