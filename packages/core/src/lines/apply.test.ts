import assert from "node:assert/strict";
import { test } from "node:test";
import { applyHunks } from "./apply.ts";
import { diffLines } from "./diff.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
const after = before.replace("2\n", "two\n").replace("11\n", "");
const { hunks } = diffLines(bytes(before), bytes(after), { context: 1 });

test("nothing is applied where a kept or a removed line is another one", () => {
  for (const [line, hunk] of [
    ["1", 0],
    ["2", 0],
    ["3", 0],
    ["10", 1],
    ["11", 1],
    ["12", 1],
  ] as const) {
    const changed = before.replace(`${line}\n`, "other\n");
    assert.deepEqual(applyHunks(bytes(changed), hunks), { kind: "mismatch", hunk }, line);
  }
});

test("a line elsewhere may be another one", () => {
  const outcome = applyHunks(bytes(before.replace("6\n", "six\n")), hunks);
  assert.equal(outcome.kind, "applied");
});

test("a hunk does not fit a content that ends before it, or whose last line lacks its newline", () => {
  assert.deepEqual(applyHunks(bytes("1\n2\n3\n"), hunks), { kind: "mismatch", hunk: 1 });
  assert.deepEqual(applyHunks(bytes(before.slice(0, -1)), hunks), { kind: "mismatch", hunk: 1 });
});

test("a hunk below the end does not fit", () => {
  const line = { op: "-", bytes: bytes("x"), terminated: true } as const;
  for (const oldStart of [2, 3, 4]) {
    const hunk = { oldStart, oldLines: 1, newStart: 0, newLines: 0, lines: [line] };
    assert.deepEqual(applyHunks(bytes("x\n"), [hunk]), { kind: "mismatch", hunk: 0 });
  }
});

test("hunks out of order do not fit", () => {
  assert.deepEqual(applyHunks(bytes(before), hunks.toReversed()), { kind: "mismatch", hunk: 1 });
});

test("no hunks leave the content as it is, in memory of its own", () => {
  const content = bytes(before);
  const outcome = applyHunks(content, []);
  assert.deepEqual(outcome, { kind: "applied", bytes: content });
  if (outcome.kind === "applied") assert.notEqual(outcome.bytes.buffer, content.buffer);
});
