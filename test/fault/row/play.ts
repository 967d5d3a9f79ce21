import { checkHome } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import type { ScenarioName } from "../program/scenario.ts";
import { acksOf, openStage, runProgram } from "../stage.ts";

/**
 * Plays a scenario without a fault of the disk and compares what is there when the program has
 * ended. `killed`: it ends by SIGKILL in the very turn in which the flush was acknowledged.
 */
export async function playScenario(row: {
  readonly scenario: ScenarioName;
  readonly killed: boolean;
  /** Another copy of the repository. */
  readonly tree?: string;
}): Promise<Measures> {
  using stage = openStage();
  const place = stage.place("played");
  const measures = noFindings();
  const { code, signal, lines, stderr, hung } = await runProgram({
    name: "record",
    args: [place.home, place.root, row.scenario, row.killed ? "ack" : "exit"],
    ...(row.tree === undefined ? {} : { tree: row.tree }),
  });
  if (hung) measures.hangs.push(row.scenario);
  const isExpected = row.killed ? signal === "SIGKILL" : code === 0;
  if (!isExpected) measures.crash.push(`${row.scenario}: ${signal ?? code}: ${stderr}`);
  addFindings(measures, checkHome({ ...place, acks: acksOf(lines) }), row.scenario);
  return measures;
}
