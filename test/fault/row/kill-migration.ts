import type { AbsPath } from "@unf/core/base";
import { type Measures, noFindings } from "../checker/measures.ts";
import { eachOf, openStage, type Stage } from "../stage.ts";
import { type ChooseCalls, chooseEvery } from "./choose-calls.ts";
import {
  layHome,
  listConvertCalls,
  type MigrationRow,
  readConvertCalls,
  settleMigration,
  startConvert,
} from "./migration-trial.ts";

export interface KillMigration extends MigrationRow {
  /** All calls unless given. */
  readonly choose?: ChooseCalls;
  /** Instead of a kill, the call fails; one error after the other over the calls. */
  readonly errors?: readonly string[];
  /** Calls of the next conversion at which that is killed as well; none unless given. */
  readonly chooseAgain?: ChooseCalls;
}

/**
 * Converts a home of an older format once for every call that changes something in it, kills that
 * with SIGKILL just before the call, or lets the call fail, looks at what is left, and converts again.
 */
export async function killMigration(
  row: KillMigration,
): Promise<{ readonly points: number; readonly measures: Measures }> {
  using stage = openStage();
  const { choose = chooseEvery, chooseAgain, version } = row;
  const calls = await listConvertCalls(stage, row);
  const measures = noFindings();
  let points = 0;
  await eachOf(choose(calls), async (index) => {
    const where = `call ${index + 1} of ${calls.length} (${calls[index]})`;
    const trial = { stage, row, index, where };
    const tried =
      chooseAgain === undefined
        ? [await tryOnce(trial, measures)]
        : await tryTwice(trial, chooseAgain);
    for (const one of tried) settleMigration(measures, { ...one, version });
    points += tried.length;
  });
  return { points, measures };
}

interface MigrationTrial {
  readonly stage: Stage;
  readonly row: KillMigration;
  /** Of the call, from 0. */
  readonly index: number;
  readonly where: string;
}

interface Tried {
  readonly home: AbsPath;
  readonly where: string;
}

async function tryOnce(trial: MigrationTrial, measures: Measures): Promise<Tried> {
  const { stage, row, index, where } = trial;
  const home = layHome(row, stage.directory, `n${index + 1}`);
  const action = row.errors?.[index % row.errors.length] ?? "KILL";
  const { code, stderr } = await startConvert(row, home, { rule: `${action} ${index + 1}` }).ended;
  if (row.errors === undefined) return { home, where };
  if (code !== 0) measures.crash.push(`${action} at ${where}: ${code} ${stderr}`);
  return { home, where: `${action} at ${where}` };
}

async function tryTwice(trial: MigrationTrial, chooseAgain: ChooseCalls): Promise<Tried[]> {
  const { stage, row, index, where } = trial;
  const killed = async (name: string): Promise<AbsPath> => {
    const home = layHome(row, stage.directory, `n${index + 1}${name}`);
    await startConvert(row, home, { rule: `KILL ${index + 1}` }).ended;
    return home;
  };
  const first = await killed("");
  await startConvert(row, first, { rule: "LOG 1+" }).ended;
  const calls = readConvertCalls(first);
  const tried: Tried[] = [{ home: first, where }];
  for (const again of chooseAgain(calls)) {
    const home = await killed(`-${again + 1}`);
    await startConvert(row, home, { rule: `KILL ${again + 1}` }).ended;
    tried.push({ home, where: `${where}, then ${again + 1} of ${calls.length} (${calls[again]})` });
  }
  return tried;
}
