import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { testEnvironment } from "../../kit/index.ts";
import type { Recorder } from "../recorder.ts";
import type { Bench } from "../row.ts";

/** How a command went whose progress somebody watched on a terminal. */
export interface Told {
  readonly code: number | null;
  readonly ms: number;
  /** The words at the head of the progress line, as they came. */
  readonly phases: readonly string[];
  /** The longest time between two redraws of it. Unit: ms. */
  readonly stillMs: number;
  /** The last lines of its output. */
  readonly end: string;
  /** At its most. Unit: MB of 10^6 bytes. */
  readonly commandMb: number;
  readonly daemonMb: number;
}

/** Runs the command with a terminal for its progress and a file for its output. */
export async function runTold(
  bench: Bench,
  recorder: Recorder,
  words: readonly string[],
): Promise<Told> {
  const { home } = recorder;
  const output = join(home.root, "output");
  const daemon = recorder.daemonPid();
  // Peaks count from here on.
  writeFileSync(`/proc/${daemon}/clear_refs`, "5");
  const line = [process.execPath, bench.bundle.launcher, ...words].map(quote).join(" ");
  const start = performance.now();
  const child = spawn("script", ["-qfec", `exec ${line} > ${quote(output)}`, "/dev/null"], {
    cwd: home.project,
    env: { ...testEnvironment(home), NODE_COMPILE_CACHE: undefined, TERM: "xterm" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const phases: string[] = [];
  let [drawnAt, stillMs, said] = [start, 0, ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-2000);
    const now = performance.now();
    stillMs = Math.max(stillMs, now - drawnAt);
    drawnAt = now;
    for (const [, word = ""] of text.matchAll(headOfLine))
      if (phases.at(-1) !== word) phases.push(word);
  });
  const ending = { isOver: false };
  const memory = watchMemory(child.pid ?? 0, ending);
  const [code] = (await once(child, "close")) as [number | null];
  const ms = performance.now() - start;
  ending.isOver = true;
  const lines = readFileSync(output, "utf8").trimEnd().split("\n");
  return {
    ...{ code, ms, phases, stillMs: Math.max(stillMs, performance.now() - drawnAt) },
    end: code === 0 ? lines.slice(-2).join(" / ") : `${lines.slice(-2).join(" / ")} ${said}`,
    commandMb: await memory,
    daemonMb: readPeakMb(daemon),
  };
}

/** The words at the head of a progress line, after what wipes the one before. */
const headOfLine = new RegExp(`${String.fromCharCode(27)}\\[K +([A-Z][a-z]+(?: [a-z]+)?) `, "g");

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The most that the program below `script` took. */
async function watchMemory(script: number, ending: { readonly isOver: boolean }): Promise<number> {
  let most = 0;
  while (!ending.isOver) {
    const pid = childOf(script);
    if (pid !== undefined) most = Math.max(most, readPeakMb(pid));
    await pause(20);
  }
  return most;
}

function childOf(pid: number): number | undefined {
  const list = readOrNothing(`/proc/${pid}/task/${pid}/children`);
  const child = Number(list.trim().split(" ")[0]);
  return child > 0 ? child : undefined;
}

/** 0 once it has ended. */
function readPeakMb(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readOrNothing(`/proc/${pid}/status`))?.[1] ?? 0;
  return (Number(kib) * 1024) / 1e6;
}

/** A process that has just ended has no file there any more. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
