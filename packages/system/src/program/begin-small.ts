import { existsSync } from "node:fs";
import process from "node:process";
import { isNode } from "../runtime/is-node.ts";
import { daemonOptions, smallAllocator } from "./node-options.ts";

/**
 * Has this very process begin anew, with the options that keep a daemon small: V8 and the allocator take
 * them at their start only. Returns where it has them already, and where that cannot be. Nothing may be
 * open that matters; the streams and the environment stay.
 */
export function beginSmall(): void {
  const { execArgv, execPath, argv, env, platform } = process;
  if (!isNode || platform === "win32" || process.execve === undefined) return;
  if (daemonOptions.every((option) => execArgv.includes(option))) {
    keepFromChildren(env);
    return;
  }
  if (!existsSync(execPath)) return;
  const words = [execPath, ...execArgv, ...daemonOptions, ...argv.slice(1)];
  process.execve(execPath, words, { ...smallAllocator, ...env });
}

/** A browser that this program opens is not to be small. */
function keepFromChildren(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(smallAllocator))
    if (env[name] === value) delete env[name];
}
