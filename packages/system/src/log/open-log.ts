import type { AbsPath } from "@unf/core/base";
import { logPath } from "@unf/core/home";
import type { Log } from "@unf/core/ports";
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
