import { findLibc } from "../disk/base/libc.ts";
import { readProc, readStat } from "../process/process-facts.ts";

/** Adopted children that have ended are let go this often. */
const everyMs = 1000;

/**
 * From now on what loses its parent below this process becomes its child: it stays below it however it
 * was started. `child`: the one whose end Node waits for. `undefined` where the system does not do that.
 */
export function adoptOrphans(child: number): Disposable | undefined {
  const libc = findLibc();
  if (libc?.adoptOrphans() !== true) return undefined;
  const timer = setInterval(() => {
    const children = readProc(`/proc/${process.pid}/task/${process.pid}/children`) ?? "";
    for (const pid of children.split(" ").map(Number))
      if (pid > 0 && pid !== child && readStat(pid)?.state === "Z") libc.waitFor(pid);
  }, everyMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
