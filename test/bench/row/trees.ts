import { join } from "node:path";
import process from "node:process";
import { openTree } from "@unf/client";
import { readKeptBytes } from "../home-bytes.ts";
import type { RunRow } from "../row.ts";
import { judgeRatio } from "../row.ts";
import { median, renderMs } from "../statistics.ts";

/** Files of a tree, and how many of them each checkpoint changes. */
const fileCount = 1000;
const changedFiles = 3;

/** 10,000 checkpoints of a tree given as values, against the sum of what differs between them. */
export const runTrees: RunRow = async (bench) => {
  const count = bench.size(10_000, 200);
  bench.doing(`setting ${count} checkpoints of ${fileCount} files in memory`);
  const store = join(bench.scratch("trees"), "store");
  const tree = new Map<string, string>();
  for (let n = 0; n < fileCount; n += 1) tree.set(nameOf(n), textOf(n, 0));
  const trees = await openTree(store);
  await trees.checkpoint(tree, { label: "begin" });
  await trees.close();
  const before = readKeptBytes(store);
  await using again = await openTree(store);
  const times: number[] = [];
  const worked: number[] = [];
  let differs = 0;
  for (let step = 1; step <= count; step += 1) {
    for (let change = 0; change < changedFiles; change += 1) {
      const n = (step * 7 + change * 331) % fileCount;
      const text = textOf(n, step);
      tree.set(nameOf(n), text);
      differs += text.length;
    }
    const start = performance.now();
    const before = process.cpuUsage();
    await again.checkpoint(tree, { label: `step ${step}` });
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    worked.push((user + system) / 1000);
  }
  await again.close();
  const grown = readKeptBytes(store) - before;
  const tenth = Math.ceil(count / 10);
  const [first, last] = [median(times.slice(0, tenth)), median(times.slice(-tenth))];
  const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const work = [meanOf(worked.slice(0, tenth)), meanOf(worked.slice(-tenth))].map((ms) =>
    renderMs(ms),
  );
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    {
      work: `${count.toLocaleString("en")} checkpoints of ${fileCount.toLocaleString("en")} files in memory, ${changedFiles} changed in each: room`,
      ours: megabytes(grown),
      yardstick: `the changed files together: ${megabytes(differs)}`,
      ratio: grown / differs,
      ...judgeRatio(grown / differs, 1),
      notes: ["rows, names and contents; one line differs in a file of some 1,000 bytes"],
    },
    {
      work: "the same: time of one among the last tenth",
      ours: renderMs(last),
      yardstick: `among the first tenth: ${renderMs(first)}`,
      ratio: last / first,
      ...judgeRatio(last / first, 2),
      notes: [
        "all files are hashed, and what differs is durable when it returns",
        `processor time of one, on average: ${work[0]} among the first tenth, ${work[1]} among the last`,
      ],
    },
  ];
};

function nameOf(n: number): string {
  return `src/part${n % 20}/file${n}.ts`;
}

function textOf(n: number, step: number): string {
  return `${`export const value${n} = ${n};\n`.repeat(30)}// ${step}\n`;
}
