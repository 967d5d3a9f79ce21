import { pathToColumn, type RelPath } from "@unf/core/base";
import { initGit } from "../git.ts";
import { settleDisk } from "../machine.ts";
import { startRecorder } from "../recorder.ts";
import { judgeRatio, type RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

/** A checkpoint of 10,000 files: the whole program against `git stash create`, and the bookmark against a flush. */
export const runCheckpoint: RunRow = async (bench) => {
  const count = bench.size(10_000, 500);
  bench.doing(`writing ${count} files twice`);
  const watched = growTree(bench.scratch("checkpoint-unf"), count, 9);
  const tracked = growTree(bench.scratch("checkpoint-git"), count, 9);
  const git = initGit(bench, tracked.root);
  git.run("add", "-A");
  git.run("commit", "-q", "-m", "first");
  await using recorder = await startRecorder(bench);
  await recorder.watch(watched.root);
  let version = 0;
  const edit = (tree: typeof watched): void => {
    version += 1;
    tree.rewrite(10, version);
    settleDisk();
  };
  const times = await interleave(
    bench.size(15, 3),
    async () => {
      edit(watched);
      return clock(() => recorder.unf("checkpoint", `c${version}`, "--project", watched.root));
    },
    async () => {
      edit(tracked);
      return git.time("stash", "create");
    },
  );
  const root = pathToColumn(watched.root as RelPath);
  git.run("commit", "-q", "-a", "-m", "second");
  await recorder.unf("checkpoint", "still", "--project", watched.root);
  const quiet = ["diff", "--quiet", "--checkpoint", "still", "--project", watched.root];
  const unchanged = await interleave(
    bench.size(15, 3),
    () => clock(() => recorder.unf(...quiet)),
    async () => git.time("diff", "--quiet", "HEAD"),
  );
  let n = 0;
  const bookmark = await interleave(
    bench.size(40, 5),
    () => {
      n += 1;
      const params = { root, label: `b${n}`, message: null, payload_b64: null, pinned: false };
      return clock(() => recorder.writer().request("checkpoint", params));
    },
    () => clock(() => recorder.flush(watched.root)),
  );
  const beyond = median(bookmark.ours) - median(bookmark.yardstick);
  return [
    {
      work: `unf checkpoint of ${count.toLocaleString("en")} files, 10 of them changed, whole program`,
      ours: renderTimes(times.ours),
      yardstick: `git stash create of the same: ${renderTimes(times.yardstick)}`,
      ratio: median(times.ours) / median(times.yardstick),
      ...judgeRatio(median(times.ours) / median(times.yardstick), 1.5),
      notes: [
        "what the kernel told of is looked at, and what has changed is durable when it returns",
      ],
    },
    {
      work: `unf diff --quiet of ${count.toLocaleString("en")} files that have not changed, whole program`,
      ours: renderTimes(unchanged.ours),
      yardstick: `git diff --quiet HEAD: ${renderTimes(unchanged.yardstick)}`,
      ratio: median(unchanged.ours) / median(unchanged.yardstick),
      ...judgeRatio(median(unchanged.ours) / median(unchanged.yardstick), 1.5),
      notes: ["a difference that was recorded is found without looking at the tree"],
    },
    {
      work: "the bookmark alone: a checkpoint where nothing has changed, beyond its flush",
      ours: renderTimes(bookmark.ours),
      yardstick: `flush of the same: ${renderTimes(bookmark.yardstick)}`,
      ratio: median(bookmark.ours) / median(bookmark.yardstick),
      target: "≤ flush + 10 ms",
      isMet: beyond <= 10,
      notes: [`${renderMs(beyond)} more than the flush`],
    },
  ];
};
