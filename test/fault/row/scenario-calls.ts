import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Interposer } from "../native/interposer.ts";
import type { Place } from "../program/recording.ts";
import type { ScenarioName } from "../program/scenario.ts";
import { type Ended, runProgram, type Stage } from "../stage.ts";

export interface PlayedScenario {
  readonly interposer: Interposer;
  readonly scenario: ScenarioName;
  /** Another copy of the repository. */
  readonly tree?: string;
}

/** Plays a scenario to its end. `rules` are for its second part; `log`: where calls are written to. */
export function playWithRules(
  { interposer, scenario, tree }: PlayedScenario,
  place: Place,
  { rules, log }: { readonly rules: string; readonly log?: string },
): Promise<Ended> {
  const control = `${place.root}.rules`;
  return runProgram({
    name: "record",
    args: [place.home, place.root, scenario, "exit", rules],
    env: interposer.environment({ control, ...(log === undefined ? {} : { log }) }),
    ...(tree === undefined ? {} : { tree }),
  });
}

/** The calls of a scenario that change something in the home when nothing goes wrong: `CALL PATH` each. */
export async function listScenarioCalls(stage: Stage, row: PlayedScenario): Promise<string[]> {
  const place = stage.place("whole");
  const log = join(stage.directory, "calls");
  const rules = `* ${place.home} LOG 1+`;
  const { code, stderr } = await playWithRules(row, place, { rules, log });
  if (code !== 0) throw new Error(`without a fault it ended with ${code}: ${stderr}`);
  return readFileSync(log, "utf8").replaceAll(place.home, "").trimEnd().split("\n");
}
