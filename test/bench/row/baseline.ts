import { initGit } from "../git.ts";
import { readKeptBytes } from "../home-bytes.ts";
import { settleDisk } from "../machine.ts";
import { readCpuMs } from "../process-cost.ts";
import { startRecorder } from "../recorder.ts";
import { judgeRatio, type RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

/** The first recording of a tree against `git add -A` of the same tree into a fresh repository. */
export const runBaseline: RunRow = async (bench) => {
  const count = bench.size(10_000, 1000);
  bench.doing(`writing ${count} files`);
  const tree = growTree(bench.scratch("baseline"), count, 1);
  const cpu = { ours: [] as number[], yardstick: [] as number[] };
  const grown: number[] = [];

  const recordOnce = async (): Promise<number> => {
    await using recorder = await startRecorder(bench);
    const pid = recorder.daemonPid();
    settleDisk();
    const empty = readKeptBytes(recorder.unfHome);
    const before = readCpuMs(pid);
    const ms = await clock(() => recorder.watch(tree.root));
    cpu.ours.push(readCpuMs(pid) - before);
    const { projects } = await recorder.writer().request("status", {});
    if (projects[0]?.files !== count) throw new Error(`${projects[0]?.files} files are recorded`);
    await recorder.unf("stop");
    grown.push(readKeptBytes(recorder.unfHome) - empty);
    return ms;
  };
  const addOnce = async (): Promise<number> => {
    const git = initGit(bench, tree.root);
    settleDisk();
    const ms = git.time("add", "-A");
    cpu.yardstick.push(git.cpuMs);
    return ms;
  };
  const times = await interleave(bench.size(5, 2), recordOnce, addOnce);
  const ratio = median(times.ours) / median(times.yardstick);
  return [
    {
      work: `baseline of ${count.toLocaleString("en")} source files`,
      ours: renderTimes(times.ours),
      yardstick: `git add -A: ${renderTimes(times.yardstick)}`,
      ratio,
      ...judgeRatio(ratio, 0.6),
      notes: [
        `${(tree.bytes / 1e6).toFixed(1)} MB, median ${tree.medianBytes} bytes, ${tree.directories} directories`,
        "at the end contents and rows are durable; git leaves its objects to the system",
        `processor time: unf ${renderMs(median(cpu.ours))}, git ${renderMs(median(cpu.yardstick))}`,
      ],
    },
    {
      work: "bytes that the same adds to the home, rows and contents, after a clean stop",
      ours: `${(median(grown) / 1e6).toFixed(1)} MB`,
      yardstick: `the sources: ${(tree.bytes / 1e6).toFixed(1)} MB`,
      ratio: median(grown) / tree.bytes,
      target: "≤ 0.35 ×",
      isMet: median(grown) / tree.bytes <= 0.35,
      notes: ["words of these sources are drawn at random, so that they are harder to compress"],
    },
  ];
};
