import { type Measures, noFindings } from "../checker/measures.ts";
import { plantSecrets } from "../checker/secret-home.ts";
import type { Place } from "../program/recording.ts";
import { type Ended, eachOf, openStage, type Stage } from "../stage.ts";
import type { ChooseCalls } from "./choose-calls.ts";
import {
  copyPlace,
  type ForgetRow,
  judgeForgotten,
  listForgetCalls,
  readForgetCalls,
  settleForget,
  startForget,
} from "./forget-trial.ts";

export interface KillForget extends ForgetRow {
  /** None: it is only carried out. */
  readonly choose: ChooseCalls;
  /** Instead of a kill, the call fails; one error after the other over the calls. */
  readonly errors?: readonly string[];
  /** Calls at which what carries on is killed as well; none unless given. */
  readonly chooseAgain?: ChooseCalls;
}

/**
 * Forgets once for each chosen call that changes something, kills that with SIGKILL just before the
 * call, or lets the call fail, and lets the next start carry it on. Then no file of the home may hold a
 * secret; where nothing had been ordered yet, nothing may be gone.
 */
export async function killForget(
  row: KillForget,
): Promise<{ readonly points: number; readonly measures: Measures }> {
  using stage = openStage();
  const planted = stage.place("planted");
  await plantSecrets(planted);
  const measures = noFindings();
  const { what } = row;
  const { place: whole, calls } = await listForgetCalls(stage, row, planted);
  judgeForgotten(measures, { place: whole, what, where: "without a fault" });
  let points = 0;
  await eachOf(row.choose(calls), async (index) => {
    const where = `call ${index + 1} of ${calls.length} (${calls[index]})`;
    const trial = { stage, row, planted, index, where };
    const tried =
      row.chooseAgain === undefined
        ? [await tryOnce(trial, measures)]
        : await tryTwice(trial, row.chooseAgain);
    for (const one of tried) await settleForget(measures, { ...one, what });
    points += tried.length;
  });
  return { points, measures };
}

interface ForgetTrial {
  readonly stage: Stage;
  readonly row: KillForget;
  readonly planted: Place;
  /** Of the call, from 0. */
  readonly index: number;
  readonly where: string;
}

interface Tried {
  readonly place: Place;
  readonly where: string;
}

/** Requires that an answer in spite of a failing call is true before anybody carries on. */
async function tryOnce(trial: ForgetTrial, measures: Measures): Promise<Tried> {
  const { stage, row, planted, index, where } = trial;
  const place = copyPlace(stage.directory, planted, `n${index + 1}`);
  const action = row.errors?.[index % row.errors.length] ?? "KILL";
  const ended = await startForget(row, place, { rule: `${action} ${index + 1}` }).ended;
  if (row.errors === undefined) return { place, where };
  const failed = `${action} at ${where}`;
  if (saidDone(ended))
    judgeForgotten(measures, { place, what: row.what, where: `${failed}, done` });
  if (ended.code !== 0) measures.crash.push(`${failed}: ${ended.code} ${ended.stderr}`);
  return { place, where: failed };
}

/** It answered that nothing is left to do. */
export function saidDone({ lines }: Pick<Ended, "lines">): boolean {
  const reply = lines.flatMap(({ answers }) => answers ?? [])[0];
  return reply !== undefined && (JSON.parse(reply) as { pending: boolean }).pending === false;
}

async function tryTwice(trial: ForgetTrial, chooseAgain: ChooseCalls): Promise<Tried[]> {
  const { stage, row, planted, index, where } = trial;
  const killed = async (name: string): Promise<Place> => {
    const place = copyPlace(stage.directory, planted, `n${index + 1}${name}`);
    await startForget(row, place, { rule: `KILL ${index + 1}` }).ended;
    return place;
  };
  const first = await killed("");
  await startForget(row, first, { rule: "LOG 1+", end: "carry-on" }).ended;
  const calls = readForgetCalls(first);
  const tried: Tried[] = [{ place: first, where }];
  for (const again of chooseAgain(calls)) {
    const place = await killed(`-${again + 1}`);
    await startForget(row, place, { rule: `KILL ${again + 1}`, end: "carry-on" }).ended;
    tried.push({
      place,
      where: `${where}, then ${again + 1} of ${calls.length} (${calls[again]})`,
    });
  }
  return tried;
}
