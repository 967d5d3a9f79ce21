import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { testEnvironment } from "../../kit/index.ts";
import { openLongHistory } from "../long-history.ts";
import type { RunRow } from "../row.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

/** `unf log -n 20` on a million rows against a Node program that does nothing. */
export const runLog: RunRow = async (bench) => {
  const history = openLongHistory(bench);
  const { home } = history;
  const empty = join(home.root, "empty.cjs");
  writeFileSync(empty, "");
  const env = { ...testEnvironment(home), NODE_COMPILE_CACHE: undefined };
  const start = (program: string, args: readonly string[]): Promise<number> =>
    clock(() => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: home.project,
        env,
        encoding: "utf8",
      });
      const lines = stdout.trim() === "" ? 0 : stdout.trim().split("\n").length;
      if (status !== 0 || lines !== (args.length === 0 ? 0 : 20)) {
        throw new Error(`${program} ${args.join(" ")}: exit ${status}, ${lines} lines: ${stderr}`);
      }
    });
  const times = await interleave(
    bench.size(41, 5),
    () => start(bench.bundle.launcher, ["log", "-n", "20"]),
    () => start(empty, []),
  );
  const more = median(times.ours) - median(times.yardstick);
  return [
    {
      work: `unf log -n 20 on ${history.rows.toLocaleString("en")} rows`,
      ours: renderTimes(times.ours),
      yardstick: `an empty Node program: ${renderTimes(times.yardstick)}`,
      ratio: median(times.ours) / median(times.yardstick),
      target: "≤ empty program + 25 ms",
      isMet: more <= 25,
      notes: [`${renderMs(more)} more than the empty program`],
    },
  ];
};
