import { after, test } from "node:test";
import { testSeed } from "../kit/index.ts";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import {
  type ChooseCalls,
  chooseEvery,
  chooseKinds,
  choosePacking,
  chooseSixth,
} from "./row/choose-calls.ts";
import { killAtEveryCall } from "./row/kill-calls.ts";
import { killDaemonAtCalls } from "./row/kill-daemon.ts";
import { killAtRandom } from "./row/kill-random.ts";
import { playScenario } from "./row/play.ts";
import { isLong } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;

const scenarios = [
  "small",
  "repeat",
  "drain",
  "drainMany",
  "bulk",
  "intent",
  "collect",
  "packing",
] as const;
type Choices = Readonly<Record<(typeof scenarios)[number], ChooseCalls>>;

const every = { small: chooseEvery, repeat: chooseEvery, drain: chooseEvery, intent: chooseEvery };
const longForms: Choices = {
  ...every,
  drainMany: chooseEvery,
  bulk: chooseEvery,
  collect: chooseEvery,
  packing: chooseEvery,
};
const sampled = {
  small: chooseSixth,
  repeat: chooseKinds,
  drain: chooseKinds,
  intent: chooseKinds,
};
// Each call of packing is tried over a disk in memory, too (test/conformance/packs.test.ts).
const shortForms: Choices = {
  ...sampled,
  drainMany: chooseKinds,
  bulk: chooseKinds,
  collect: chooseKinds,
  packing: choosePacking,
};

for (const scenario of scenarios) {
  test(`killed at any call of "${scenario}", nothing acknowledged is lost`, { skip }, async (t) => {
    if (typeof interposer === "string") return;
    const choose = isLong ? longForms[scenario] : shortForms[scenario];
    const { points, measures } = await killAtEveryCall({ interposer, scenario, choose });
    t.diagnostic(`${points} calls`);
    assertNothingFound(measures);
  });
}

for (const scenario of ["collect", "packing", "drain"] as const) {
  test(`killed at a call of "${scenario}", and again while that is put right, nothing acknowledged is lost`, {
    skip: skip !== false ? skip : isLong ? false : "only in the long form",
  }, async (t) => {
    if (typeof interposer === "string") return;
    const chooseSome: ChooseCalls = (calls) => chooseKinds(calls).filter((_, nth) => nth % 3 === 1);
    const row = { interposer, scenario, choose: chooseSome, chooseAgain: chooseSome };
    const { points, measures } = await killAtEveryCall(row);
    t.diagnostic(`${points} pairs of calls`);
    assertNothingFound(measures);
  });
}

test("killed at random under load, nothing acknowledged is lost and every absence is a gap", async () => {
  const seed = testSeed();
  assertNothingFound(await killAtRandom({ seed, kills: isLong ? 100 : 3 }));
});

test("a daemon killed at a call of its own loses nothing acknowledged", { skip }, async () => {
  if (typeof interposer === "string") return;
  const points = isLong ? Array.from({ length: 60 }, (_, at) => at + 1) : [2, 21, 40];
  assertNothingFound(await killDaemonAtCalls({ interposer, points }));
});

test("killed in the turn in which a flush was acknowledged, all of it is there", async () => {
  assertNothingFound(await playScenario({ scenario: "small", killed: true }));
});

test("when the clock goes back, rows stay in the order of their timestamps", async () => {
  assertNothingFound(await playScenario({ scenario: "clockBack", killed: false }));
});

test("an empty file that a crash left where an object is to stand is replaced", async () => {
  assertNothingFound(await playScenario({ scenario: "emptyObject", killed: false }));
});
