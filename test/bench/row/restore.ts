import { setTimeout as pause } from "node:timers/promises";
import { formatUtc } from "@unf/core";
import { initGit } from "../git.ts";
import { settleDisk } from "../machine.ts";
import { readProject } from "../recorded.ts";
import { startRecorder } from "../recorder.ts";
import { judgeRatio, type RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, interleave, median, renderTimes } from "../statistics.ts";

/** 1,000 files brought back and durable against `git checkout` of the same 1,000. */
export const runRestore: RunRow = async (bench) => {
  const changed = bench.size(1000, 100);
  const count = changed * 5;
  bench.doing(`writing ${count} files twice`);
  const watched = growTree(bench.scratch("restore-unf"), count, 8);
  const tracked = growTree(bench.scratch("restore-git"), count, 8);
  const git = initGit(bench, tracked.root);
  git.run("add", "-A");
  git.run("commit", "-q", "-m", "old");
  git.run("tag", "old");
  tracked.rewrite(changed, 1);
  git.run("commit", "-q", "-a", "-m", "new");
  git.run("tag", "new");
  await using recorder = await startRecorder(bench);
  await recorder.watch(watched.root);
  using reader = readProject(recorder.unfHome, watched.root);
  const old = formatUtc(reader.timeline.facts().lastAt ?? (0 as never));
  await pause(50);

  const restoreOnce = async (): Promise<number> => {
    watched.rewrite(changed, 1);
    await recorder.flush(watched.root);
    settleDisk();
    const args = ["restore", "--at", old, "--yes", "--quiet", "--project", watched.root];
    return clock(() => recorder.unf(...args));
  };
  const checkoutOnce = async (): Promise<number> => {
    git.run("checkout", "-q", "new");
    settleDisk();
    return git.time("checkout", "-q", "old");
  };
  const times = await interleave(bench.size(5, 2), restoreOnce, checkoutOnce);
  const ratio = median(times.ours) / median(times.yardstick);
  return [
    {
      work: `restore of ${changed.toLocaleString("en")} of ${count.toLocaleString("en")} files, durable, whole program`,
      ours: renderTimes(times.ours),
      yardstick: `git checkout of the same, which leaves them to the system: ${renderTimes(times.yardstick)}`,
      ratio,
      ...judgeRatio(ratio, 3),
      notes: ["unf has recorded what it replaces before it replaces it"],
    },
  ];
};
