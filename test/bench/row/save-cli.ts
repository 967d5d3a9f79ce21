import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runUnf } from "../../kit/index.ts";
import { startRecorder } from "../recorder.ts";
import type { RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, median, quantile, renderMs, renderTimes } from "../statistics.ts";

/**
 * A save seen from outside: `unf log` is started again and again until it lists the version. What
 * is measured ends with the first run that does, so one program start is always part of it.
 */
export const runSaveCli: RunRow = async (bench) => {
  await using recorder = await startRecorder(bench);
  const { home } = recorder;
  const tree = growTree(home.project, bench.size(1000, 100), 6);
  await recorder.watch(tree.root);
  const log = async (path: string): Promise<string> => {
    const args = ["log", "--all", "--json", "-n", "1", "--include", `/${path}`];
    return (await runUnf(args, { home, program: bench.bundle.launcher })).stdout;
  };
  const samples: number[] = [];
  const runs: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < bench.size(30, 5); n += 1) {
    const path = `saved-${n}.ts`;
    bare.push(await clock(() => log(tree.files[n] ?? "")));
    const start = performance.now();
    writeFileSync(join(tree.root, path), `saved ${n}\n`.repeat(300));
    let started = 1;
    while (!(await log(path)).includes(path)) started += 1;
    samples.push(performance.now() - start);
    runs.push(started);
    await pause(200);
  }
  return [
    {
      work: "save → unf log lists it, in a loop of program starts",
      ours: `median ${renderMs(median(samples))}, p99 ${renderMs(quantile(samples, 0.99))} (${samples.length} saves)`,
      yardstick: `one unf log that finds its version at once: ${renderTimes(bare)}`,
      ratio: median(samples) / median(bare),
      target: "none set",
      isMet: undefined,
      notes: [
        `unf log was started ${median(runs)} times until it showed the version (median, at most ${Math.max(...runs)})`,
      ],
    },
  ];
};
