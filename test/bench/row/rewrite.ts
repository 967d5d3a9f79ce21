import { until } from "../../kit/index.ts";
import { initGit } from "../git.ts";
import { settleDisk } from "../machine.ts";
import { countRight, readProject } from "../recorded.ts";
import { startRecorder } from "../recorder.ts";
import { judgeRatio, type RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, interleave, median, renderTimes } from "../statistics.ts";

/**
 * Every file of a tree rewritten in one go under the eyes of the daemon, from the first write until
 * the last version is durable, against the same writes followed by `git add -A`.
 */
export const runRewrite: RunRow = async (bench) => {
  const count = bench.size(10_000, 1000);
  bench.doing(`writing ${count} files twice`);
  const watched = growTree(bench.scratch("rewrite-unf"), count, 3);
  const tracked = growTree(bench.scratch("rewrite-git"), count, 3);
  const git = initGit(bench, tracked.root);
  git.run("add", "-A");
  git.run("commit", "-q", "-m", "all");
  await using recorder = await startRecorder(bench);
  await recorder.watch(watched.root);
  using reader = readProject(recorder.unfHome, watched.root);
  const waits: number[] = [];
  const adds: number[] = [];

  const captureAll = async (round: number): Promise<number> => {
    settleDisk();
    const wanted = reader.timeline.facts().snapshots + count;
    const written = await clock(() => watched.rewrite(count, round + 1));
    const waited = await clock(() =>
      until("each file has a new version", () => reader.timeline.facts().snapshots >= wanted, {
        limitMs: 120_000,
        everyMs: 10,
      }),
    );
    waits.push(waited);
    const right = countRight(reader, watched.root, watched.files);
    if (right !== count) throw new Error(`${count - right} of ${count} files are not as on disk`);
    // Settles the burst now, or that would happen while git is timed.
    await recorder.flush(watched.root);
    return written + waited;
  };
  const addAll = async (round: number): Promise<number> => {
    settleDisk();
    const written = await clock(() => tracked.rewrite(count, round + 1));
    const added = git.time("add", "-A");
    adds.push(added);
    return written + added;
  };
  const times = await interleave(bench.size(5, 2), captureAll, addAll);
  const ratio = median(times.ours) / median(times.yardstick);
  const { snapshots } = reader.timeline.facts();
  return [
    {
      work: `${count.toLocaleString("en")} files rewritten in one go, all captured`,
      ours: renderTimes(times.ours),
      yardstick: `the same writes, then git add -A: ${renderTimes(times.yardstick)}`,
      ratio,
      ...judgeRatio(ratio, 1),
      notes: [
        `after the last write: unf ${renderTimes(waits)}, git add -A ${renderTimes(adds)}`,
        `${snapshots.toLocaleString("en")} versions kept, ${reader.timeline.gaps().length} gaps; each file's newest version is what is on disk`,
      ],
    },
  ];
};
