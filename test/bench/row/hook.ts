import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { runUnf, type TempHome } from "../../kit/index.ts";
import { startRecorder } from "../recorder.ts";
import type { RunRow } from "../row.ts";
import { clock, interleave, median, quantile, renderMs, renderTimes } from "../statistics.ts";

/** Measures an agent's wait at each use of a tool, beside what Node itself takes. */
export const runHook: RunRow = async (bench) => {
  await using recorder = await startRecorder(bench);
  const { home } = recorder;
  await recorder.watch(home.project);
  const empty = join(home.root, "empty.cjs");
  writeFileSync(empty, "");
  const rounds = bench.size(41, 5);
  const measure = () =>
    interleave(
      rounds,
      () => clock(() => run(home, bench.bundle.launcher, ["hook", "run", "claude-code"])),
      () => clock(() => run(home, empty, [])),
    );
  const live = await measure();
  const daemon = recorder.daemonPid();
  process.kill(daemon, "SIGSTOP");
  const hung = await measure().finally(() => process.kill(daemon, "SIGCONT"));
  const beyond = median(live.ours) - median(live.yardstick);
  const longest = quantile(hung.ours, 0.95);
  return [
    {
      work: "unf hook run, whole program, while the daemon records",
      ours: renderTimes(live.ours),
      yardstick: `an empty program: ${renderTimes(live.yardstick)}`,
      ratio: median(live.ours) / median(live.yardstick),
      target: "≤ empty + 15 ms",
      isMet: beyond <= 15,
      notes: [`${renderMs(beyond)} more than the empty program`],
    },
    {
      work: "unf hook run, whole program, while the daemon hangs",
      ours: renderTimes(hung.ours),
      yardstick: `an empty program: ${renderTimes(hung.yardstick)}`,
      ratio: median(hung.ours) / median(hung.yardstick),
      target: "≤ 90 ms",
      isMet: longest <= 90,
      notes: [`p95 ${renderMs(longest)}; its event waits on disk`],
    },
  ];
};

/** Without Node's compile cache, which an agent does not set either. */
async function run(home: TempHome, program: string, args: readonly string[]): Promise<void> {
  const env = { NODE_COMPILE_CACHE: undefined };
  const finished = await runUnf(args, { home, program, stdin: payload, env });
  if (finished.code !== 0) throw new Error(`${program}: exit ${finished.code}`);
}

const payload = JSON.stringify({
  session_id: "7f3a",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_use_id: "t1",
  tool_input: { command: "make test" },
});
