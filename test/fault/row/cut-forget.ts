import { spawnSync } from "node:child_process";
import { until } from "../../kit/index.ts";
import { type Measures, noFindings } from "../checker/measures.ts";
import { plantSecrets } from "../checker/secret-home.ts";
import { openDisk } from "../power/disk.ts";
import { openStage } from "../stage.ts";
import type { ChooseCalls } from "./choose-calls.ts";
import {
  copyPlace,
  type ForgetRow,
  judgeForgotten,
  listForgetCalls,
  settleForget,
  startForget,
} from "./forget-trial.ts";
import { saidDone } from "./kill-forget.ts";
import { isTime } from "./play-operation.ts";

export interface CutForget extends ForgetRow {
  /** Calls just before which the power fails; it always fails once right after the answer, too. */
  readonly choose: ChooseCalls;
}

/**
 * Cuts the power of the disk that holds the home while something is forgotten, starts anew from what
 * is on it, and looks as after a kill. What was answered must be true of the disk, before anybody
 * carries on. Text says why it cannot be done here.
 */
export async function cutForget(
  row: CutForget,
): Promise<{ readonly points: number; readonly measures: Measures } | string> {
  using stage = openStage();
  const disk = openDisk(stage.directory, "ext4");
  if (typeof disk === "string") return disk;
  await using _ = disk;
  const planted = stage.place("planted");
  await plantSecrets(planted);
  const measures = noFindings();
  const { calls } = await listForgetCalls(stage, row, planted);
  const cuts = [...row.choose(calls), undefined];
  for (const index of cuts) {
    const name = index === undefined ? "answered" : `call-${index + 1}`;
    const place = copyPlace(disk.directory, planted, name);
    // Versions that were recorded some time ago are on the disk.
    spawnSync("sync", ["-f", place.home]);
    const rule = index === undefined ? "LOG 1+" : `STOP ${index + 1}`;
    const running = startForget(row, place, { rule, end: "hold" });
    try {
      await until("it is time for the cut", () => isTime(running), { limitMs: 60_000, everyMs: 2 });
      disk.cut();
    } finally {
      running.child.kill("SIGKILL");
    }
    const ended = await running.ended;
    await disk.restart();
    const where = `cut at ${name} of ${calls.length} (${calls[index ?? -1] ?? ""})`;
    const { what } = row;
    if (saidDone(ended))
      judgeForgotten(measures, { place, what, where: `${where}, not carried on` });
    await settleForget(measures, { place, what, where });
  }
  return { points: cuts.length, measures };
}
