import { after, test } from "node:test";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import { chooseEvery, chooseKinds } from "./row/choose-calls.ts";
import { killMigration } from "./row/kill-migration.ts";
import { isLong } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;

for (const version of isLong ? [1, 3, 4, 5] : [5]) {
  const title = `killed at any call of the migration from format ${version}, a timeline has the old format or the new one`;
  test(title, { skip }, async (t) => {
    if (typeof interposer === "string") return;
    const choose = isLong ? chooseEvery : chooseKinds;
    const { points, measures } = await killMigration({ interposer, version, choose });
    t.diagnostic(`${points} calls`);
    assertNothingFound(measures);
  });
}
