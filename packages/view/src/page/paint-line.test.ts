import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { splitRows } from "./diff-rows.ts";
import { paintLine } from "./paint-line.ts";

const shown = (...of: Parameters<typeof paintLine>) =>
  paintLine(...of)
    .map(({ text, isMarked, look }) => `${look}${isMarked ? `[${text}]` : `(${text})`}`)
    .join("");

test("only the words that differ are marked", () => {
  const lines = [
    { op: "-", text: "const one = 1;" },
    { op: "+", text: "const two = 1;" },
  ] as const;
  const [row] = splitRows({ old_start: 1, new_start: 1, lines });
  assert.equal(shown(row?.now?.text ?? "", row?.now?.marks ?? []), "(const )[two]( = 1;)");
});

test("a mark that is of two looks is cut between them, and what has no look is shown", () => {
  const looks = [
    [5, "keyword"],
    [1, ""],
    [3, "name"],
  ] as const;
  assert.equal(
    shown("const two = 1;", [[3, 8]], looks),
    "keyword(con)keyword[st][ ]name[tw]name(o)( = 1;)",
  );
  assert.equal(shown("", [], looks), "");
});

test("whatever the marks and looks are, no text is lost and none comes twice", () => {
  const mark = fc.tuple(fc.nat(30), fc.nat(30));
  const look = fc.tuple(fc.nat(9), fc.constantFrom("a", "b", ""));
  fc.assert(
    fc.property(fc.string(), fc.array(mark), fc.array(look), (line, marks, looks) => {
      const ordered = [...marks].sort((a, b) => a[0] - b[0]);
      const parts = paintLine(line, ordered, looks);
      assert.equal(parts.map(({ text }) => text).join(""), line);
    }),
  );
});
