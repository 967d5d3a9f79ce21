import { initGit } from "../git.ts";
import { settleDisk } from "../machine.ts";
import { startRecorder } from "../recorder.ts";
import { judgeRatio, type RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, interleave, median, renderTimes } from "../statistics.ts";

/** A sweep that finds nothing changed against a warm `git status`. */
export const runSweep: RunRow = async (bench) => {
  const count = bench.size(100_000, 3000);
  bench.doing(`writing ${count} files`);
  const tree = growTree(bench.scratch("sweep"), count, 2);
  await using recorder = await startRecorder(bench);
  bench.doing("recording them");
  await recorder.watch(tree.root);
  bench.doing("committing them to git");
  const git = initGit(bench, tree.root);
  git.run("add", "-A");
  git.run("commit", "-q", "-m", "all");
  settleDisk();
  const flushOnce = (): Promise<number> => clock(() => recorder.sweep(tree.root));
  const statusOnce = async (): Promise<number> => git.time("status");
  await flushOnce();
  await statusOnce();
  const times = await interleave(bench.size(9, 3), flushOnce, statusOnce);
  const ratio = median(times.ours) / median(times.yardstick);
  return [
    {
      work: `sweep of ${count.toLocaleString("en")} unchanged files`,
      ours: renderTimes(times.ours),
      yardstick: `git status, warm: ${renderTimes(times.yardstick)}`,
      ratio,
      ...judgeRatio(ratio, 1.5),
      notes: [
        `${tree.directories.toLocaleString("en")} directories; through the socket, as unf flush --sweep does it`,
      ],
    },
  ];
};
