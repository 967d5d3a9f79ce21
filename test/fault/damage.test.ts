import { test } from "node:test";
import { testSeed } from "../kit/index.ts";
import { assertNothingFound } from "./checker/measures.ts";
import { damageHomes } from "./row/damage.ts";
import { isLong } from "./stage.ts";

test("a damaged file of the home crashes nothing, and no wrong byte is served", async (t) => {
  const { answers, measures } = await damageHomes({
    seed: testSeed(),
    damages: isLong ? 1000 : 40,
  });
  t.diagnostic(JSON.stringify(answers));
  assertNothingFound(measures);
});
