import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkHome, checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import type { Interposer } from "../native/interposer.ts";
import type { Place } from "../program/recording.ts";
import type { ScenarioName } from "../program/scenario.ts";
import { acksOf, type Ended, eachOf, openStage, recoverAll, runProgram } from "../stage.ts";
import { type ChooseCalls, chooseEvery } from "./choose-calls.ts";

export interface KillCalls {
  readonly interposer: Interposer;
  readonly scenario: ScenarioName;
  /** All calls unless given. */
  readonly choose?: ChooseCalls;
  /** Another copy of the repository. */
  readonly tree?: string;
}

/**
 * Plays a scenario once for every call that changes something in the home, kills it with SIGKILL
 * just before that call, starts anew and compares.
 */
export async function killAtEveryCall(
  row: KillCalls,
): Promise<{ readonly points: number; readonly measures: Measures }> {
  using stage = openStage();
  const { interposer, scenario, choose = chooseEvery } = row;
  const tree = row.tree === undefined ? {} : { tree: row.tree };
  const play = (place: Place, rules: string, log?: string): Promise<Ended> => {
    const control = `${place.root}.rules`;
    return runProgram({
      name: "record",
      args: [place.home, place.root, scenario, "exit", rules],
      env: interposer.environment({ control, ...(log === undefined ? {} : { log }) }),
      ...tree,
    });
  };
  const measures = noFindings();
  const whole = stage.place("whole");
  const log = join(stage.directory, "calls");
  const first = await play(whole, `* ${whole.home} LOG 1+`, log);
  if (first.code !== 0)
    throw new Error(`without a fault it ended with ${first.code}: ${first.stderr}`);
  const calls = readFileSync(log, "utf8").trimEnd().split("\n");
  const points = choose(calls).map((index) => index + 1);
  const trials: { readonly place: Place; readonly at: string; readonly ended: Ended }[] = [];
  await eachOf(points, async (at) => {
    const place = stage.place(`n${at}`);
    const ended = await play(place, killRule(place, calls.slice(0, at)));
    const call = (calls[at - 1] ?? "").replace(whole.home, "");
    trials.push({ place, at: `call ${at} of ${calls.length} (${call})`, ended });
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
  return { points: points.length, measures };
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
