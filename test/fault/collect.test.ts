import { test } from "node:test";
import { testSeed } from "../kit/index.ts";
import { assertNothingFound } from "./checker/measures.ts";
import { raceCollections } from "./row/race-collections.ts";
import { isLong } from "./stage.ts";

test("what is captured while objects are collected has its content, whatever the timing", async () => {
  const seed = testSeed();
  assertNothingFound(await raceCollections({ seed, rounds: isLong ? 200 : 4 }));
});
