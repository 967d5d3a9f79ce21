import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Recorder, startRecorder } from "../recorder.ts";
import type { Bench, Finding, RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

const files = 61;

/** `unf watch` of a small project, with a recorder running and without, against an empty Node program. */
export const runWatch: RunRow = async (bench) => {
  await using recorder = await startRecorder(bench);
  const { unf } = recorder;
  const running = await measure(bench, recorder, async () => undefined);
  const stopped = await measure(bench, recorder, async () => {
    await unf("stop");
  });
  return [
    toFinding("the recorder running", running, 60),
    toFinding("nothing running", stopped, 250),
  ];
};

type Times = Awaited<ReturnType<typeof interleave>>;

async function measure(
  bench: Bench,
  { unf, home }: Recorder,
  prepare: () => Promise<void>,
): Promise<Times> {
  const empty = join(home.root, "nothing.cjs");
  writeFileSync(empty, "");
  const parent = bench.scratch("watch");
  return interleave(
    bench.size(41, 3),
    async (round) => {
      const root = join(parent, `project-${round}`);
      mkdirSync(root);
      growTree(root, files, round + 1);
      await prepare();
      return clock(() => unf("watch", root, "--yes", "--no-service"));
    },
    () => clock(() => spawnSync(process.execPath, [empty])),
  );
}

function toFinding(when: string, { ours, yardstick }: Times, targetMs: number): Finding {
  const beyond = median(ours) - median(yardstick);
  return {
    work: `unf watch of ${files} files, ${when}`,
    ours: renderTimes(ours),
    yardstick: `an empty Node program: ${renderTimes(yardstick)}`,
    ratio: median(ours) / median(yardstick),
    target: `≤ empty Node + ${targetMs} ms`,
    isMet: beyond <= targetMs,
    notes: [`${renderMs(beyond)} more; what was there is recorded and durable when it returns`],
  };
}
