import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { BlobId } from "../base/brand.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { LineFinder, planLines } from "./lines.ts";

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex") as BlobId;
const long = 'the customer\'s "name" is Jörg, and he owes 12';

test("a content is recognised by its long lines, each once and without the space around it", () => {
  const text = [long, "short", `\t${long}  \r`, "=".repeat(80), "ab".repeat(40)].join("\n");
  assert.deepEqual(planLines(encodeUtf8(text)), [long]);
  assert.deepEqual(planLines(Uint8Array.of(0xff, 0xfe, 0x00)), []);
});

test("a line is found within other text, and as JSON spells it, with letters beyond ASCII or without", () => {
  const other = "another line that is long enough for it";
  const finder = new LineFinder([long, other], digest);
  const find = (text: string) => [...finder.find(encodeUtf8(text))];
  assert.deepEqual(find(`before ${long} after`), [long]);
  assert.deepEqual(find(JSON.stringify({ edit: `\t${long}\n${other}` })), [long, other]);
  const ascii = JSON.stringify(long).replaceAll("ö", "\\u00f6");
  assert.deepEqual(find(`[${ascii}]`), [long]);
  assert.deepEqual(find(long.slice(0, -1)), []);
  assert.deepEqual(find(""), []);
});
