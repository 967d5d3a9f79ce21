import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mergeTexts } from "./merge.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

function merge(base: string, ours: string, theirs: string) {
  const merged = mergeTexts(bytes(base), bytes(ours), bytes(theirs));
  return { text: text(merged.bytes), overlaps: merged.overlaps };
}

const base = "1\n2\n3\n4\n5\n6\n7\n";

test("edits in different places are both in", () => {
  const merged = merge(base, base.replace("2\n", "two\n"), base.replace("6\n", ""));
  assert.deepEqual(merged, { text: "1\ntwo\n3\n4\n5\n7\n", overlaps: [] });
});

test("where both changed a line ours stays and its place in ours is named", () => {
  const ours = base.replace("1\n", "0\n1\n").replace("5\n", "five\n");
  const merged = merge(base, ours, base.replace("5\n", "V\n").replace("7\n", "VII\n"));
  assert.equal(merged.text, "0\n1\n2\n3\n4\nfive\n6\nVII\n");
  assert.deepEqual(merged.overlaps, [{ line: 6, lines: 1 }]);
});

test("edits that touch are an overlap, one kept line between them is enough", () => {
  const ours = base.replace("3\n", "three\n");
  assert.deepEqual(merge(base, ours, base.replace("4\n", "four\n")).overlaps, [
    { line: 3, lines: 2 },
  ]);
  assert.deepEqual(merge(base, ours, base.replace("5\n", "five\n")).overlaps, []);
});

test("lines that ours deleted and theirs changed stay deleted, after the line that is named", () => {
  const merged = merge(base, base.replace("4\n", ""), base.replace("4\n", "four\n"));
  assert.deepEqual(merged, { text: "1\n2\n3\n5\n6\n7\n", overlaps: [{ line: 3, lines: 0 }] });
  assert.deepEqual(merge("1\n", "", "one\n").overlaps, [{ line: 0, lines: 0 }]);
});

test("what both changed alike is no overlap and is in once", () => {
  const both = base.replace("4\n", "four\nfour and a half\n");
  assert.deepEqual(merge(base, both, both.replace("7\n", "seven\n")), {
    text: both.replace("7\n", "seven\n"),
    overlaps: [],
  });
});

test("Windows line ends, a missing last newline and bytes that are not UTF-8 come through", () => {
  const crlf = base.replaceAll("\n", "\r\n");
  assert.equal(
    merge(crlf, crlf.replace("2", "two"), crlf.slice(0, -2)).text,
    "1\r\ntwo\r\n3\r\n4\r\n5\r\n6\r\n7",
  );
  assert.equal(merge("a\nb\nc", "A\nb\nc", "a\nb\nc\n").text, "A\nb\nc\n");
  assert.equal(merge("a\nb\nc\n", "a\nb\nc", "a\nb\nc\nd\n").text, "a\nb\nc");
  const latin = Uint8Array.of(0xe9, 10, 0x61, 10, 0xff, 10);
  const merged = mergeTexts(latin, latin.with(0, 0xe8), latin.with(4, 0xfe));
  assert.deepEqual([...merged.bytes], [0xe8, 10, 0x61, 10, 0xfe, 10]);
});

test("a budget that is used up costs hunks, never a change of ours", () => {
  const ours = base.replace("2\n", "two\n").replace("4\n", "four\n");
  const merged = mergeTexts(bytes(base), bytes(ours), bytes(base.replace("3\n", "")), { steps: 0 });
  assert.equal(text(merged.bytes), ours);
  assert.equal(merged.overlaps.length, 1);
});

/** Few different lines, so that they repeat and edits meet; the last one may lack its newline. */
const someText = fc
  .tuple(fc.array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n"), { maxLength: 12 }), fc.boolean())
  .map(([lines, open]) => (open ? lines.join("").replace(/\n$/, "") : lines.join("")));

test("who did not change anything adds nothing, and equal changes agree", () => {
  fc.assert(
    fc.property(someText, someText, (from, to) => {
      assert.deepEqual(merge(from, from, to), { text: to, overlaps: [] });
      assert.deepEqual(merge(from, to, from), { text: to, overlaps: [] });
      assert.deepEqual(merge(from, to, to), { text: to, overlaps: [] });
    }),
    { numRuns: 2000 },
  );
});

test("without an overlap it does not matter which side is ours", () => {
  fc.assert(
    fc.property(someText, someText, someText, (from, one, other) => {
      const merged = merge(from, one, other);
      const swapped = merge(from, other, one);
      assert.equal(merged.overlaps.length, swapped.overlaps.length);
      if (merged.overlaps.length === 0) assert.equal(merged.text, swapped.text);
    }),
    { numRuns: 2000 },
  );
});

test("edits of different lines of a text without equal lines are all in", () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { maxLength: 20 });
  const edit = fc.constantFrom(
    () => "",
    (line: string) => `new ${line}`,
    (line: string) => `${line}more after ${line}`,
  );
  fc.assert(
    fc.property(places, fc.array(fc.tuple(edit, fc.boolean()), { minLength: 20 }), (at, kinds) => {
      // Every second line is kept, so no two edits touch.
      const write = (wanted: (isOurs: boolean) => boolean) =>
        Array.from({ length: 41 }, (_, line) => {
          const [change, isOurs] = kinds[(line - 1) / 2] ?? [String, false];
          const isEdited = line % 2 === 1 && at.includes((line - 1) / 2) && wanted(isOurs);
          return isEdited ? change(`${line}\n`) : `${line}\n`;
        }).join("");
      const merged = merge(
        write(() => false),
        write((isOurs) => isOurs),
        write((isOurs) => !isOurs),
      );
      assert.deepEqual(merged, { text: write(() => true), overlaps: [] });
    }),
    { numRuns: 500 },
  );
});
