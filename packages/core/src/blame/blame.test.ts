import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeUtf8 } from "../base/text-codec.ts";
import { type BlameVersion, planBlame } from "./blame.ts";

interface Version extends BlameVersion {
  readonly id: number;
}

interface Told {
  /** One line for each word; `null`: the file is not there, `"lost"`: nobody knows what it held. */
  readonly text: string | null;
  readonly isOperation?: boolean;
}

/** Versions with ids from 1 in the order they are told in; blamed from the last one. */
function blame(told: readonly (string | null | Told)[], range = { from: 0, to: 1000 }) {
  const reads: number[] = [];
  const versions = told.map((one, index): Version => {
    const { text, isOperation = false } =
      typeof one === "string" || one === null ? { text: one } : one;
    const id = index + 1;
    const content = (text ?? "")
      .split(" ")
      .map((word) => `${word}\n`)
      .join("");
    return {
      id,
      hash: text,
      isOperation,
      read: () => {
        reads.push(id);
        return text === "lost" ? undefined : encodeUtf8(content);
      },
    };
  });
  const origins = planBlame(versions.toReversed(), range);
  return { found: origins.map(({ version, line }) => `${version.id}:${line}`).join(" "), reads };
}

const op = (text: string): Told => ({ text, isOperation: true });

test("a line is of the version that wrote it, under the number it had there", () => {
  assert.equal(blame(["a b c"]).found, "1:1 1:2 1:3");
  assert.equal(blame(["a b", "x a b", "x a B c"]).found, "2:1 1:1 3:3 3:4");
  assert.equal(blame(["a b", "a", "a b"]).found, "1:1 3:2");
});

test("only the lines that were asked for are followed, and none beyond the end", () => {
  assert.equal(blame(["a b", "x a b"], { from: 1, to: 2 }).found, "1:1");
  assert.equal(blame(["a"], { from: 5, to: 9 }).found, "");
  assert.deepEqual(planBlame([], { from: 0, to: 1 }), []);
});

test("no version is read behind the one in which the last line is found", () => {
  assert.deepEqual(blame(["a", "a b", "x", "x y"]).reads, [4, 3, 2]);
  assert.deepEqual(blame(["a", "a b", "x", "x y"], { from: 1, to: 2 }).reads, [4, 3]);
});

test("the same content again is no new version of its lines, and is not read twice", () => {
  const { found, reads } = blame(["a b", "a b", "a b c"]);
  assert.deepEqual([found, reads], ["1:1 1:2 3:3", [3, 2]]);
});

test("what was deleted and written anew by hand is of the new version", () => {
  assert.equal(blame(["a b", null, "a b"]).found, "3:1 3:2");
});

test("a restore is looked through: its lines are of the version that first had them", () => {
  assert.equal(blame(["a", "a b c", "a", op("a b c")]).found, "1:1 2:2 2:3");
  assert.equal(blame(["a", "a b", null, op("a b"), "a b c"]).found, "1:1 2:2 5:3");
  // Lines written by hand meanwhile were not brought back.
  assert.equal(blame(["a b", "x", "a", "y", op("a b")]).found, "1:1 1:2");
  // Undone and done again: each is looked through on its own.
  assert.equal(blame(["a", "a b", op("a"), op("a b"), "b", op("a b")]).found, "1:1 2:2");
});

test("an operation that merged looks like no version before it; its lines are found one by one", () => {
  assert.equal(blame(["a b c", "a c", "x a c", op("x a b c")]).found, "3:1 1:1 1:2 1:3");
  assert.equal(blame(["a", "b", op("b new")]).found, "2:1 3:2");
});

test("lines that an operation doubled have one origin, whatever changed above it", () => {
  const versions = ["x k m", "x k l m", "k l m", "x", op("k l m x k l m")];
  assert.equal(blame(versions).found, "1:2 2:3 1:3 4:1 1:2 2:3 1:3");
});

test("a version whose content is lost is passed over", () => {
  assert.equal(blame(["a b", "lost", "a b c"]).found, "1:1 1:2 3:3");
  assert.equal(blame(["a", "lost", op("lost"), "a c"]).found, "1:1 4:2");
});
