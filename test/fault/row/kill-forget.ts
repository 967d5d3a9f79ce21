import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, defaultConfig } from "@unf/core";
import { timelinePath } from "@unf/system";
import { openTimelineReader } from "@unf/timeline";
import { carryOnAll, openRecorderWorld, ownDoors, projectId } from "@unf/wiring/recorder";
import { type Measures, noFindings } from "../checker/measures.ts";
import { checkForgotten, findSecrets, plantSecrets, silent } from "../checker/secret-home.ts";
import type { Interposer } from "../native/interposer.ts";
import type { Place } from "../program/recording.ts";
import { type Ended, eachOf, openStage, runProgram, type Stage } from "../stage.ts";
import type { ChooseCalls } from "./choose-calls.ts";

export interface KillForget {
  readonly interposer: Interposer;
  /** None: it is only carried out. */
  readonly choose: ChooseCalls;
  readonly tree?: string;
}

/**
 * Forgets a file once for each chosen call that changes something, kills that with SIGKILL just before
 * the call, and lets the next start carry it on. Then no file of the home may hold a secret; where
 * nothing had been ordered yet, nothing may be gone.
 */
export async function killForget(
  row: KillForget,
): Promise<{ readonly points: number; readonly measures: Measures }> {
  using stage = openStage();
  const planted = stage.place("planted");
  await plantSecrets(planted);
  const measures = noFindings();
  const whole = copyPlace(stage, planted, "whole");
  const first = await runForget(row, whole, "LOG 1+");
  if (first.code !== 0) throw new Error(`it ended with ${first.code}: ${first.stderr}`);
  judge(measures, whole, "not killed");
  const calls = readFileSync(`${whole.home}.calls`, "utf8")
    .replaceAll(whole.home, "/home")
    .trimEnd()
    .split("\n");
  const points = row.choose(calls);
  await eachOf(points, async (index) => {
    const place = copyPlace(stage, planted, `n${index + 1}`);
    const where = `call ${index + 1} of ${calls.length} (${calls[index]})`;
    await runForget(row, place, `KILL ${index + 1}`);
    const wasOrdered = readOrders(place) > 0;
    await recover(place);
    if (wasOrdered) judge(measures, place, where);
    else if (findSecrets(place.home).length < 5)
      measures.ackedLost.push(`${where}: deleted unasked`);
  });
  return { points: points.length, measures };
}

function judge(measures: Measures, place: Place, where: string): void {
  measures.secretsLeft.push(...findSecrets(place.home).map((path) => `${where}: ${path}`));
  measures.contentLost.push(...checkForgotten(place).map((what) => `${where}: ${what}`));
}

/** The timeline knows its root by the path that was recorded: the copy keeps its id. */
function copyPlace(stage: Stage, from: Place, name: string): Place {
  const home = join(stage.directory, name, "home");
  cpSync(from.home, home, { recursive: true, preserveTimestamps: true });
  return { home, root: from.root };
}

function readOrders({ home, root }: Place): number {
  const path = timelinePath(home as AbsPath, projectId(root as AbsPath));
  if (!existsSync(path)) return 0;
  using timeline = openTimelineReader(path);
  return timeline.forgettings().length;
}

async function recover({ home }: Place): Promise<void> {
  const world = openRecorderWorld(home as AbsPath, defaultConfig, silent);
  await carryOnAll(world, ownDoors(home as AbsPath));
}

function runForget(
  { interposer, tree }: KillForget,
  { home, root }: Place,
  rule: string,
): Promise<Ended> {
  const control = `${home}.rules`;
  writeFileSync(control, `* ${home}/ ${rule}\n`);
  return runProgram({
    name: "forget",
    args: [home, root],
    env: interposer.environment({ control, log: `${home}.calls` }),
    ...(tree === undefined ? {} : { tree }),
  });
}
