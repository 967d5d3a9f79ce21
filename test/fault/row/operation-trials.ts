import { checkHome } from "../checker/check-home.ts";
import { checkOperation } from "../checker/check-operation.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import type { Place } from "../program/recording.ts";
import { type Line, recoverAll, type Stage } from "../stage.ts";

/** An operation that was tried, with what its program said; nobody has recovered yet. */
export interface OperationTrial {
  readonly place: Place;
  /** The fault it met. */
  readonly where: string;
  readonly lines: readonly Line[];
}

/** Starts anew in every place, the faults being over, and compares what is there with what was told. */
export async function checkTrials(
  stage: Stage,
  trials: readonly OperationTrial[],
  tree?: string,
): Promise<Measures> {
  const measures = noFindings();
  const places = trials.map(({ place }) => place);
  const recovered = await recoverAll(stage, places, tree);
  for (const { place, where, lines } of trials) {
    const crash = recovered.get(place.home)?.crash;
    if (crash !== undefined) measures.crash.push(`${where}: recovery: ${crash}`);
    const trees = lines.find((line) => line.trees !== undefined)?.trees;
    if (trees === undefined) throw new Error(`${where}: it never began`);
    const told = lines.find((line) => line.told !== undefined)?.told;
    addFindings(measures, checkOperation({ ...place, ...trees, told }), where);
    addFindings(measures, checkHome({ ...place, acks: [] }), where);
  }
  return measures;
}
