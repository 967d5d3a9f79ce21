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
    found.push({ pid, command: commandOf(command) });
  }
  return found;
}

/** Fails when a process of this home still runs after `limitMs` (60 s): for the end of a test. */
export async function assertNothingLeft(
  root: string,
  { limitMs = 60_000 }: { limitMs?: number } = {},
): Promise<void> {
  const left = leftToEnd(root);
  const gone = () => left().length === 0;
  await until("every process of this home has ended", gone, { limitMs }).catch(() => {
    assert.deepEqual(leftovers(root), [], "processes are left behind");
  });
}

/** Ends every process of this home: asks first, and after two seconds no longer asks. */
export async function endProcesses(root: string): Promise<void> {
  signalAll(root, "SIGTERM");
  const left = leftToEnd(root);
  const gone = () => left().length === 0;
  const polite = await until("ended by SIGTERM", gone, { limitMs: 2_000 }).catch(() => false);
  if (polite) return;
  // One may have started another meanwhile, so the list is made anew every time.
  const killed = () => signalAll(root, "SIGKILL") === 0;
  await until("ended by SIGKILL", killed);
}

/**
 * Lists what is left of the processes of this home, each time it is called. All of /proc is read only when
 * those that are known have ended: to read it takes as long as the programs of the test that it waits for.
 */
function leftToEnd(root: string): () => readonly Leftover[] {
  let known: Leftover[] = [];
  return () => {
    known = known.filter(({ pid, command }) => isRunning(pid, command));
    if (known.length === 0) known = leftovers(root);
    return known;
  };
}

/** False also for one that has ended and that nobody has waited for: it has no words. */
function isRunning(pid: number, command: string): boolean {
  const words = readProc(`${pid}`, () => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  return words !== undefined && commandOf(words) === command;
}

function commandOf(words: string): string {
  return words.replaceAll("\0", " ").trim();
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
