import { systemCode } from "@unf/core/base";
import { isAlive, type ProcessIdentity } from "../process/process-facts.ts";

const pollMs = 20;
/** The kernel ends a process within this time once SIGKILL is sent, unless it waits for a disk. */
const killMsMax = 5_000;

/** Sends a signal; false when that very process is no longer there, and another may have its number. */
export function signalProcess(target: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isAlive(target)) return false;
  try {
    process.kill(target.pid, signal);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === "ESRCH") return false;
    throw thrown;
  }
}

/**
 * Asks the process to end (SIGTERM), waits, and ends it (SIGKILL). `stuck`: not even that helped.
 */
export async function endProcess(
  target: ProcessIdentity,
  { graceMs }: { readonly graceMs: number },
): Promise<"absent" | "ended" | "killed" | "stuck"> {
  if (!signalProcess(target, "SIGTERM")) return "absent";
  if (await isGoneWithin(target, graceMs)) return "ended";
  signalProcess(target, "SIGKILL");
  return (await isGoneWithin(target, killMsMax)) ? "killed" : "stuck";
}

async function isGoneWithin(target: ProcessIdentity, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (isAlive(target)) {
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return true;
}
