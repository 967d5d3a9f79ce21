import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../kit/index.ts";
import { initGit } from "../git.ts";
import { settleDisk } from "../machine.ts";
import { readProject } from "../recorded.ts";
import { startRecorder } from "../recorder.ts";
import type { RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { median, renderTimes } from "../statistics.ts";

/**
 * A checkout that changes every file, until all of it is recorded, against the checkout followed by
 * `git add -A`; and how soon the state before it has a name.
 */
export const runBurst: RunRow = async (bench) => {
  const count = bench.size(10_000, 1000);
  bench.doing(`two commits of ${count} files`);
  const tree = growTree(bench.scratch("burst"), count, 5);
  const git = initGit(bench, tree.root);
  const commit = (name: string): void => {
    git.run("add", "-A");
    git.run("commit", "-q", "-m", name);
    git.run("branch", name);
  };
  commit("one");
  tree.rewrite(count, 1);
  commit("two");
  await using recorder = await startRecorder(bench);
  await recorder.watch(tree.root);
  using reader = readProject(recorder.unfHome, tree.root);
  const marked: number[] = [];
  const recorded: number[] = [];
  const yardstick: number[] = [];
  for (let round = 0; round < bench.size(5, 2); round += 1) {
    settleDisk();
    // Changes that follow a mass change at once are a part of it.
    await pause(1000);
    const { timeline } = reader;
    const wanted = timeline.facts().snapshots + count;
    const marks = timeline.bursts().length;
    const begun = performance.now();
    const checkout = git.time("checkout", "-q", round % 2 === 0 ? "one" : "two");
    await until("it is marked", () => timeline.bursts().length > marks, { everyMs: 5 });
    marked.push(performance.now() - begun);
    await until("all is recorded", () => timeline.facts().snapshots >= wanted, {
      limitMs: 120_000,
      everyMs: 10,
    });
    recorded.push(performance.now() - begun);
    await recorder.flush(tree.root);
    settleDisk();
    // Git then reads and hashes every file, as unf must; it has every object already.
    git.run("read-tree", "--empty");
    yardstick.push(checkout + git.time("add", "-A"));
  }
  return [
    {
      work: `git checkout of ${count.toLocaleString("en")} changed files, all recorded`,
      ours: `${renderTimes(recorded)}, the checkout itself included`,
      yardstick: `the checkout, then git add -A into an empty index: ${renderTimes(yardstick)}`,
      ratio: median(recorded) / median(yardstick),
      target: "none",
      isMet: undefined,
      notes: [
        `found marked as a mass change ${renderTimes(marked)} after the checkout began; looked at when it had ended`,
      ],
    },
  ];
};
