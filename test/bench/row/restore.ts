import { setTimeout as pause } from "node:timers/promises";
import { formatUtc } from "@unf/core/time";
import { initGit } from "../git.ts";
import { settleDisk } from "../machine.ts";
import { readProject } from "../recorded.ts";
import { type Recorder, startRecorder } from "../recorder.ts";
import { type Bench, type Finding, judgeRatio, type RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, interleave, median, renderTimes } from "../statistics.ts";

/** One file, a thousand and twenty thousand brought back and durable, against `git checkout` of the same; and undo. */
export const runRestore: RunRow = async (bench) => {
  await using recorder = await startRecorder(bench);
  const findings: Finding[] = [];
  const many = bench.size(1000, 100);
  const most = bench.size(20_000, 1000);
  for (const size of [
    { changed: 1, count: many * 5, rounds: bench.size(15, 3) },
    { changed: many, count: many * 5, rounds: bench.size(5, 3), target: 3, isUndone: true },
    { changed: most, count: most, rounds: bench.size(3, 2) },
  ]) {
    findings.push(...(await measure(bench, recorder, size)));
  }
  return findings;
};

interface Size {
  /** Files that differ. */
  readonly changed: number;
  /** Files of the tree. */
  readonly count: number;
  readonly rounds: number;
  /** How often the yardstick's time it may take. */
  readonly target?: number;
  /** Measure the undo too. */
  readonly isUndone?: boolean;
}

async function measure(
  bench: Bench,
  recorder: Recorder,
  { changed, count, rounds, target, isUndone = false }: Size,
): Promise<Finding[]> {
  bench.doing(`writing ${count} files twice, ${changed} of them anew`);
  const watched = growTree(bench.scratch("restore-unf"), count, 8);
  const tracked = growTree(bench.scratch("restore-git"), count, 8);
  const git = initGit(bench, tracked.root);
  git.run("add", "-A");
  git.run("commit", "-q", "-m", "old");
  git.run("tag", "old");
  tracked.rewrite(changed, 1);
  git.run("commit", "-q", "-a", "-m", "new");
  git.run("tag", "new");
  await recorder.watch(watched.root);
  using reader = readProject(recorder.unfHome, watched.root);
  const old = formatUtc(reader.timeline.facts().lastAt ?? (0 as never));
  await pause(50);
  const run = (...words: string[]) =>
    clock(() => recorder.unf(...words, "--yes", "--quiet", "--project", watched.root));
  const undos = { ours: [] as number[], yardstick: [] as number[] };
  const restores = await interleave(
    rounds,
    async () => {
      watched.rewrite(changed, 1);
      await recorder.flush(watched.root);
      settleDisk();
      const time = await run("restore", "--at", old);
      settleDisk();
      if (isUndone) undos.ours.push(await run("undo"));
      return time;
    },
    async () => {
      settleDisk();
      const time = await git.time("checkout", "-q", "old");
      settleDisk();
      undos.yardstick.push(await git.time("checkout", "-q", "new"));
      return time;
    },
  );
  const files = `${changed.toLocaleString("en")} of ${count.toLocaleString("en")} files`;
  const findings = [finding(`restore of ${files}`, restores, target)];
  if (isUndone) findings.push(finding(`undo of a restore of ${files}`, undos));
  return findings;
}

function finding(
  what: string,
  times: { readonly ours: readonly number[]; readonly yardstick: readonly number[] },
  target?: number,
): Finding {
  const ratio = median(times.ours) / median(times.yardstick);
  return {
    work: `${what}, durable, whole program`,
    ours: renderTimes(times.ours),
    yardstick: `git checkout of the same, which leaves them to the system: ${renderTimes(times.yardstick)}`,
    ratio,
    ...(target === undefined
      ? { target: "none set", isMet: undefined }
      : judgeRatio(ratio, target)),
    notes: ["unf has recorded what it replaces before it replaces it"],
  };
}
