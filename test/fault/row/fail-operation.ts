import { join } from "node:path";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import { outcomeOf } from "../checker/told.ts";
import { openStage, runProgram } from "../stage.ts";
import { checkTrials } from "./operation-trials.ts";
import type { PlayedOperation } from "./play-operation.ts";

export interface FailOperation extends PlayedOperation {
  /** Names of errors; one after the other over the calls. */
  readonly actions: readonly string[];
  /** Only the one call fails, or it and every later one until the operation has answered. */
  readonly span: "once" | "lasting";
  readonly choose: "every" | "kinds" | "placing";
}

/**
 * Lets calls of an operation fail, one trial each, and starts anew when the disk is well again. What
 * the operation answered must be true then; `outcomes` counts the answers.
 */
export async function failOperation(
  row: FailOperation,
): Promise<{ readonly outcomes: Readonly<Record<string, number>>; readonly measures: Measures }> {
  using stage = openStage();
  const measures = noFindings();
  const control = join(stage.directory, "rules");
  const log = join(stage.directory, "calls");
  const trials = join(stage.directory, "trials");
  const { code, signal, lines, stderr, hung } = await runProgram({
    name: "fail-operation",
    args: [trials, row.operation, row.actions.join(","), row.span, row.choose],
    env: row.interposer.environment({ control, log }),
    limitMs: 600_000,
    ...(row.tree === undefined ? {} : { tree: row.tree }),
  });
  if (hung) measures.hangs.push(row.operation);
  if (code !== 0) measures.crash.push(`${signal ?? code}: ${stderr}`);
  const played = lines.map((line) => {
    const { where = "", home = "", root = "" } = line;
    return { place: { home, root }, where, lines: [line] };
  });
  addFindings(measures, await checkTrials(stage, played, row.tree), row.operation);
  const outcomes: Record<string, number> = {};
  for (const { where, told, bugs = [] } of lines) {
    measures.crash.push(...bugs.map((bug) => `${row.operation}: ${where}: ${bug}`));
    const outcome = told === undefined ? "none" : outcomeOf(told);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { outcomes, measures };
}
