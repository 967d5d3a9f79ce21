import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { type AbsPath, type Log, systemCode, UnfError } from "@unf/core";
import { raiseFormat, timelinePath } from "@unf/system";
import { convertFormer } from "@unf/wiring/recorder";
import { expectedVersions, frozenProject, readVersions, thaw } from "../../frozen/thaw.ts";
import { type Measures, noFindings } from "../checker/measures.ts";
import type { Interposer } from "../native/interposer.ts";
import { type Ended, eachOf, openStage, runProgram } from "../stage.ts";
import { type ChooseCalls, chooseEvery } from "./choose-calls.ts";

export interface KillMigration {
  readonly interposer: Interposer;
  /** Which frozen home is converted. */
  readonly version: number;
  /** All calls unless given. */
  readonly choose?: ChooseCalls;
  readonly tree?: string;
}

/**
 * Converts a home of an older format once for every call that changes something in it, kills that
 * with SIGKILL just before the call, looks at what is left, and converts again.
 */
export async function killMigration(
  row: KillMigration,
): Promise<{ readonly points: number; readonly measures: Measures }> {
  using stage = openStage();
  const { interposer, version, choose = chooseEvery } = row;
  const tree = row.tree === undefined ? {} : { tree: row.tree };
  const convert = (home: string, rule: string, log?: string): Promise<Ended> =>
    runConvert({ interposer, home, log, rules: `* ${home}/ ${rule}`, ...tree });
  const lay = (name: string): AbsPath => {
    mkdirSync(join(stage.directory, name));
    return thaw(version, join(stage.directory, name, "home"));
  };
  const log = join(stage.directory, "calls");
  const whole = lay("whole");
  const first = await convert(whole, "LOG 1+", log);
  if (first.code !== 0)
    throw new Error(`without a fault it ended with ${first.code}: ${first.stderr}`);
  const calls = readFileSync(log, "utf8").trimEnd().split("\n");
  const points = choose(calls.map((call) => call.replace(whole, "")));
  const measures = noFindings();
  await eachOf(points, async (index) => {
    const home = lay(`n${index + 1}`);
    const at = `call ${index + 1} of ${calls.length} (${calls[index]?.replace(whole, "")})`;
    await convert(home, `KILL ${index + 1}`);
    measures.rowsWithoutBlob.push(...checkHalf(home, version).map((what) => `${at}: ${what}`));
    raiseFormat(home);
    convertFormer(home, silent);
    measures.ackedLost.push(...checkWhole(home, version).map((what) => `${at}: ${what}`));
  });
  return { points: points.length, measures };
}

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

interface Conversion {
  readonly interposer: Interposer;
  readonly home: string;
  readonly rules: string;
  readonly log?: string | undefined;
  readonly tree?: string;
}

function runConvert({ interposer, home, rules, log, tree }: Conversion): Promise<Ended> {
  const control = `${home}.rules`;
  writeFileSync(control, `${rules}\n`);
  return runProgram({
    name: "convert",
    args: [home],
    env: interposer.environment({ control, ...(log === undefined ? {} : { log }) }),
    ...(tree === undefined ? {} : { tree }),
  });
}

/** What is wrong right after the kill: a file of neither version, or a copy that is not whole. */
function checkHalf(home: AbsPath, version: number): string[] {
  const wrong: string[] = [];
  const path = timelinePath(home, frozenProject);
  try {
    if (!isDeepStrictEqual(readVersions(home), expectedVersions(version))) wrong.push("other rows");
  } catch (thrown) {
    // The older program's file, as it was: a reader names the way out.
    const isOlder = thrown instanceof UnfError && thrown.hint?.includes("unf restart") === true;
    if (!isOlder) wrong.push(String(thrown));
    else if (readUserVersion(path) !== version) wrong.push("neither version");
  }
  return [...wrong, ...checkBackups(path, version)];
}

function checkWhole(home: AbsPath, version: number): string[] {
  const same = isDeepStrictEqual(readVersions(home), expectedVersions(version));
  const path = timelinePath(home, frozenProject);
  const left = readdirSync(join(dirname(path), "backup")).filter((name) => !isBackup(name));
  const format = readFileSync(join(home, "format.json"), "utf8");
  return [
    ...(same ? [] : ["versions are missing"]),
    ...(left.length === 0 ? [] : [`left over: ${left.join()}`]),
    ...(/"format": 2/.test(format) ? [] : [format]),
    ...checkBackups(path, version),
  ];
}

function checkBackups(timeline: string, version: number): string[] {
  const directory = join(dirname(timeline), "backup");
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter(isBackup)
    .filter((name) => readUserVersion(join(directory, name)) !== version)
    .map((name) => `${name} is not whole`);
}

function isBackup(name: string): boolean {
  return name.startsWith("timeline-v");
}

/** `undefined` when the file is damaged. */
function readUserVersion(path: string): unknown {
  using file = new DatabaseSync(path, { readOnly: true });
  try {
    const [check] = file.prepare("PRAGMA integrity_check").all();
    if (check?.integrity_check !== "ok") return undefined;
    return file.prepare("PRAGMA user_version").get()?.user_version;
  } catch (thrown) {
    if (systemCode(thrown) !== "ERR_SQLITE_ERROR") throw thrown;
    return undefined;
  }
}
