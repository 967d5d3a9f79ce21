import type { MonoMs } from "@unf/core/base";
import { freshSupervision, type Observation, stepSupervision } from "@unf/core/intent";
import { sayLine } from "./say.ts";

// `supervise.ts`: a daemon that answered once and then keeps its lock but answers no more, as the
// sentinel sees it every 15 s. Says what the sentinel does in each of the following rounds.
const intent = {
  kind: "known",
  intent: { generation: 1, running: true, projects: [] },
} as const satisfies Observation["intent"];

let state = freshSupervision;
for (let round = 0; round < 8; round += 1) {
  const daemon: Observation["daemon"] =
    round === 0 ? { kind: "answering", pid: 99 } : { kind: "silent", pid: 99 };
  const step = stepSupervision(state, { now: (round * 15_000) as MonoMs, intent, daemon });
  state = step.state;
  sayLine({ action: step.action.kind === "signal" ? step.action.signal : step.action.kind });
}
