import { writeFileSync } from "node:fs";
import type { Measures } from "../checker/measures.ts";
import type { Place } from "../program/recording.ts";
import { type Ended, eachOf, openStage, runProgram, type Stage } from "../stage.ts";
import { type ChooseCalls, chooseEvery } from "./choose-calls.ts";
import { checkTrials, type OperationTrial } from "./operation-trials.ts";
import {
  filesOf,
  listCalls,
  type PlayedOperation,
  readCalls,
  ruleFiles,
  startOperation,
} from "./play-operation.ts";

export interface KillOperation extends PlayedOperation {
  /** All calls unless given. */
  readonly choose?: ChooseCalls;
  /** Calls that fail once before it is killed, so that what was done is being taken back; none unless given. */
  readonly chooseFailing?: ChooseCalls;
  /** Calls of the recovery at which that is killed too; none unless given. */
  readonly chooseAgain?: ChooseCalls;
}

/**
 * Plays an operation once for every call that changes something in the home or in the project, kills
 * it with SIGKILL just before that call, and starts anew. With `chooseAgain`, what starts then is
 * killed as well, and only the start after that is left alone.
 */
export async function killOperation(
  row: KillOperation,
): Promise<{ readonly points: number; readonly measures: Measures }> {
  using stage = openStage();
  const killer = new Killer(stage, row);
  const calls = await listCalls(stage, row);
  const { choose = chooseEvery, chooseFailing, chooseAgain, tree } = row;
  const trials: OperationTrial[] = [];
  await eachOf((chooseFailing ?? choose)(calls), async (index) => {
    const at: Point = { index, where: `call ${index + 1} of ${calls.length} (${calls[index]})` };
    if (chooseFailing !== undefined) trials.push(...(await killer.killTakingBack(at, choose)));
    else if (chooseAgain !== undefined)
      trials.push(...(await killer.killRecovery(at, chooseAgain)));
    else trials.push(await killer.kill(at, `n${index + 1}`));
  });
  return { points: trials.length, measures: await checkTrials(stage, trials, tree) };
}

/** A call of an operation. */
interface Point {
  /** From 0. */
  readonly index: number;
  readonly where: string;
}

class Killer {
  readonly #stage: Stage;
  readonly #row: KillOperation;

  constructor(stage: Stage, row: KillOperation) {
    this.#stage = stage;
    this.#row = row;
  }

  /** The last calls may fall away: which pages of a log are written depends on the instant. */
  async kill({ index, where }: Point, name: string): Promise<OperationTrial> {
    const place = this.#stage.place(name);
    const actions = [`KILL ${index + 1}`];
    const { lines } = await startOperation(this.#row, place, { actions }).ended;
    return { place, where, lines };
  }

  /** One trial for each chosen call after one that failed. */
  async killTakingBack(failing: Point, choose: ChooseCalls): Promise<OperationTrial[]> {
    const play = async (name: string, action: string, where: string): Promise<OperationTrial> => {
      const place = this.#stage.place(name);
      const actions = [`EIO ${failing.index + 1}`, action];
      const { lines } = await startOperation(this.#row, place, { actions }).ended;
      return { place, where: `EIO at ${failing.where}, ${where}`, lines };
    };
    const name = `f${failing.index + 1}`;
    const first = await play(name, "LOG 1+", "not killed");
    const trials = [first];
    // The failing call itself is not in the list, nor counted.
    const calls = readCalls(first.place);
    for (const later of choose(calls.slice(failing.index))) {
      const index = failing.index + later;
      const where = `killed at ${index + 1} (${calls[index]})`;
      trials.push(await play(`${name}-${index + 1}`, `KILL ${index + 1}`, where));
    }
    return trials;
  }

  /** One trial for each chosen call of the recovery from a kill. */
  async killRecovery(killed: Point, choose: ChooseCalls): Promise<OperationTrial[]> {
    const name = `n${killed.index + 1}`;
    const first = await this.kill(killed, name);
    await this.#recover(first.place, "LOG 1+");
    const calls = readCalls(first.place);
    const trials = [first];
    for (const index of choose(calls)) {
      const { place, where, lines } = await this.kill(killed, `${name}-${index + 1}`);
      await this.#recover(place, `KILL ${index + 1}`);
      const again = `${where}, then ${index + 1} of ${calls.length} (${calls[index]})`;
      trials.push({ place, where: again, lines });
    }
    return trials;
  }

  #recover(place: Place, action: string): Promise<Ended> {
    const { interposer, tree } = this.#row;
    const files = ruleFiles(place);
    const list = `${files.control}.places`;
    writeFileSync(list, JSON.stringify([place]));
    writeFileSync(files.control, `* ${filesOf(place)} ${action}\n`);
    return runProgram({
      name: "recover",
      args: [list],
      env: interposer.environment(files),
      ...(tree === undefined ? {} : { tree }),
    });
  }
}
