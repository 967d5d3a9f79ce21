import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertNothingFound } from "./checker/measures.ts";
import { findSecrets, plantSecrets, secrets } from "./checker/secret-home.ts";
import { openInterposer } from "./native/interposer.ts";
import { type ChooseCalls, chooseEvery, chooseKinds } from "./row/choose-calls.ts";
import { killForget } from "./row/kill-forget.ts";
import { isLong, openStage } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;

test("the secrets that must be forgotten lie in every corner of the home before", async () => {
  using stage = openStage();
  const place = stage.place("planted");
  await plantSecrets(place);
  const found = findSecrets(place.home).join("\n");
  for (const corner of [
    /^projects\/.*timeline\.db/m,
    /^projects\/.*backup/m,
    /^rescue\//m,
    /^trash\//m,
    /^objects\/[0-9a-f]{2}\//m,
    /^objects\/tmp\//m,
    /^lost\+found\/objects\//m,
    /^lost\+found\/timelines\//m,
    /^spool\//m,
  ]) {
    assert.match(found, corner);
  }
  assert.equal(secrets.length, 3);
});

test("a forgotten secret is in no file of the home, also when forgetting was killed at any call", {
  skip,
}, async (t) => {
  if (typeof interposer === "string") return;
  const chooseSome: ChooseCalls = (calls) => chooseKinds(calls).filter((_, nth) => nth % 3 === 0);
  const choose = isLong ? chooseEvery : chooseSome;
  const { points, measures } = await killForget({ interposer, choose });
  t.diagnostic(`${points} calls`);
  assertNothingFound(measures);
});
