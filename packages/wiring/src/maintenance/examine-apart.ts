import { statSync } from "node:fs";
import process from "node:process";
import { type AbsPath, isObject, type ProjectId, parseJson, systemCode } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { ExamineDepth, Examined } from "@unf/maintenance";
import { cleanEnvironment, programPath, programVariables, runProgram } from "@unf/system";

/** A smaller file is examined within a few tenths of a second. Unit: bytes. */
const apartFrom = 16 << 20;

/**
 * Examines a large timeline in a process of its own: SQLite does that in one statement, in which this
 * process would hear no signal. The other one ends with this one. `undefined` where it gave no answer.
 */
export async function examineApart(
  home: AbsPath,
  project: ProjectId,
  how: ExamineDepth,
  from = apartFrom,
): Promise<Examined | undefined> {
  if (sizeOf(timelinePath(home, project)) < from) return undefined;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.on("exit", end);
  try {
    const { code, stdout } = await runProgram({
      path: programPath("daemon"),
      args: ["--home", home, "--examine", project, "--how", how],
      env: { ...cleanEnvironment(process.env), ...programVariables(process.env) },
      signal: ending.signal,
      isApart: true,
    });
    const found = code === 0 ? parseJson(stdout) : undefined;
    return isObject(found) && Array.isArray(found.wrong)
      ? (found as unknown as Examined)
      : undefined;
  } catch (thrown) {
    // No process can be had: it is done here.
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  } finally {
    process.off("exit", end);
  }
}

function sizeOf(path: AbsPath): number {
  try {
    return statSync(path).size;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return 0;
  }
}
