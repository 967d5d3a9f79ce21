import { readFileSync, writeFileSync } from "node:fs";
import { checkHome, checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import type { Place } from "../program/recording.ts";
import { acksOf, type Ended, eachOf, openStage, recoverAll, runProgram } from "../stage.ts";
import { type ChooseCalls, chooseEvery } from "./choose-calls.ts";
import { listScenarioCalls, type PlayedScenario, playWithRules } from "./scenario-calls.ts";

export interface KillCalls extends PlayedScenario {
  /** All calls unless given. */
  readonly choose?: ChooseCalls;
  /** Calls of the next start at which that is killed as well; none unless given. */
  readonly chooseAgain?: ChooseCalls;
}

interface Trial {
  readonly place: Place;
  readonly at: string;
  readonly ended: Ended;
}

/**
 * Plays a scenario once for every call that changes something in the home, kills it with SIGKILL
 * just before that call, starts anew and compares. With `chooseAgain`, the next start is killed as
 * well, and only the one after that is left alone.
 */
export async function killAtEveryCall(
  row: KillCalls,
): Promise<{ readonly points: number; readonly measures: Measures }> {
  using stage = openStage();
  const { choose = chooseEvery } = row;
  const measures = noFindings();
  const calls = await listScenarioCalls(stage, row);
  const points = choose(calls).map((index) => index + 1);
  const trials: Trial[] = [];
  await eachOf(points, async (at) => {
    const play = async (name: string, more = ""): Promise<Trial> => {
      const place = stage.place(`n${at}${name}`);
      const rules = killRule(place, calls.slice(0, at));
      const ended = await playWithRules(row, place, { rules });
      return { place, at: `call ${at} of ${calls.length} (${calls[at - 1]})${more}`, ended };
    };
    const first = await play("");
    trials.push(first);
    if (row.chooseAgain === undefined) return;
    await startAgain(row, first.place, "LOG 1+");
    const later = readAgain(first.place);
    for (const again of row.chooseAgain(later)) {
      const trial = await play(`-${again + 1}`, `, then ${again + 1} (${later[again]})`);
      await startAgain(row, trial.place, `KILL ${again + 1}`);
      trials.push(trial);
    }
  });
  for (const { place, at, ended } of trials) {
    const killed = checkKilled({ ...place, acks: acksOf(ended.lines) });
    addFindings(measures, killed, `${at}, not recovered`);
  }
  const recovered = await recoverAll(
    stage,
    trials.map(({ place }) => place),
    row.tree,
  );
  for (const { place, at, ended } of trials) {
    // The last calls may fall away: which pages of a log are written depends on the instant.
    if (ended.signal !== "SIGKILL" && ended.code !== 0) {
      measures.crash.push(`${at}: ${ended.code} ${ended.stderr}`);
    }
    if (ended.hung) measures.hangs.push(at);
    const after = recovered.get(place.home);
    if (after?.crash !== undefined) measures.crash.push(`${at}: recovery: ${after.crash}`);
    const said = Math.max(0, ...ended.lines.map(({ generation }) => Number(generation ?? 0)));
    if (after?.crash === undefined && !(Number(after?.generation) >= said)) {
      measures.ackedLost.push(`${at}: intent ${said}, is now ${after?.generation}`);
    }
    addFindings(measures, checkHome({ ...place, acks: acksOf(ended.lines) }), at);
  }
  return { points: trials.length, measures };
}

/** Starts the program after the fault, with another one. */
async function startAgain(
  { interposer, tree }: PlayedScenario,
  place: Place,
  action: string,
): Promise<void> {
  const files = { control: `${place.root}.rules`, log: `${place.root}.calls` };
  const list = `${place.root}.places`;
  writeFileSync(list, JSON.stringify([place]));
  writeFileSync(files.control, `* ${place.home}/ ${action}\n`);
  await runProgram({
    name: "recover",
    args: [list],
    env: interposer.environment(files),
    ...(tree === undefined ? {} : { tree }),
  });
}

function readAgain(place: Place): string[] {
  const text = readFileSync(`${place.root}.calls`, "utf8");
  return text.replaceAll(place.home, "").trimEnd().split("\n");
}

/**
 * Kills at the last of these calls, counted among those of its name: how many pages of a log are
 * written differs from run to run, and must not turn a file's creation into something else.
 */
function killRule({ home }: Place, calls: readonly string[]): string {
  const nameOf = (call: string): string => call.split(" ")[0] ?? "";
  const name = nameOf(calls.at(-1) ?? "");
  return `${name} ${home}/ KILL ${calls.filter((call) => nameOf(call) === name).length}`;
}
