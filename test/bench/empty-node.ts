import { spawn } from "node:child_process";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { readExactCpuMs, readPss, readRss } from "./process-cost.ts";

/** Measures a Node program that only waits, waking once a second. */
export async function measureWaitingNode(
  ms: number,
): Promise<{ readonly rss: number; readonly pss: number; readonly cpuShare: number }> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], {
    stdio: "ignore",
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("node could not be started");
  try {
    await pause(1500);
    const before = readExactCpuMs(pid);
    await pause(ms);
    const cpuShare = (readExactCpuMs(pid) - before) / ms;
    return { rss: readRss(pid), pss: readPss(pid), cpuShare };
  } finally {
    child.kill();
  }
}
