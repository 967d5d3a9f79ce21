import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ProjectReader } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { digest } from "@unf/system/digest";
import { openWriter } from "@unf/wiring";
import type { Recorder } from "../recorder.ts";

/** The daemon's work for others while an order was carried out. Times at their longest. Unit: ms. */
export interface Beside {
  readonly pingMs: number;
  /** Processor time that the daemon's loop took while a ping waited. */
  readonly pingCpuMs: number;
  readonly pings: number;
  /** From the save of a file in another project to its row. */
  readonly saveMs: number;
  readonly saves: number;
  /** The daemon gave no more answers; it was ended or died. */
  readonly isLost: boolean;
}

const everyMs = 50;

/** Asks the daemon, and saves in another project, for as long as `work` takes. */
export async function watchBeside<T>(
  recorder: Recorder,
  other: ProjectReader,
  work: () => Promise<T>,
): Promise<readonly [T, Beside]> {
  const ending = { isOver: false };
  const pings = askOn(recorder, ending);
  const saves = saveOn(other, ending);
  try {
    const result = await work();
    ending.isOver = true;
    return [result, { ...(await pings), ...(await saves) }];
  } finally {
    ending.isOver = true;
    await Promise.allSettled([pings, saves]);
  }
}

interface Ending {
  isOver: boolean;
}

async function askOn(recorder: Recorder, ending: Ending) {
  const pid = recorder.daemonPid();
  await using writer = await openWriter(recorder.unfHome, "never");
  const worst = { pingMs: 0, pingCpuMs: 0, pings: 0, isLost: false };
  while (!ending.isOver && !worst.isLost) {
    const [at, cpu] = [performance.now(), readLoopCpuMs(pid)];
    try {
      await writer.request("ping", {});
      worst.pingCpuMs = Math.max(worst.pingCpuMs, readLoopCpuMs(pid) - cpu);
      worst.pings += 1;
    } catch {
      worst.isLost = true;
    }
    worst.pingMs = Math.max(worst.pingMs, performance.now() - at);
    await pause(everyMs);
  }
  return worst;
}

/** Of the main thread, in whose turns everything is done. */
function readLoopCpuMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

async function saveOn({ timeline, project }: ProjectReader, ending: Ending) {
  const worst = { saveMs: 0, saves: 0 };
  while (!ending.isOver) {
    const bytes = Buffer.from(`${worst.saves} at ${performance.now()}\n`);
    const hash = digest(bytes);
    writeFileSync(join(project.root, "beside.txt"), bytes);
    const at = performance.now();
    const isRecorded = () => timeline.head("beside.txt" as RelPath)?.hash === hash;
    while (!isRecorded() && !(ending.isOver && performance.now() - at > 60_000)) await pause(20);
    worst.saveMs = Math.max(worst.saveMs, performance.now() - at);
    worst.saves += 1;
    await pause(200);
  }
  return worst;
}
