import { after, test } from "node:test";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import {
  type ChooseCalls,
  chooseEvery,
  chooseFirstRename,
  chooseKinds,
  chooseLastRename,
  chooseRenames,
} from "./row/choose-calls.ts";
import { cutOperation } from "./row/cut-operation.ts";
import { failOperation } from "./row/fail-operation.ts";
import { killOperation } from "./row/kill-operation.ts";
import { saveMeanwhile } from "./row/save-meanwhile.ts";
import { isLong } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;

const chooseThree: ChooseCalls = (calls) => chooseRenames(calls).slice(0, 3);
const chooseHalf: ChooseCalls = (calls) => chooseKinds(calls).filter((_, nth) => nth % 2 === 1);

const operations = ["restore", "undo"] as const;
/** Those that are killed twice: of the short form only one. */
const killedTwice = isLong ? operations : (["restore"] as const);

for (const operation of [...operations, "oops"] as const) {
  const title = `killed at any call of "${operation}", it is carried out whole or not at all`;
  test(title, { skip }, async (t) => {
    if (typeof interposer === "string") return;
    // A restore does all that can be done to a path: of the others the short form plays half.
    const choose = isLong ? chooseEvery : operation === "restore" ? chooseKinds : chooseHalf;
    const { points, measures } = await killOperation({ interposer, operation, choose });
    t.diagnostic(`${points} calls`);
    assertNothingFound(measures);
  });
}

for (const operation of killedTwice) {
  const titleAgain = `killed at any call of "${operation}", and again while that is put right, nothing is half done`;
  test(titleAgain, { skip }, async (t) => {
    if (typeof interposer === "string") return;
    const [choose, chooseAgain] = isLong
      ? [chooseKinds, chooseRenames]
      : [chooseFirstRename, chooseThree];
    const row = { interposer, operation, choose, chooseAgain };
    const { points, measures } = await killOperation(row);
    t.diagnostic(`${points} pairs of calls`);
    assertNothingFound(measures);
  });

  const titleBack = `killed while "${operation}" is taken back, it is carried out whole or not at all`;
  test(titleBack, { skip }, async (t) => {
    if (typeof interposer === "string") return;
    const chooseFailing = isLong ? chooseKinds : chooseLastRename;
    const choose = isLong ? chooseKinds : chooseThree;
    const row = { interposer, operation, chooseFailing, choose };
    const { points, measures } = await killOperation(row);
    t.diagnostic(`${points} pairs of calls`);
    assertNothingFound(measures);
  });
}

test("what is saved while a restore is under way is not lost", { skip }, async () => {
  if (typeof interposer === "string") return;
  assertNothingFound(await saveMeanwhile({ interposer, operation: "restore" }));
});

const errors = ["ENOSPC", "EIO", "EACCES"];
/** In the long form each error at each call, else one error at each of the chosen ones. */
const actionLists = isLong ? errors.map((error) => [error]) : [errors];

for (const span of ["once", "lasting"] as const) {
  for (const operation of operations) {
    const title = `when calls of "${operation}" fail ${span === "once" ? "once" : "for a while"}, what it answers is true`;
    test(title, { skip }, async (t) => {
      if (typeof interposer === "string") return;
      for (const actions of actionLists) {
        const choose = isLong ? "every" : "kinds";
        const row = { interposer, operation, actions, span, choose } as const;
        const { outcomes, measures } = await failOperation(row);
        t.diagnostic(JSON.stringify(outcomes));
        assertNothingFound(measures);
      }
    });
  }
}

for (const operation of operations) {
  const title = `a power cut during "${operation}" leaves it carried out whole or not at all`;
  test(title, async (t) => {
    if (typeof interposer === "string") {
      t.skip(interposer);
      return;
    }
    const every = Array.from({ length: isLong ? 110 : 0 }, (_, at) => at + 1);
    const cuts = isLong ? ([...every, "answered"] as const) : ([70, "answered"] as const);
    const measures = await cutOperation({ interposer, operation, cuts });
    if (typeof measures === "string") t.skip(measures);
    else assertNothingFound(measures);
  });
}
