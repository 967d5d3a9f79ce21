import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, UnfError } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { timelinePath } from "@unf/core/home";
import { openTimelineReader } from "@unf/timeline";
import {
  carryOnAll,
  nothingWatched,
  openRecorderWorld,
  projectId,
  readSearches,
  scanHome,
  searchForgotten,
} from "@unf/wiring/recorder";
import { checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures } from "../checker/measures.ts";
import {
  checkForgotten,
  checkGone,
  checkUntouched,
  findSecrets,
  silent,
} from "../checker/secret-home.ts";
import type { Interposer } from "../native/interposer.ts";
import type { Place } from "../program/recording.ts";
import { type Running, type Stage, startProgram } from "../stage.ts";

export interface ForgetRow {
  readonly interposer: Interposer;
  /** One file with its history, or the whole project; a file unless given. */
  readonly what?: "file" | "project" | undefined;
  /** Another copy of the repository. */
  readonly tree?: string;
}

/** The timeline knows its root by the path that was recorded: the copy keeps its id. */
export function copyPlace(directory: string, from: Place, name: string): Place {
  const home = join(directory, name, "home");
  cpSync(from.home, home, { recursive: true, preserveTimestamps: true });
  return { home, root: from.root };
}

/**
 * Starts the program that forgets. `rule`: for its calls that change something in the home (`KILL 3`).
 * `carry-on`: it does only what a daemon does at its start.
 */
export function startForget(
  { interposer, what = "file", tree }: ForgetRow,
  { home, root }: Place,
  { rule, end = "exit" }: { readonly rule: string; readonly end?: "exit" | "hold" | "carry-on" },
): Running {
  const files = ruleFiles({ home });
  writeFileSync(files.control, `* ${home}/ ${rule}\n`);
  return startProgram({
    name: "forget",
    args: [home, root, what, end],
    env: interposer.environment(files),
    ...(tree === undefined ? {} : { tree }),
  });
}

/** The calls of the program when nothing goes wrong, in a copy of its own. */
export async function listForgetCalls(
  stage: Stage,
  row: ForgetRow,
  planted: Place,
): Promise<{ readonly place: Place; readonly calls: readonly string[] }> {
  const place = copyPlace(stage.directory, planted, "whole");
  const { code, stderr } = await startForget(row, place, { rule: "LOG 1+" }).ended;
  if (code !== 0) throw new Error(`it ended with ${code}: ${stderr}`);
  return { place, calls: readForgetCalls(place) };
}

export function readForgetCalls(place: Place): string[] {
  const text = readFileSync(ruleFiles(place).log, "utf8");
  return text.replaceAll(place.home, "/home").trimEnd().split("\n");
}

/** Whether an order to forget is on disk, done or not. A history that is gone had one. */
function wasOrdered({ home, root }: Place, what: ForgetRow["what"]): boolean {
  const path = timelinePath(home as AbsPath, projectId(root as AbsPath));
  if (!existsSync(path)) return what === "project";
  using timeline = openTimelineReader(path);
  return timeline.forgettings().length > 0;
}

/** Does what the next start of a daemon does. */
async function carryOn({ home }: Place): Promise<void> {
  const world = openRecorderWorld(home as AbsPath, defaultConfig, silent);
  await carryOnAll(world, nothingWatched(home as AbsPath));
  await searchForgotten(world, scanHome);
}

/** Looks whether everything that was to be forgotten is, and nothing else. */
export function judgeForgotten(measures: Measures, { place, what, where }: ForgetTrial): void {
  const wrong = what === "project" ? checkGone(place) : checkForgotten(place);
  measures.secretsLeft.push(...findSecrets(place.home).map((path) => `${where}: ${path}`));
  measures.contentLost.push(...wrong.map((one) => `${where}: ${one}`));
  addFindings(measures, checkKilled({ ...place, acks: [] }), where);
}

/** A home in which something was to be forgotten, and the fault it met. */
interface ForgetTrial {
  readonly place: Place;
  readonly what: ForgetRow["what"];
  readonly where: string;
}

/**
 * After a fault: carries on with what was ordered, and looks whether it is gone. Where nothing was
 * ordered, nothing may be missing. A timeline that cannot be read counts as lost.
 */
export async function settleForget(
  measures: Measures,
  { place, what, where }: ForgetTrial,
): Promise<void> {
  try {
    if (wasOrdered(place, what)) {
      await carryOn(place);
      judgeForgotten(measures, { place, what, where });
      // The search is the last step, also of an order that was cut off, and finds nothing.
      for (const { state, found } of readSearches(place.home as AbsPath)) {
        measures.secretsLeft.push(`${where}: the search is ${state}: ${found}`);
      }
    } else {
      const lost = checkUntouched(place).map((one) => `${where}, not ordered: ${one}`);
      measures.ackedLost.push(...lost);
    }
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    measures.contentLost.push(`${where}: ${thrown.message}`);
  }
}

function ruleFiles({ home }: Pick<Place, "home">): {
  readonly control: string;
  readonly log: string;
} {
  // Beside the home: nothing may be written into what faults are to hit.
  return { control: `${home}.rules`, log: `${home}.calls` };
}
