import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Line, LineSplitter } from "./line-splitter.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function split(chunks: readonly Uint8Array[], bytesMax = 1000): Line[] {
  const splitter = new LineSplitter(bytesMax);
  return chunks.flatMap((chunk) => {
    // The sender of a chunk may use its memory again.
    const lent = chunk.slice();
    const lines = splitter.push(lent);
    lent.fill(0x21);
    return lines;
  });
}

test("lines are the same however the bytes are cut into chunks", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }), { maxLength: 8 }),
      fc.array(fc.nat(60), { maxLength: 20 }),
      (texts, cuts) => {
        const lines = texts.map((text) => text.replaceAll("\n", ""));
        const whole = bytes(lines.map((line) => `${line}\n`).join(""));
        const chunks: Uint8Array[] = [];
        let at = 0;
        for (const cut of cuts) {
          chunks.push(whole.subarray(at, at + cut));
          at += cut;
        }
        chunks.push(whole.subarray(at));
        assert.deepEqual(
          split(chunks, whole.length + 1),
          lines.map((text) => ({ kind: "line", text })),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test("a character cut in two between chunks is whole in the line", () => {
  const euro = bytes("€\n");
  assert.deepEqual(split([...euro].map((byte) => Uint8Array.of(byte))), [
    { kind: "line", text: "€" },
  ]);
});

test("a line of exactly the limit passes, one byte more does not, and nothing after it does", () => {
  assert.deepEqual(split([bytes("12345\n")], 5), [{ kind: "line", text: "12345" }]);
  assert.deepEqual(split([bytes("123456\nnext\n")], 5), [{ kind: "too_long" }]);
  assert.deepEqual(split([bytes("ok\n123"), bytes("456"), bytes("\nnext\n")], 5), [
    { kind: "line", text: "ok" },
    { kind: "too_long" },
  ]);
});

test("the limit counts bytes, not characters", () => {
  assert.deepEqual(split([bytes("€€\n")], 6), [{ kind: "line", text: "€€" }]);
  assert.deepEqual(split([bytes("€€\n")], 5), [{ kind: "too_long" }]);
});

test("a line that never ends is cut off at the limit, not collected", () => {
  const splitter = new LineSplitter(1_000_000);
  const chunk = bytes("x".repeat(65_536));
  const seen = Array.from({ length: 100 }, () => splitter.push(chunk)).flat();
  assert.deepEqual(seen, [{ kind: "too_long" }]);
});

test("bytes that are no UTF-8 are reported and the lines around them are not lost", () => {
  assert.deepEqual(split([bytes("a\n"), Uint8Array.of(0xff, 0x0a), bytes("b\n")]), [
    { kind: "line", text: "a" },
    { kind: "not_utf8" },
    { kind: "line", text: "b" },
  ]);
});

test("what has no line feed is never delivered", () => {
  assert.deepEqual(split([bytes('{"whole":"request"}')]), []);
});
