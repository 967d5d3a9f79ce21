import process from "node:process";
import { UnfError } from "@unf/core/base";
import type { ScannedFiles } from "@unf/core/ports";
import type { SearchHome } from "@unf/maintenance";
import { cleanEnvironment, programPath, programVariables, runProgram } from "@unf/system";

/**
 * The search by a process of its own. Who closes a second descriptor of a file that SQLite has open
 * loses its locks on it; a daemon has all timelines open. What to look for is in the home.
 */
export function searchInChild(signal: AbortSignal): SearchHome {
  return async (home) => {
    const { code, stdout } = await runProgram({
      path: programPath("daemon"),
      args: ["--home", home, "--search"],
      env: { ...cleanEnvironment(process.env), ...programVariables(process.env) },
      signal,
    });
    if (code !== 0) throw new UnfError("failed", `the search of the home ended with ${code}`);
    return JSON.parse(stdout) as ScannedFiles;
  };
}
