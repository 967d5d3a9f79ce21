import { act, say } from "./actor.ts";
import { applyOp } from "./apply-op.ts";
import type { Means, Op } from "./line.ts";

// A person with an editor: nobody is told of anything.

await act(async (step, { goOn }) => {
  if (step.step !== "edit") return;
  if (step.held === true) await goOn();
  for (const op of step.ops) {
    const isSlow = op.do === "write" && op.slow === true;
    edit(op, step.held !== true ? "person" : isSlow ? "slow intruder" : "intruder");
  }
});

function edit(op: Op, means: Means): void {
  const from = Date.now();
  const states = applyOp(op);
  const to = Date.now();
  for (const state of states) say({ deed: { ...state, from, to, means, turn: null, call: null } });
}
