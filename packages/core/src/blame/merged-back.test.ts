import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeUtf8 } from "../base/text-codec.ts";
import type { BlameVersion } from "./blame.ts";
import { planMergedBack } from "./merged-back.ts";

interface Version extends BlameVersion {
  readonly id: number;
}

/** One line for each word; `null`: the file is not there, `"lost"`: nobody knows what it held. `!`: by unf. */
function takenBack(merged: string, ...told: readonly (string | null)[]): string {
  const contentOf = (words: string) =>
    encodeUtf8(words === "" ? "" : `${words.replaceAll("_", "").split(" ").join("\n")}\n`);
  let reads = 0;
  const versions = told.map((one, index): Version => {
    const text = one?.replace(/^!/, "") ?? null;
    const read = () => {
      reads += 1;
      return text === "lost" ? undefined : contentOf(text ?? "");
    };
    return { id: index + 1, hash: text, isOperation: one?.startsWith("!") === true, read };
  });
  const found = planMergedBack(contentOf(merged), versions.toReversed());
  assert.ok(reads <= told.length, "each content is read once at most");
  return [...found].map(({ id }) => id).join(" ");
}

test("a merge took back the work of those whose lines are gone, and of those who had taken out what is back", () => {
  assert.equal(takenBack("a b mine", "a b", "a X b", "a X b mine"), "2");
  assert.equal(takenBack("a b c mine", "a b c", "a c", "a c mine"), "2");
  assert.equal(takenBack("a b mine", "a b", "a B", "a B mine"), "2");
  assert.equal(takenBack("a b c", "a b c", "A b c", "A b C"), "3 2");
  assert.equal(takenBack("a b C", "a b c", "A b c", "A b C"), "2");
});

test("what is as it was is nobody's, and neither is what a lost version wrote", () => {
  assert.equal(takenBack("a b", "a b"), "");
  assert.equal(takenBack("a b"), "");
  assert.equal(takenBack("a", "a", "a b", "lost"), "");
  assert.equal(takenBack("a b", "a b", "lost", "a"), "");
});

test("operations of unf are looked through", () => {
  assert.equal(takenBack("a mine", "a", "a X", "!a", "!a X", "a X mine"), "2");
  assert.equal(takenBack("a b mine", "a b", "a", "!a b", "!a", "a mine"), "2");
});

test("a line that stands twice is that of the place, and empty lines beside others are nobody's", () => {
  assert.equal(takenBack("end mine", "end", "end new end", "end new end mine"), "2");
  assert.equal(takenBack("a b", "a b", "a X b", "a X _ b"), "2");
  assert.equal(takenBack("a b", "a b", "a _ b"), "2");
});

test("of a file that was not there all is new", () => {
  assert.equal(takenBack("mine", null, "made", "made mine"), "2");
});
