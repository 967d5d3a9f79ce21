import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { readCpuMs } from "../process-cost.ts";
import { startRecorder } from "../recorder.ts";
import type { Bench, Finding, RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";

const projects = 10;

/** A program that waits, or that paints a spinner and writes four files a second. */
const source = `
const fs = require("node:fs");
let n = 0;
if (process.argv[1] === "write") {
  setInterval(() => {
    n += 1;
    const file = "made-" + (n % 40);
    fs.writeFileSync(file + ".tmp", "line of " + n + "\\n" + "x".repeat(n % 900));
    fs.renameSync(file + ".tmp", file + ".txt");
  }, 250);
  setInterval(() => {
    const until = process.cpuUsage().user + 10_000;
    while (process.cpuUsage().user < until);
  }, 100);
} else setInterval(() => undefined, 60_000);
`;

/**
 * Measures the cost of knowing agents without hooks: beside none, beside one that waits, and beside
 * one that writes.
 */
export const runAgents: RunRow = async (bench) => {
  const bin = join(bench.scratch("agents"), "bin");
  mkdirSync(bin);
  for (const name of ["claude", "worker"]) symlinkSync(process.execPath, join(bin, name));
  await using recorder = await startRecorder(bench);
  const trees = Array.from({ length: projects }, (_, n) =>
    growTree(bench.scratch("agents"), 50, n),
  );
  for (const { root } of trees) await recorder.watch(root);
  const pid = recorder.daemonPid();
  const [{ root: cwd } = { root: bin }] = trees;
  const beside = async (program: string, act: string): Promise<number> => {
    bench.doing(`${program}: ${act}`);
    await using _ = start(join(bin, program), act, cwd);
    return measure(pid, bench);
  };
  const nobody = await measure(pid, bench);
  const waiting = await beside("claude", "wait");
  const worker = await beside("worker", "write");
  const agent = await beside("claude", "write");
  const ofProjects = `the recorder of ${projects} projects`;
  return [
    {
      ...compare(`${ofProjects}, beside an agent that waits`, waiting, nobody, 0.0005),
      notes: ["the yardstick is the same beside nobody"],
    },
    {
      ...compare(
        `${ofProjects}, beside an agent that writes 4 files a second`,
        agent,
        worker,
        0.02,
      ),
      notes: ["the yardstick is the same beside a program that is no agent"],
    },
  ];
};

/** A share of one core, after what has just begun has settled. */
async function measure(pid: number, bench: Bench): Promise<number> {
  await pause(bench.size(15_000, 1000));
  const [before, from] = [readCpuMs(pid), performance.now()];
  await pause(bench.size(90_000, 5000));
  return (readCpuMs(pid) - before) / (performance.now() - from);
}

function start(program: string, act: string, cwd: string): AsyncDisposable {
  const child: ChildProcess = spawn(program, ["-e", source, act], { cwd, stdio: "ignore" });
  return {
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function compare(
  work: string,
  ours: number,
  yardstick: number,
  most: number,
): Omit<Finding, "notes"> {
  const render = (share: number): string => `${(share * 100).toFixed(2)} %`;
  return {
    work,
    ours: `${render(ours)} of one core`,
    yardstick: render(yardstick),
    ratio: ours / yardstick,
    target: `≤ ${render(most)} more`,
    isMet: ours - yardstick <= most,
  };
}
