import { spawnSync } from "node:child_process";
import { until } from "../../kit/index.ts";
import { type Measures, noFindings } from "../checker/measures.ts";
import { openDisk } from "../power/disk.ts";
import { openStage } from "../stage.ts";
import type { ChooseCalls } from "./choose-calls.ts";
import {
  layHome,
  listConvertCalls,
  type MigrationRow,
  settleMigration,
  startConvert,
} from "./migration-trial.ts";
import { isTime } from "./play-operation.ts";

export interface CutMigration extends MigrationRow {
  /** Calls just before which the power fails; it always fails once right after the end, too. */
  readonly choose: ChooseCalls;
}

/**
 * Cuts the power of the disk that holds the home while it is converted, and looks at what is on it as
 * after a kill. Text says why it cannot be done here.
 */
export async function cutMigration(
  row: CutMigration,
): Promise<{ readonly points: number; readonly measures: Measures } | string> {
  using stage = openStage();
  const disk = openDisk(stage.directory, "ext4");
  if (typeof disk === "string") return disk;
  await using _ = disk;
  const measures = noFindings();
  const calls = await listConvertCalls(stage, row);
  const cuts = [...row.choose(calls), undefined];
  for (const index of cuts) {
    const name = index === undefined ? "converted" : `call-${index + 1}`;
    const home = layHome(row, disk.directory, name);
    // Files that an older program left some time ago are on the disk.
    spawnSync("sync", ["-f", home]);
    const rule = index === undefined ? "LOG 1+" : `STOP ${index + 1}`;
    const running = startConvert(row, home, { rule, end: "hold" });
    try {
      await until("it is time for the cut", () => isTime(running), { limitMs: 60_000, everyMs: 2 });
      disk.cut();
    } finally {
      running.child.kill("SIGKILL");
    }
    await running.ended;
    await disk.restart();
    const where = `cut at ${name} of ${calls.length} (${calls[index ?? -1] ?? ""})`;
    settleMigration(measures, { home, version: row.version, where });
  }
  return { points: cuts.length, measures };
}
