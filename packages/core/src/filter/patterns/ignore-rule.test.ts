import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeUtf8 } from "../../base/text-codec.ts";
import { parseIgnoreFile } from "./ignore-rule.ts";

const parse = (text: string) => parseIgnoreFile(encodeUtf8(text));
const patterns = (text: string) => parse(text).map((rule) => rule.pattern);

test("lines keep their numbers when comments and blank lines stand between", () => {
  const rules = parse("# one\n\nlogs/\n   \n!logs/keep\n");
  assert.deepEqual(
    rules.map(({ line, pattern }) => [line, pattern]),
    [
      [3, "logs/"],
      [5, "!logs/keep"],
    ],
  );
});

test("a rule knows what it is bound to and what it is for", () => {
  const [name, anchored, inner, directory, negative] = parse("a\n/a\na/b\na/\n!/a/b/\n");
  assert.deepEqual([name?.nameOnly, name?.directoryOnly, name?.body], [true, false, "a"]);
  assert.deepEqual([anchored?.nameOnly, anchored?.body], [false, "a"]);
  assert.deepEqual([inner?.nameOnly, inner?.body], [false, "a/b"]);
  assert.deepEqual([directory?.nameOnly, directory?.directoryOnly], [true, true]);
  assert.deepEqual(
    [negative?.negative, negative?.directoryOnly, negative?.body],
    [true, true, "a/b"],
  );
});

test("trailing spaces count only after a backslash", () => {
  assert.deepEqual(patterns("a  \nb\\ \nc\\  \nd \\ \ne\\\\ \n f\n"), [
    "a",
    "b\\ ",
    "c\\ ",
    "d \\ ",
    "e\\\\",
    " f",
  ]);
});

test("one CR before a line's end is dropped, every other one is part of the pattern", () => {
  assert.deepEqual(patterns("a\r\nb\r\r\nc\rd\r"), ["a", "b\r", "c\rd"]);
});

test("a byte order mark is dropped at the start of the file only", () => {
  assert.deepEqual(patterns("\u{feff}a\n\u{feff}b"), ["a", "\u{feff}b"]);
});

test("what can match nothing is no rule", () => {
  assert.deepEqual(patterns("\n \n!\n/\n//\n//a\na\\\n!/\n#x\n\0a\n\r\n"), []);
});

test("a line longer than any path is no rule", () => {
  assert.equal(parse("a".repeat(4096)).length, 1);
  assert.deepEqual(
    parse(`${"[".repeat(4097)}\nb\n`).map((rule) => rule.line),
    [2],
  );
});

test("a pattern that is not UTF-8 is shown as the path would be", () => {
  const [rule] = parseIgnoreFile(Uint8Array.of(0x61, 0x80, 0x2a));
  assert.equal(rule?.pattern, "a\udc80*");
});
