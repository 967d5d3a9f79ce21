import { after, test } from "node:test";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import { type ChooseCalls, chooseEvery, chooseKinds } from "./row/choose-calls.ts";
import { cutOperation } from "./row/cut-operation.ts";
import { failOperation } from "./row/fail-operation.ts";
import { killOperation } from "./row/kill-operation.ts";
import { isLong } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;
const operation = "prune";

test("killed at any call of a prune, no row is without its content and no path without its newest row", {
  skip,
}, async (t) => {
  if (typeof interposer === "string") return;
  const choose = isLong ? chooseEvery : chooseKinds;
  const { points, measures } = await killOperation({ interposer, operation, choose });
  t.diagnostic(`${points} calls`);
  assertNothingFound(measures);
});

test("a prune that was killed, and killed again while that is put right, leaves no row without its content", {
  skip: skip !== false ? skip : isLong ? false : "only in the long form",
}, async (t) => {
  if (typeof interposer === "string") return;
  const chooseSome: ChooseCalls = (calls) => chooseKinds(calls).filter((_, nth) => nth % 3 === 1);
  const row = { interposer, operation, choose: chooseSome, chooseAgain: chooseSome } as const;
  const { points, measures } = await killOperation(row);
  t.diagnostic(`${points} pairs of calls`);
  assertNothingFound(measures);
});

test("when calls of a prune fail, what it answers is true and nothing is lost", {
  skip,
}, async (t) => {
  if (typeof interposer === "string") return;
  const actions = ["ENOSPC", "EIO"];
  const choose = isLong ? "every" : "kinds";
  const row = { interposer, operation, actions, span: "once", choose } as const;
  const { outcomes, measures } = await failOperation(row);
  t.diagnostic(JSON.stringify(outcomes));
  assertNothingFound(measures);
});

test("a power cut during a prune loses no row that stays", async (t) => {
  if (typeof interposer === "string") {
    t.skip(interposer);
    return;
  }
  const every = Array.from({ length: isLong ? 30 : 0 }, (_, at) => at + 1);
  const cuts = isLong ? ([...every, "answered"] as const) : (["answered"] as const);
  const measures = await cutOperation({ interposer, operation, cuts });
  if (typeof measures === "string") t.skip(measures);
  else assertNothingFound(measures);
});
