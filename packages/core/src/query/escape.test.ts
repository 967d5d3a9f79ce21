import assert from "node:assert/strict";
import { test } from "node:test";
import { character } from "@unf/test/character";
import fc from "fast-check";
import { decodePath } from "../base/path.ts";
import { escapeForDisplay, escapeLineForDisplay } from "./escape.ts";

test("what acts on a terminal is shown instead", () => {
  const table: Record<string, string> = {
    "a\u001b[31mb": "a\\x1b[31mb",
    "\u001b]52;c;AAAA\u0007": "\\x1b]52;c;AAAA\\x07",
    "a\r\nb\tc": "a\\x0d\\x0ab\\x09c",
    "\0\u007f": "\\x00\\x7f",
    "\u009b31m": "\\u009b31m",
    "\u202egnp.exe": "\\u202egnp.exe",
    "\u2066a\u2069": "\\u2066a\\u2069",
    "\u200e\u200f\u061c": "\\u200e\\u200f\\u061c",
    "a\u200bb\u2060\ufeff": "a\\u200bb\\u2060\\ufeff",
    "\u2028\u2029": "\\u2028\\u2029",
    "\ud800": "\\ud800",
    "\udfff": "\\udfff",
    "\u{e0041}": "\\u{e0041}",
  };
  for (const [text, shown] of Object.entries(table)) assert.equal(escapeForDisplay(text), shown);
});

test("what only shows stays as it is", () => {
  for (const text of [
    "src/cart.ts",
    "Ünïcödé",
    "日本語",
    "🎉",
    "עברית",
    "a\\x1b",
    "a b",
    "\u00a0",
    "❤\ufe0f",
    "\ue000",
  ]) {
    assert.equal(escapeForDisplay(text), text);
  }
});

test("bytes of a name that is not UTF-8 are shown by their value", () => {
  assert.equal(
    escapeForDisplay(decodePath(Uint8Array.of(0x66, 0xe9, 0xff, 0xc3, 0xa9))),
    "f\\xe9\\xffé",
  );
});

test("a line of content keeps its tabs and nothing else that acts", () => {
  assert.equal(escapeLineForDisplay("\ta\u001b[m\r"), "\ta\\x1b[m\\x0d");
});

test("no text shown can end a line, move the cursor, hide or reorder itself", () => {
  const nasty = fc.constantFrom(
    "\u001b",
    "\u009b",
    "\r",
    "\n",
    "\u202e",
    "\u200b",
    "\ud800",
    "\udce9",
    "\u{e0020}",
    "a",
  );
  const texts = fc.oneof(
    fc.string({ unit: character }),
    fc.array(nasty).map((list) => list.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const shown = escapeForDisplay(text);
      assert.ok(shown.isWellFormed());
      assert.doesNotMatch(shown, /\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}/u);
      assert.doesNotMatch(shown, /[\u200b-\u200d\u2060\ufeff]/);
      assert.equal(escapeForDisplay(shown), shown);
    }),
    { numRuns: 500 },
  );
});
