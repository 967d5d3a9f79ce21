import { after, test } from "node:test";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import { failDaemon } from "./row/daemon-errors.ts";
import { failCalls } from "./row/disk-errors.ts";
import { isLong } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;

const errors = ["ENOSPC", "EIO", "EACCES", "EMFILE", "EROFS"];
/** In the long form each error at each call, else one error at each of a sample. */
const actionLists = isLong ? errors.map((error) => [error]) : [errors];

const samples = {
  small: ["kinds", "every"],
  bulk: ["kinds", "every"],
  drain: ["kinds", "every"],
  drainMany: ["kinds", "every"],
  collect: ["few", "telling"],
  packing: ["first", "telling"],
} as const;

for (const span of ["once", "lasting"] as const) {
  for (const scenario of ["small", "bulk", "drain", "drainMany", "collect", "packing"] as const) {
    const title = `when calls of "${scenario}" fail ${span === "once" ? "once" : "for a while"}, nothing acknowledged is lost`;
    test(title, { skip }, async (t) => {
      if (typeof interposer === "string") return;
      const [short, long] = samples[scenario];
      const choose = isLong ? long : short;
      for (const actions of actionLists) {
        const row = { interposer, scenario, actions, span, choose } as const;
        const { ends, measures } = await failCalls(row);
        t.diagnostic(JSON.stringify(ends));
        assertNothingFound(measures);
      }
    });
  }
}

test("writes that take only half of the bytes lose nothing", { skip }, async (t) => {
  if (typeof interposer === "string") return;
  for (const action of ["SHORT", "FULL"]) {
    const span = action === "SHORT" ? "lasting" : "once";
    const row = { interposer, scenario: "small", actions: [action], span } as const;
    const { ends, measures } = await failCalls({ ...row, choose: isLong ? "every" : "kinds" });
    t.diagnostic(JSON.stringify(ends));
    assertNothingFound(measures);
  }
});

for (const error of errors) {
  test(`a daemon whose home fails with ${error} for a while records again`, { skip }, async () => {
    if (typeof interposer === "string") return;
    assertNothingFound(await failDaemon({ interposer, error }));
  });
}
