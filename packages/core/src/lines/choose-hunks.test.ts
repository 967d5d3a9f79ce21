import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { chooseHunks, splitHunks } from "./choose-hunks.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content);

const now = Array.from({ length: 30 }, (_, line) => `${line + 1}\n`).join("");
const wanted = now.replace("2\n", "two\n").replace("15\n", "").replace("29\n", "29\n29.5\n");

test("a text is split where git splits it, and each hunk can be taken on its own", () => {
  const ranges = splitHunks(bytes(now), bytes(wanted)).map((hunk) => [
    hunk.oldStart,
    hunk.oldLines,
  ]);
  assert.deepEqual(ranges, [
    [1, 5],
    [12, 7],
    [27, 4],
  ]);
  const choose = (...chosen: number[]) => text(chooseHunks(bytes(now), bytes(wanted), chosen));
  assert.equal(choose(0), now.replace("2\n", "two\n"));
  assert.equal(choose(1), now.replace("15\n", ""));
  assert.equal(choose(2, 0), now.replace("2\n", "two\n").replace("29\n", "29\n29.5\n"));
});

test("of a hunk that there is not nothing comes", () => {
  for (const chosen of [[3], [-1], [0.5], [0, 7]]) {
    assert.equal(chooseHunks(bytes(now), bytes(wanted), chosen), undefined);
  }
});

/** Few different lines, some ends of Windows, and now and then no last newline. */
const someText = fc
  .tuple(fc.array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n"), { maxLength: 60 }), fc.boolean())
  .map(([lines, open]) => (open ? lines.join("").replace(/\n$/, "") : lines.join("")));

test("none chosen is the text as it is, all chosen the wanted one", () => {
  fc.assert(
    fc.property(someText, someText, (from, to) => {
      const all = splitHunks(bytes(from), bytes(to)).map((_, index) => index);
      assert.equal(text(chooseHunks(bytes(from), bytes(to), [])), from);
      assert.equal(text(chooseHunks(bytes(from), bytes(to), all)), to);
    }),
    { numRuns: 1000 },
  );
});

test("what is chosen first and what is chosen then do not depend on each other", () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1 });
  fc.assert(
    fc.property(places, fc.func(fc.boolean()), (changed, isChosen) => {
      // Far enough apart for a hunk each.
      const write = (at: readonly number[]) =>
        Array.from({ length: 100 }, (_, line) =>
          at.includes(line / 10) ? `new ${line}\n` : `${line}\n`,
        ).join("");
      const inOrder = changed.toSorted((a, b) => a - b);
      const chosen = inOrder.flatMap((at, index) => (isChosen(at) ? [index] : []));
      const result = chooseHunks(bytes(write([])), bytes(write(changed)), chosen);
      assert.equal(text(result), write(changed.filter((at) => isChosen(at))));
    }),
    { numRuns: 300 },
  );
});
