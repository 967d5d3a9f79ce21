import type { Measures } from "../checker/measures.ts";
import { openStage } from "../stage.ts";
import type { ChooseCalls } from "./choose-calls.ts";
import { type Cut, cutPower } from "./power-cut.ts";
import { listScenarioCalls, type PlayedScenario } from "./scenario-calls.ts";

export interface CutCalls extends PlayedScenario {
  readonly choose: ChooseCalls;
}

/**
 * Plays a scenario once for each chosen call that changes something in the home, and cuts the power
 * just before that call. Text says why it cannot be done here.
 */
export async function cutAtCalls(
  row: CutCalls,
): Promise<{ readonly points: number; readonly measures: Measures } | string> {
  using stage = openStage();
  const { interposer, scenario, choose, tree } = row;
  const cuts = choose(await listScenarioCalls(stage, row)).map((index): Cut => {
    return { during: scenario, call: index + 1 };
  });
  const measures = await cutPower({
    ...{ format: "ext4", cuts, interposer },
    ...(tree === undefined ? {} : { tree }),
  });
  return typeof measures === "string" ? measures : { points: cuts.length, measures };
}
