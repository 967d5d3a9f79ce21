import { readFileSync } from "node:fs";
import { systemCode } from "@unf/core/base";

/** False also for a process that has ended and that nobody has waited for. */
export function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") !== true;
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT" && systemCode(thrown) !== "ESRCH") throw thrown;
    return false;
  }
}
