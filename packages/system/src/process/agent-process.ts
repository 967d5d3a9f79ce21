import type { ProcessMark } from "@unf/core/ports";
import { readStat } from "./process-facts.ts";
import { readCommand } from "./processes-above.ts";

/** A launcher, the shell of the command, and some more of that kind. */
const wrappersMax = 8;

const shells = /(^|\/)(sh|ash|dash|bash|zsh|ksh|fish)$/;

/**
 * The process that called this hook: the nearest one above that is not merely a shell or a launcher
 * of the hook's own command. `undefined` where the system does not tell.
 */
export function readCaller(): ProcessMark | undefined {
  let pid = process.ppid;
  for (let count = 0; count < wrappersMax && pid > 1; count += 1) {
    const stat = readStat(pid);
    if (stat === undefined) return undefined;
    if (!isWrapper(readCommand(pid))) return { pid, startTicks: stat.startTicks };
    pid = stat.parent;
  }
  return undefined;
}

/** True for `node …/unf.js hook run x`, and for `sh -c "… unf hook run x …"`. */
export function isWrapper(command: readonly string[]): boolean {
  const [program = "", ...args] = command;
  if (args.some((word, at) => word === "hook" && args[at + 1] === "run")) return true;
  return shells.test(program) && args.some((word) => /\bhook run\b/.test(word));
}
