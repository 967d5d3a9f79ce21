import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../kit/index.ts";
import { measureWaitingNode } from "../empty-node.ts";
import { readCpuMs, readRss } from "../process-cost.ts";
import { type Recorder, startRecorder } from "../recorder.ts";
import type { Finding, RunRow } from "../row.ts";
import { growTree, type SourceTree } from "../source-tree.ts";

const projects = 10;

/** Measures a daemon that has nothing to do, and one that just had a lot to do. */
export const runIdle: RunRow = async (bench) => {
  const perProject = bench.size(10_000, 300);
  const files = (perProject * projects).toLocaleString("en");
  bench.doing(`writing ${projects} projects, ${files} files`);
  const trees = Array.from({ length: projects }, (_, n) =>
    growTree(bench.scratch("idle"), perProject, 20 + n),
  );
  await using recorder = await startRecorder(bench);
  bench.doing("recording them");
  for (const tree of trees) await recorder.watch(tree.root);
  await pause(bench.size(10_000, 1000));
  const afterBaseline = readRss(recorder.daemonPid());

  await recorder.restart();
  bench.doing("waiting with nothing to do");
  const pid = recorder.daemonPid();
  const idleMs = bench.size(30_000, 5000);
  await pause(bench.size(10_000, 1000));
  const before = readCpuMs(pid);
  const waiting = await measureWaitingNode(idleMs);
  const share = (readCpuMs(pid) - before) / (idleMs + 1500);
  const idle = readRss(pid);
  const sentinel = readRss(recorder.sentinelPid());

  bench.doing("a storm of captures");
  const captures = await storm(recorder, trees, bench.size(2000, 100));
  await pause(bench.size(10_000, 1000));
  const afterStorm = readRss(pid);
  return [
    {
      work: `idle daemon, ${projects} projects, ${files} files: processor`,
      ours: `${(share * 100).toFixed(3)} % of one core over ${idleMs / 1000} s (the system counts in steps of 10 ms)`,
      yardstick: `a Node program that wakes once a second: ${(waiting.cpuShare * 100).toFixed(3)} %`,
      ratio: share / Math.max(waiting.cpuShare, 10 / idleMs),
      target: "< 0.1 %",
      isMet: share < 0.001,
      notes: [],
    },
    memoryFinding(
      `idle daemon, ${projects} projects, ${files} files: memory`,
      idle,
      waiting.rss,
      80,
      [
        `right after the baselines it was ${renderMb(afterBaseline)}; the sentinel takes ${renderMb(sentinel)}`,
      ],
    ),
    memoryFinding(
      `the same after ${captures.toLocaleString("en")} captures`,
      afterStorm,
      waiting.rss,
      95,
    ),
  ];
};

/** Rewrites files of every project in turn and waits until all of it is recorded. Gives how many. */
async function storm(
  recorder: Recorder,
  trees: readonly SourceTree[],
  perProject: number,
): Promise<number> {
  const recorded = async (): Promise<number> => {
    const { projects: known } = await recorder.writer().request("status", {});
    return known.reduce((sum, { versions }) => sum + versions, 0);
  };
  const wanted = (await recorded()) + perProject * trees.length;
  for (const tree of trees) tree.rewrite(perProject, 1);
  await until("all is recorded", async () => (await recorded()) >= wanted, {
    limitMs: 120_000,
    everyMs: 250,
  });
  return perProject * trees.length;
}

function memoryFinding(
  work: string,
  rss: number,
  yardstick: number,
  most: number,
  notes: readonly string[] = [],
): Finding {
  return {
    work,
    ours: `${renderMb(rss)} resident`,
    yardstick: `a Node program that only waits: ${renderMb(yardstick)}`,
    ratio: rss / yardstick,
    target: `≤ ${most} MB`,
    isMet: rss <= most,
    notes,
  };
}

function renderMb(mb: number): string {
  return `${mb.toFixed(1)} MB`;
}
