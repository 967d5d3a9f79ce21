import assert from "node:assert/strict";
import { test } from "node:test";
import { character } from "@unf/test/character";
import fc from "fast-check";
import { promptLabel } from "./prompt-label.ts";
import { chooseSessionId } from "./session-id.ts";

test("a session's id is short, and longer only when another has it", () => {
  const taken = new Set<string>();
  const ids = [1, 2, 3].map(() => {
    const id = chooseSessionId("7f3a10", (id) => taken.has(id));
    taken.add(id);
    return id;
  });
  assert.deepEqual(ids, ["s-7f3a", "s-7f3a1", "s-7f3a10"]);
  assert.throws(() => chooseSessionId("7f3a10", (id) => taken.has(id)), /same digest/);
});

test("a label is the first line with something on it, on one line", () => {
  const labels = [
    ["add coupons\nand more", "add coupons"],
    ["\n \r\n\tfix\tthe  bug \n", "fix the bug"],
    ["\u001b[31mred\u0007", "[31mred"],
    ["a\u2028b", "a"],
    ["", ""],
    [" \n\u0000", ""],
    ["\ud800", "\ufffd"],
  ] as const;
  for (const [text, label] of labels) assert.equal(promptLabel(text), label);
});

test("a long label is cut between characters and says so", () => {
  const faces = promptLabel("\u{1f600}".repeat(200));
  assert.equal(faces, `${"\u{1f600}".repeat(79)}…`);
  assert.equal(promptLabel("a".repeat(80)), "a".repeat(80));
  assert.equal([...promptLabel("a".repeat(1e7))].length, 80);
});

test("no prompt makes a label of more than a line, or that no terminal can show", () => {
  const text = fc.string({ unit: character, maxLength: 300 });
  fc.assert(
    fc.property(text, (prompt) => {
      const label = promptLabel(prompt);
      assert.ok([...label].length <= 80);
      assert.ok(label.isWellFormed() && !/\p{Cc}/u.test(label) && label.trim() === label);
    }),
  );
});
