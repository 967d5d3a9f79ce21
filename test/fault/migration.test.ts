import { after, test } from "node:test";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import { type ChooseCalls, chooseEvery, chooseKinds } from "./row/choose-calls.ts";
import { cutMigration } from "./row/cut-migration.ts";
import { killMigration } from "./row/kill-migration.ts";
import { isLong } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;
const skipShort = skip !== false ? skip : isLong ? false : "only in the long form";

const chooseSome: ChooseCalls = (calls) => chooseKinds(calls).filter((_, nth) => nth % 3 === 0);
/** Right after the copy of the old file is in its place. */
const chooseCopied: ChooseCalls = (calls) => [
  calls.findIndex((call) => /^rename .*\/backup\//.test(call)) + 2,
];

for (const version of isLong ? [1, 3, 4, 5] : [5]) {
  const title = `killed at any call of the migration from format ${version}, a timeline has the old format or the new one`;
  test(title, { skip }, async (t) => {
    if (typeof interposer === "string") return;
    const choose = isLong ? chooseEvery : chooseKinds;
    const { points, measures } = await killMigration({ interposer, version, choose });
    t.diagnostic(`${points} calls`);
    assertNothingFound(measures);
  });

  test(`a power cut during the migration from format ${version} leaves the old format or the new one`, async (t) => {
    if (typeof interposer === "string") {
      t.skip(interposer);
      return;
    }
    const choose = isLong ? chooseEvery : chooseCopied;
    const cut = await cutMigration({ interposer, version, choose });
    if (typeof cut === "string") {
      t.skip(cut);
      return;
    }
    t.diagnostic(`${cut.points} cuts`);
    assertNothingFound(cut.measures);
  });

  test(`killed twice during the migration from format ${version}, a timeline has the old format or the new one`, {
    skip: skipShort,
  }, async (t) => {
    if (typeof interposer === "string") return;
    const row = { interposer, version, choose: chooseKinds, chooseAgain: chooseSome };
    const { points, measures } = await killMigration(row);
    t.diagnostic(`${points} pairs of calls`);
    assertNothingFound(measures);
  });

  test(`when calls of the migration from format ${version} fail, the next start does it`, {
    skip,
  }, async (t) => {
    if (typeof interposer === "string") return;
    const choose = isLong ? chooseEvery : chooseCopied;
    const row = { interposer, version, choose, errors: ["EIO", "ENOSPC", "EACCES"] };
    const { points, measures } = await killMigration(row);
    t.diagnostic(`${points} calls`);
    assertNothingFound(measures);
  });
}
