import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../kit/index.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import { openDisk } from "../power/disk.ts";
import { openStage, type Running } from "../stage.ts";
import { checkTrials } from "./operation-trials.ts";
import { isStopped, type PlayedOperation, startOperation } from "./play-operation.ts";

export interface CutOperation extends PlayedOperation {
  /** Calls, from 1, just before which the power fails; `"answered"`: right after the answer. */
  readonly cuts: readonly (number | "answered")[];
}

/**
 * Cuts the power of the disk that holds both the home and the project, while an operation is under
 * way; starts anew from what is on it, and compares. Text says why it cannot be done here.
 */
export async function cutOperation(row: CutOperation): Promise<Measures | string> {
  using stage = openStage();
  const disk = openDisk(stage.directory, "ext4");
  if (typeof disk === "string") return disk;
  await using _ = disk;
  const measures = noFindings();
  for (const cut of row.cuts) {
    const directory = join(disk.directory, `cut-${cut}`);
    const place = { home: join(directory, "home"), root: join(directory, "root") };
    mkdirSync(place.root, { recursive: true });
    const actions = cut === "answered" ? [] : [`STOP ${cut}`];
    const running = startOperation(row, place, { actions, end: "hold" });
    try {
      await until("it is time for the cut", () => isTime(running), { limitMs: 60_000, everyMs: 2 });
      disk.cut();
    } finally {
      running.child.kill("SIGKILL");
    }
    const { lines } = await running.ended;
    await disk.restart();
    const trial = { place, where: `cut ${cut}`, lines };
    addFindings(measures, await checkTrials(stage, [trial], row.tree), row.operation);
  }
  return measures;
}

/** It stands still at its call, has answered, or has ended. */
function isTime({ child, lines }: Running): boolean {
  if (child.exitCode !== null || lines.some(({ told }) => told !== undefined)) return true;
  return lines.some(({ trees }) => trees !== undefined) && isStopped(child.pid);
}
