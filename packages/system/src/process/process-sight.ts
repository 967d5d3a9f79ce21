import { readdirSync } from "node:fs";
import type { ProcessSight } from "@unf/core/attribution";
import { systemCode } from "@unf/core/base";
import { readProc } from "./process-facts.ts";

/**
 * How much this process may see of others. Of itself it sees all that a system shows; process 1 is
 * another user's, or in a container what there is to be seen. `proc`: where its files are.
 */
export function readProcessSight(proc = "/proc"): ProcessSight {
  const own = `${proc}/self`;
  const [thread] = tryList(`${own}/task`);
  const [descriptor] = tryList(`${own}/fd`);
  const isTold = (path: string): boolean => readProc(path) !== undefined;
  return {
    isLinux: process.platform === "linux",
    processes: isTold(`${own}/stat`),
    openFiles: descriptor !== undefined && tryList(`${own}/fdinfo`).length > 0,
    children: thread !== undefined && isTold(`${own}/task/${thread}/children`),
    bytes: isTold(`${own}/io`),
    others: isTold(`${proc}/1/stat`),
  };
}

function tryList(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return [];
  }
}
