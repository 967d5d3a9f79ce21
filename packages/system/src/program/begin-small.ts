import { existsSync } from "node:fs";
import process from "node:process";
import { isNode } from "../runtime/is-node.ts";
import { daemonOptions } from "./node-options.ts";

/**
 * Has this very process begin anew, with the options that keep a daemon small: V8 takes them at its
 * start only. Returns where it has them already, and where that cannot be. Nothing may be open that
 * matters; the streams and the environment stay.
 */
export function beginSmall(): void {
  const { execArgv, execPath, argv, env, platform } = process;
  if (!isNode || platform === "win32" || process.execve === undefined) return;
  if (daemonOptions.every((option) => execArgv.includes(option)) || !existsSync(execPath)) return;
  process.execve(execPath, [execPath, ...execArgv, ...daemonOptions, ...argv.slice(1)], env);
}
