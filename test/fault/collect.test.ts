import { after, test } from "node:test";
import { testSeed } from "../kit/index.ts";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import { raceCollections } from "./row/race-collections.ts";
import { isLong } from "./stage.ts";

const opened = openInterposer();
after(() => {
  if (typeof opened !== "string") opened[Symbol.dispose]();
});
const interposer = typeof opened === "string" ? undefined : opened;
const seed = testSeed();

/** The long form: twenty times a minute. */
const races = isLong ? 20 : 1;
const until = isLong ? { ms: 60_000 } : { rounds: 4 };

for (let race = 0; race < races; race += 1) {
  const title = `what is captured while rows are pruned and objects collected has its content, race ${race + 1}`;
  test(title, async (t) => {
    const { tally, measures } = await raceCollections({ seed: seed + race, until, interposer });
    t.diagnostic(JSON.stringify(tally));
    assertNothingFound(measures);
  });
}
