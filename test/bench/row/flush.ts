import { settleDisk } from "../machine.ts";
import { startRecorder } from "../recorder.ts";
import type { RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

/** `unf flush` where nothing has changed, whole program, against `unf --version`. */
export const runFlush: RunRow = async (bench) => {
  const count = bench.size(10_000, 500);
  bench.doing(`writing ${count} files`);
  const tree = growTree(bench.scratch("flush"), count, 5);
  await using recorder = await startRecorder(bench);
  bench.doing("recording them");
  await recorder.watch(tree.root);
  settleDisk();
  const { unf } = recorder;
  await unf("flush", "--project", tree.root);
  await unf("--version");
  const times = await interleave(
    bench.size(41, 5),
    () => clock(() => unf("flush", "--project", tree.root)),
    () => clock(() => unf("--version")),
  );
  const asked = await interleave(
    bench.size(41, 5),
    () => clock(() => recorder.flush(tree.root)),
    () => clock(() => recorder.writer().request("ping", {})),
  );
  const beyond = median(times.ours) - median(times.yardstick);
  return [
    {
      work: `unf flush of ${count.toLocaleString("en")} files of which none has changed, whole program`,
      ours: renderTimes(times.ours),
      yardstick: `unf --version: ${renderTimes(times.yardstick)}`,
      ratio: median(times.ours) / median(times.yardstick),
      target: "≤ unf --version + 15 ms",
      isMet: beyond <= 15,
      notes: [
        `${renderMs(beyond)} more`,
        `over a connection that is open: ${renderTimes(asked.ours)}; a ping: ${renderMs(median(asked.yardstick))}`,
      ],
    },
  ];
};
