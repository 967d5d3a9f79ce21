import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { SnapshotId } from "@unf/core/base";
import { hasChanges } from "@unf/engine/checkpoints";
import { openLongHistory } from "../long-history.ts";
import { readProject } from "../recorded.ts";
import type { RunRow } from "../row.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

/** "Has anything changed since?", asked of a million rows. */
export const runChanges: RunRow = async (bench) => {
  const history = openLongHistory(bench);
  using reader = readProject(history.unfHome, history.home.project);
  const { timeline } = reader;
  const empty = join(history.home.root, "no-changes.cjs");
  writeFileSync(empty, "");
  const ask = (from: number, expected: boolean): Promise<number> =>
    clock(() => {
      const found = hasChanges(timeline, { from: from as SnapshotId });
      if (found !== expected) throw new Error(`changes since v${from}: ${found}`);
    });
  const newest = timeline.facts().lastId ?? 0;
  const unchanged: number[] = [];
  const times = await interleave(
    bench.size(40, 5),
    async () => {
      unchanged.push(await ask(newest, false));
      return ask(Math.round(history.rows / 2), true);
    },
    () => clock(() => spawnSync(process.execPath, [empty])),
  );
  return [
    {
      work: `hasChanges since the middle of ${history.rows.toLocaleString("en")} rows`,
      ours: renderTimes(times.ours),
      yardstick: `an empty Node program: ${renderTimes(times.yardstick)}`,
      ratio: median(times.ours) / median(times.yardstick),
      target: "≤ 5 ms",
      isMet: median(times.ours) <= 5,
      notes: [`where nothing has changed: ${renderMs(median(unchanged))}`],
    },
  ];
};
