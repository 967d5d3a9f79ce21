import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyHunks } from "./apply.ts";
import { countLines } from "./count.ts";
import { diffLines, type LineDiff } from "./diff.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

/** The hunks as a person reads them, `$` for a newline that is missing. */
function show({ hunks }: LineDiff): string[] {
  return hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines.map((line) => line.op + text(line.bytes) + (line.terminated ? "" : "$")),
  ]);
}

const someText = fc
  .array(fc.constantFrom("a", "b", "c", "", "  d", "}"), { maxLength: 60 })
  .chain((lines) => fc.constantFrom(lines.join("\n"), lines.map((line) => `${line}\n`).join("")));

test("a change shows three kept lines on each side and the line numbers of both", () => {
  const before = bytes("1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  const after = bytes("1\n2\n3\n4\nfive\n6\n7\n8\n9\n");
  assert.deepEqual(show(diffLines(before, after)), [
    "@@ -2,7 +2,7 @@",
    " 2",
    " 3",
    " 4",
    "-5",
    "+five",
    " 6",
    " 7",
    " 8",
  ]);
});

test("changes share a hunk when no more than twice the context lies between them", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `${at}`);
  const changed = (...at: number[]) =>
    bytes(lines.map((line, index) => `${line}${at.includes(index) ? "!" : ""}\n`).join(""));
  const before = changed();
  assert.equal(diffLines(before, changed(10, 17)).hunks.length, 1);
  assert.equal(diffLines(before, changed(10, 18)).hunks.length, 2);
  assert.equal(diffLines(before, changed(10, 12), { context: 0 }).hunks.length, 2);
});

test("a side without lines is numbered by the line before it", () => {
  assert.deepEqual(show(diffLines(undefined, bytes("a\nb\n"))), ["@@ -0,0 +1,2 @@", "+a", "+b"]);
  assert.deepEqual(show(diffLines(bytes("a\n"), undefined)), ["@@ -1,1 +0,0 @@", "-a"]);
  assert.deepEqual(show(diffLines(bytes("a\nb\n"), bytes("a\nx\nb\n"), { context: 0 })), [
    "@@ -1,0 +2,1 @@",
    "+x",
  ]);
});

test("a missing final newline is told on the side that misses it", () => {
  assert.deepEqual(show(diffLines(bytes("a\nb"), bytes("a\nb\n"))), [
    "@@ -1,2 +1,2 @@",
    " a",
    "-b$",
    "+b",
  ]);
});

test("an added function is shown from its first line to its blank line", () => {
  const one = "function one() {\n  return 1;\n}\n\n";
  const two = "function two() {\n  return 1;\n}\n\n";
  const three = "function three() {\n}\n";
  assert.deepEqual(show(diffLines(bytes(one + three), bytes(one + two + three), { context: 1 })), [
    "@@ -4,2 +4,6 @@",
    " ",
    "+function two() {",
    "+  return 1;",
    "+}",
    "+",
    " function three() {",
  ]);
});

test("an added block in a nest is cut where the indentation is least", () => {
  const before = "if (a) {\n  x();\n}\n";
  const after = "if (a) {\n  x();\n}\nif (b) {\n  x();\n}\n";
  assert.deepEqual(show(diffLines(bytes(before), bytes(after), { context: 0 })), [
    "@@ -3,0 +4,3 @@",
    "+if (b) {",
    "+  x();",
    "+}",
  ]);
});

test("equal contents have no hunks", () => {
  assert.deepEqual(diffLines(bytes("a\nb"), bytes("a\nb")).hunks, []);
  assert.deepEqual(diffLines(undefined, bytes("")).hunks, []);
});

test("hunks applied to the old content give the new one, for any context and budget", () => {
  const context = fc.integer({ min: 0, max: 4 });
  const steps = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constant(50_000_000));
  fc.assert(
    fc.property(someText, someText, context, steps, (before, after, context, steps) => {
      const { hunks } = diffLines(bytes(before), bytes(after), { context, budget: { steps } });
      const outcome = applyHunks(bytes(before), hunks);
      assert.equal(outcome.kind, "applied");
      if (outcome.kind === "applied") assert.equal(text(outcome.bytes), after);
    }),
    { numRuns: 1000 },
  );
});

test("the lines of the hunks add up to what countLines counts", () => {
  const steps = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constant(50_000_000));
  fc.assert(
    fc.property(someText, someText, steps, (before, after, steps) => {
      const diff = diffLines(bytes(before), bytes(after), { budget: { steps } });
      const counts = countLines(bytes(before), bytes(after), { steps });
      const ops = diff.hunks.flatMap((hunk) => hunk.lines.map((line) => line.op));
      assert.deepEqual(
        [diff.added, diff.removed, diff.exact],
        [counts.added, counts.removed, counts.exact],
      );
      assert.equal(ops.filter((op) => op === "+").length, counts.added);
      assert.equal(ops.filter((op) => op === "-").length, counts.removed);
    }),
    { numRuns: 500 },
  );
});

test("hunks do not overlap and their line counts match their lines", () => {
  fc.assert(
    fc.property(someText, someText, (before, after) => {
      let oldEnd = 0;
      let newEnd = 0;
      for (const hunk of diffLines(bytes(before), bytes(after), { context: 1 }).hunks) {
        const kept = hunk.lines.filter((line) => line.op === " ").length;
        const removed = hunk.lines.filter((line) => line.op === "-").length;
        const added = hunk.lines.filter((line) => line.op === "+").length;
        assert.deepEqual([hunk.oldLines, hunk.newLines], [kept + removed, kept + added]);
        const oldFrom = hunk.oldStart - (hunk.oldLines > 0 ? 1 : 0);
        const newFrom = hunk.newStart - (hunk.newLines > 0 ? 1 : 0);
        assert.ok(oldFrom >= oldEnd && newFrom >= newEnd);
        assert.equal(oldFrom - oldEnd, newFrom - newEnd, "lines between hunks are kept");
        oldEnd = oldFrom + hunk.oldLines;
        newEnd = newFrom + hunk.newLines;
      }
    }),
    { numRuns: 300 },
  );
});
