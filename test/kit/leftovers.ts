import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { systemCode } from "@unf/core/base";
import { until } from "./until.ts";

/** A process that belongs to a temporary home. */
export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/**
 * Lists the processes whose environment or command line contains `root`, which is unique to its
 * test. Reads /proc: elsewhere than on Linux the list is empty.
 */
export function leftovers(root: string): Leftover[] {
  const found: Leftover[] = [];
  for (const name of readProc("", () => readdirSync("/proc")) ?? []) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const command = readProc(name, () => readFileSync(`/proc/${name}/cmdline`, "utf8"));
    if (command === undefined || command === "") continue;
    const environment = readProc(name, () => readFileSync(`/proc/${name}/environ`, "utf8")) ?? "";
    if (!environment.includes(root) && !command.includes(root)) continue;
    found.push({ pid, command: command.replaceAll("\0", " ").trim() });
  }
  return found;
}

/** Fails when a process of this home still runs after `limitMs` (20 s): for the end of a test. */
export async function assertNothingLeft(
  root: string,
  { limitMs = 20_000 }: { limitMs?: number } = {},
): Promise<void> {
  let last: Leftover[] = [];
  const gone = () => {
    last = leftovers(root);
    return last.length === 0;
  };
  await until("every process of this home has ended", gone, { limitMs }).catch(() => {
    assert.deepEqual(last, [], "processes are left behind");
  });
}

/** Ends every process of this home: asks first, and after two seconds no longer asks. */
export async function endProcesses(root: string): Promise<void> {
  signalAll(root, "SIGTERM");
  const gone = () => leftovers(root).length === 0;
  const polite = await until("ended by SIGTERM", gone, { limitMs: 2_000 }).catch(() => false);
  if (polite) return;
  // One may have started another meanwhile, so the list is made anew every time.
  const killed = () => signalAll(root, "SIGKILL") === 0;
  await until("ended by SIGKILL", killed, { limitMs: 5_000 });
}

function signalAll(root: string, signal: NodeJS.Signals): number {
  const processes = leftovers(root);
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch (thrown) {
      if (systemCode(thrown) !== "ESRCH") throw thrown;
    }
  }
  return processes.length;
}

/** Reads something of /proc; `undefined` when the process is gone, is not ours, or /proc is absent. */
function readProc<T>(pid: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    const code = systemCode(thrown) ?? "";
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(code)) return undefined;
    throw new Error(`/proc/${pid} could not be read`, { cause: thrown });
  }
}
