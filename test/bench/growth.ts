// npm run bench:growth      UNF_BENCH_QUICK=1 cuts the sizes for a smoke test
//
// Measures how unf grows with the number of files and of versions, and draws docs/picture/*.svg.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { SnapshotId } from "@unf/core/base";
import { keptRows } from "@unf/core/timeline";
import { testEnvironment } from "../kit/index.ts";
import { type Chart, drawChart, type Series } from "./chart.ts";
import { initGit } from "./git.ts";
import { makeLongHistory } from "./long-history.ts";
import { describeMachine, settleDisk } from "./machine.ts";
import { withBench } from "./open-bench.ts";
import { readRss } from "./process-cost.ts";
import { readProject } from "./recorded.ts";
import { startRecorder } from "./recorder.ts";
import type { Bench } from "./row.ts";
import { growTree } from "./source-tree.ts";
import { clock, median } from "./statistics.ts";

const pictures = fileURLToPath(new URL("../../docs/picture/", import.meta.url));

/** Values by the name of their line, one for each size. */
type Measured = Readonly<Record<string, number>>;

await withBench(async (bench) => {
  console.log(describeMachine().join("\n"));
  const files = [100, 1000, 10_000, ...(bench.isQuick ? [] : [100_000])];
  const rows = [10_000, 100_000, ...(bench.isQuick ? [] : [1_000_000])];
  const byFiles = await inTurn(files, (count) => measureFiles(bench, count));
  const byRows = await inTurn(rows, (count) => measureRows(bench, count));
  save("growth-files-time", {
    title: "Recording and looking for changes",
    x: "files",
    y: "ms",
    series: lines(byFiles, [
      "first recording",
      "git add -A",
      "flush --sweep",
      "git status",
      "flush",
    ]),
  });
  save("growth-files-memory", {
    title: "Resident memory of the daemon",
    x: "files",
    y: "MB",
    series: lines(byFiles, ["after the first recording"]),
  });
  save("growth-rows-time", {
    title: "Asking a history",
    x: "versions",
    y: "ms",
    series: lines(byRows, ["an empty Node program", "log -n 20", "status", "state at an instant"]),
  });
  save("growth-rows-bytes", {
    title: "Timeline, bytes a version",
    x: "versions",
    y: "bytes",
    series: lines(byRows, ["timeline.db"]),
  });
});

async function measureFiles(bench: Bench, count: number): Promise<Measured> {
  bench.doing(`${count} files`);
  const tree = growTree(bench.scratch("growth"), count, 11);
  const git = initGit(bench, tree.root);
  settleDisk();
  const added = git.time("add", "-A");
  await using recorder = await startRecorder(bench);
  settleDisk();
  const baseline = await clock(() => recorder.watch(tree.root));
  const writer = recorder.writer();
  const runs = async (work: () => unknown): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) times.push(await clock(work));
    return median(times);
  };
  return {
    "first recording": baseline,
    "git add -A": added,
    "flush --sweep": await runs(() => writer.request("flush", { root: tree.root, sweep: true })),
    "git status": await runs(() => git.run("status")),
    flush: await runs(() => recorder.flush(tree.root)),
    "after the first recording": readRss(recorder.daemonPid()),
  };
}

async function measureRows(bench: Bench, count: number): Promise<Measured> {
  const history = makeLongHistory(bench, { rows: count, paths: 20_000 });
  const { home } = history;
  const empty = join(home.root, "empty.cjs");
  writeFileSync(empty, "");
  const env = testEnvironment(home);
  const start = (program: string, args: readonly string[]): number => {
    const begun = performance.now();
    const { status } = spawnSync(process.execPath, [program, ...args], { cwd: home.project, env });
    if (status !== 0) throw new Error(`${args.join(" ")}: exit ${status}`);
    return performance.now() - begun;
  };
  const runs = (...args: readonly string[]): number =>
    median(Array.from({ length: 11 }, () => start(bench.bundle.launcher, args)));
  using reader = readProject(history.unfHome, home.project);
  const at = { id: Math.round(count / 2) as SnapshotId };
  const states: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    states.push(await clock(() => Array.from(keptRows(reader.timeline.stateAt(at, []))).length));
  }
  return {
    "an empty Node program": median(Array.from({ length: 11 }, () => start(empty, []))),
    "log -n 20": runs("log", "-n", "20"),
    status: runs("status"),
    "state at an instant": median(states),
    "timeline.db": bytesBelow(join(history.unfHome, "projects")) / count,
  };
}

async function inTurn(
  sizes: readonly number[],
  measure: (size: number) => Promise<Measured>,
): Promise<ReadonlyMap<number, Measured>> {
  const found = new Map<number, Measured>();
  for (const size of sizes) {
    const measured = await measure(size);
    found.set(size, measured);
    console.log(size, measured);
  }
  return found;
}

function lines(measured: ReadonlyMap<number, Measured>, names: readonly string[]): Series[] {
  return names.map((name) => ({
    name,
    points: [...measured].map(([size, values]) => [size, values[name] ?? Number.NaN] as const),
  }));
}

function save(name: string, chart: Chart): void {
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.svg`), drawChart(chart));
}

function bytesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((path) => statSync(join(directory, path)))
    .filter((stat) => stat.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
