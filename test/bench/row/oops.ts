import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runUnf, until } from "../../kit/index.ts";
import { type Recorder, startRecorder } from "../recorder.ts";
import type { Bench, Finding, RunRow } from "../row.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

/**
 * `unf oops` of a turn that changed so many files, the whole program, through the daemon. Each round
 * is the next turn; what takes it back is timed, and an empty program beside it.
 */
export const runOops: RunRow = async (bench) => {
  await using recorder = await startRecorder(bench);
  await recorder.watch(recorder.home.project);
  const findings: Finding[] = [];
  for (const files of [5, bench.size(500, 50)])
    findings.push(await takeBack(bench, recorder, files));
  return findings;
};

async function takeBack(bench: Bench, { home, unf }: Recorder, files: number): Promise<Finding> {
  const at = (index: number): string => join(home.project, `of-${files}-${index}.txt`);
  for (let index = 0; index < files; index += 1) writeFileSync(at(index), text(index, "first"));
  await unf("flush");
  const empty = join(home.root, "empty.cjs");
  writeFileSync(empty, "");
  let turn = 0;
  const change = async (): Promise<void> => {
    turn += 1;
    const script = `for f in of-${files}-*; do echo turn ${turn} >> $f; done`;
    await unf("exec", "--agent", "bench", "--label", `turn ${turn}`, "--", "sh", "-c", script);
    const isOver = async (): Promise<boolean> => {
      const { turns } = JSON.parse((await unf("turns", "--json", "-n", "1")).stdout) as Turns;
      return turns[0]?.ended_by === "stop" && turns[0].label === `turn ${turn}`;
    };
    await until("the turn is over", isOver);
  };
  const times = await interleave(
    bench.size(7, 3),
    async () => {
      await change();
      return clock(() => unf("oops", "--yes"));
    },
    () => clock(() => runUnf([], { home, program: empty, env: { NODE_COMPILE_CACHE: undefined } })),
  );
  const beyond = median(times.ours) - median(times.yardstick);
  return {
    work: `unf oops of a turn that changed ${files} files, whole program`,
    ours: renderTimes(times.ours),
    yardstick: `an empty program: ${renderTimes(times.yardstick)}`,
    ratio: median(times.ours) / median(times.yardstick),
    target: `≤ empty + ${files === 5 ? 40 : 150} ms`,
    isMet: beyond <= (files === 5 ? 40 : 150),
    notes: [`${renderMs(beyond)} more than the empty program`],
  };
}

interface Turns {
  readonly turns: readonly { readonly label: string; readonly ended_by: string | null }[];
}

function text(index: number, word: string): string {
  return `${word} line of ${index}\n`.repeat(40);
}
