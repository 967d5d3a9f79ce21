import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { SnapshotId } from "@unf/core/base";
import { keptRows } from "@unf/core/timeline";
import { openLongHistory } from "../long-history.ts";
import { readProject } from "../recorded.ts";
import type { RunRow } from "../row.ts";
import { clock, interleave, median, renderMs, renderTimes } from "../statistics.ts";

/** The state of the whole project at an instant in the middle of a million rows. */
export const runState: RunRow = async (bench) => {
  const history = openLongHistory(bench);
  using reader = readProject(history.unfHome, history.home.project);
  const empty = join(history.home.root, "nothing.cjs");
  writeFileSync(empty, "");
  const stateAt = async (share: number): Promise<number> => {
    let files = 0;
    const id = Math.round(history.rows * share) as SnapshotId;
    const ms = await clock(() => {
      for (const _ of keptRows(reader.timeline.stateAt({ id }, []))) files += 1;
    });
    if (files < history.paths * 0.9) throw new Error(`only ${files} files`);
    return ms;
  };
  const late: number[] = [];
  const times = await interleave(
    bench.size(15, 5),
    async () => {
      late.push(await stateAt(0.999));
      return stateAt(0.5);
    },
    () => clock(() => spawnSync(process.execPath, [empty])),
  );
  return [
    {
      work: `state of ${history.paths.toLocaleString("en")} paths in the middle of ${history.rows.toLocaleString("en")} rows`,
      ours: renderTimes(times.ours),
      yardstick: `an empty Node program: ${renderTimes(times.yardstick)}`,
      ratio: median(times.ours) / median(times.yardstick),
      target: "≤ 60 ms",
      isMet: median(times.ours) <= 60,
      notes: [`near the newest row: ${renderMs(median(late))}`],
    },
  ];
};
