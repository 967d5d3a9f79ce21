import assert from "node:assert/strict";
import { test } from "node:test";
import { inEitherPlace } from "./either-place.ts";

test("a content is found wherever it is, also while it moves from the inbox into the store", () => {
  const looks: string[] = [];
  const place = (name: string, holds: () => boolean) => () => {
    looks.push(name);
    return holds() ? name : undefined;
  };
  const never = place("inbox", () => false);
  assert.equal(
    inEitherPlace(
      place("store", () => true),
      never,
    ),
    "store",
  );
  assert.equal(
    inEitherPlace(
      place("store", () => false),
      place("inbox", () => true),
    ),
    "inbox",
  );
  looks.length = 0;
  const moved = place("store", () => looks.length > 1);
  assert.equal(inEitherPlace(moved, never), "store");
  assert.deepEqual(looks, ["store", "inbox", "store"]);
  assert.equal(
    inEitherPlace(
      place("store", () => false),
      never,
    ),
    undefined,
  );
});
