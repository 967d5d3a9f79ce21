import type { AbsPath } from "@unf/core/base";
import type { Log } from "@unf/core/ports";
import { logPath } from "../home/home-paths.ts";
import { type LogLevel, openLogFile } from "./log-file.ts";

export type { LogLevel } from "./log-file.ts";
export { openLogFile } from "./log-file.ts";

/** The log of a program, in the home's `logs` directory. */
export function openLog(
  home: AbsPath,
  program: "daemon" | "sentinel",
  level: LogLevel,
): Log & Disposable {
  return openLogFile({ path: logPath(home, program), level });
}
