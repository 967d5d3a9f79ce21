import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../kit/index.ts";
import { measureWaitingNode } from "../empty-node.ts";
import { readExactCpuMs, readPss, readRss } from "../process-cost.ts";
import { type Recorder, startRecorder } from "../recorder.ts";
import type { Finding, RunRow } from "../row.ts";
import { growTree, type SourceTree } from "../source-tree.ts";

const projects = 10;

/** Measures daemon and sentinel with nothing to do, and the daemon when it just had a lot to do. */
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
  const [daemon, sentinel] = [recorder.daemonPid(), recorder.sentinelPid()];
  const idleMs = bench.size(120_000, 5000);
  // By then the work that the last change left is done, and whatever runs often is compiled.
  await pause(bench.size(90_000, 1000));
  const before = [daemon, sentinel].map(readExactCpuMs);
  const waiting = await measureWaitingNode(idleMs);
  const shares = [daemon, sentinel].map(
    (pid, at) => (readExactCpuMs(pid) - (before[at] ?? 0)) / (idleMs + 1500),
  );
  const share = shares.reduce((sum, one) => sum + one, 0);
  const idle = readRss(daemon);
  const pss = readPss(daemon) + readPss(sentinel);
  const idleSentinel = readRss(sentinel);

  bench.doing("a storm of captures");
  const captures = await storm(recorder, trees, bench.size(2000, 100));
  await pause(bench.size(10_000, 1000));
  const afterStorm = readRss(daemon);
  await pause(bench.size(600_000, 1000));
  const home = `${projects} projects, ${files} files`;
  return [
    {
      work: `idle daemon and sentinel, ${home}: processor`,
      ours: `${percent(share)} of one core over ${idleMs / 1000} s`,
      yardstick: `a Node program that wakes once a second: ${percent(waiting.cpuShare)}`,
      ratio: share / waiting.cpuShare,
      target: "< 0.05 %",
      isMet: share < 0.0005,
      notes: [`the daemon ${percent(shares[0] ?? 0)}, the sentinel ${percent(shares[1] ?? 0)}`],
    },
    memoryFinding("idle sentinel: memory", idleSentinel, waiting.rss, 48),
    memoryFinding(`idle daemon, ${home}: memory`, idle, waiting.rss, 72, [
      `right after the baselines it was ${renderMb(afterBaseline)}`,
    ]),
    {
      ...memoryFinding("both together: memory", pss, waiting.pss, 65, [
        "pages that several processes share are divided among them: other Nodes make it less",
      ]),
      ours: `${renderMb(pss)} proportional`,
    },
    memoryFinding(
      `the daemon after ${captures.toLocaleString("en")} captures`,
      afterStorm,
      waiting.rss,
      100,
    ),
    memoryFinding("the daemon ten minutes later", readRss(daemon), waiting.rss, 80),
  ];
};

function percent(share: number): string {
  return `${(share * 100).toFixed(3)} %`;
}

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
