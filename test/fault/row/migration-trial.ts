import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { type AbsPath, systemCode, UnfError } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import { raiseFormat } from "@unf/system";
import { convertFormer } from "@unf/wiring/recorder";
import { expectedVersions, frozenProject, readVersions, thaw } from "../../frozen/thaw.ts";
import type { Measures } from "../checker/measures.ts";
import { silent } from "../checker/secret-home.ts";
import type { Interposer } from "../native/interposer.ts";
import { type Running, type Stage, startProgram } from "../stage.ts";

export interface MigrationRow {
  readonly interposer: Interposer;
  /** Which frozen home is converted. */
  readonly version: number;
  /** Another copy of the repository. */
  readonly tree?: string;
}

/** A home of the older format, in a new directory of this name. */
export function layHome({ version }: MigrationRow, directory: string, name: string): AbsPath {
  mkdirSync(join(directory, name));
  return thaw(version, join(directory, name, "home"));
}

/** Starts the program that converts. `rule`: for its calls that change something in the home (`KILL 3`). */
export function startConvert(
  { interposer, tree }: MigrationRow,
  home: AbsPath,
  { rule, end = "exit" }: { readonly rule: string; readonly end?: "exit" | "hold" },
): Running {
  const files = { control: `${home}.rules`, log: `${home}.calls` };
  writeFileSync(files.control, `* ${home}/ ${rule}\n`);
  return startProgram({
    name: "convert",
    args: [home, end],
    env: interposer.environment(files),
    ...(tree === undefined ? {} : { tree }),
  });
}

/** The calls of the program when nothing goes wrong, in a home of its own. */
export async function listConvertCalls(stage: Stage, row: MigrationRow): Promise<string[]> {
  const home = layHome(row, stage.directory, "whole");
  const { code, stderr } = await startConvert(row, home, { rule: "LOG 1+" }).ended;
  if (code !== 0) throw new Error(`without a fault it ended with ${code}: ${stderr}`);
  return readConvertCalls(home);
}

export function readConvertCalls(home: AbsPath): string[] {
  return readFileSync(`${home}.calls`, "utf8").replaceAll(home, "").trimEnd().split("\n");
}

/** After a fault: looks at what is left, converts again as the next start does, and looks whether all is there. */
export function settleMigration(
  measures: Measures,
  {
    home,
    version,
    where,
  }: { readonly home: AbsPath; readonly version: number; readonly where: string },
): void {
  measures.rowsWithoutBlob.push(...checkHalf(home, version).map((what) => `${where}: ${what}`));
  try {
    raiseFormat(home);
    convertFormer(home, silent);
    measures.ackedLost.push(...checkWhole(home, version).map((what) => `${where}: ${what}`));
  } catch (thrown) {
    // As for the first start after the fault: it cannot convert, or ends.
    measures.crash.push(`${where}: ${thrown}`);
  }
}

/** The faults right after the kill: a file of neither version, or a copy that is not whole. */
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
