import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOf } from "./language-of.ts";

test("a language is known by the ending, in any case, or by the whole name", () => {
  assert.deepEqual(
    ["a/b.TS", "a.test.tsx", "x/Dockerfile", "Makefile", "deploy.yml"].map(languageOf),
    ["typescript", "tsx", "docker", "make", "yaml"],
  );
});

test("what is named after no language has none", () => {
  assert.deepEqual(
    ["LICENSE", "a.unknown", "b.constructor", "ts", ".ts/readme", ""].map(languageOf),
    [undefined, undefined, undefined, "typescript", undefined, undefined],
  );
});
