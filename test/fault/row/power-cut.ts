import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../kit/index.ts";
import { checkHome, checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import type { Interposer } from "../native/interposer.ts";
import { type Disk, type DiskFormat, openDisk } from "../power/disk.ts";
import type { Place } from "../program/recording.ts";
import type { ScenarioName } from "../program/scenario.ts";
import { acksOf, type Line, openStage, type Running, recoverAll, startProgram } from "../stage.ts";
import { isStopped } from "./play-operation.ts";

/** When the power fails. */
export type Cut =
  /**
   * Right after a scenario has ended. `syncFails`: the flush with this number said that it failed,
   * and did nothing.
   */
  | { readonly after: ScenarioName; readonly syncFails?: number }
  /** Just before this call of a scenario that changes something in the home, from 1. */
  | { readonly during: ScenarioName; readonly call: number }
  /** In the middle of everything, when the load has acknowledged so many batches. */
  | { readonly seed: number; readonly batches: number };

export interface PowerCuts {
  readonly format: DiskFormat;
  readonly cuts: readonly Cut[];
  /** Needed where a flush is to fail, and where a scenario is to stand still. */
  readonly interposer?: Interposer;
  /** Another copy of the repository. */
  readonly tree?: string;
}

/**
 * Cuts the power of the disk that holds the home, starts again from what is on it, and compares.
 * The recorded directory is on another disk. Text says why it cannot be done here.
 */
export async function cutPower(row: PowerCuts): Promise<Measures | string> {
  using stage = openStage();
  await using disk = await openDiskOr(stage.directory, row.format);
  if (typeof disk.opened === "string") return disk.opened;
  const measures = noFindings();
  for (const [at, cut] of row.cuts.entries()) {
    const { root } = stage.place(`cut${at}`);
    const place = { home: join(disk.opened.directory, `cut${at}`, "home"), root };
    mkdirSync(join(place.home, ".."));
    const where = `cut ${at + 1} (${JSON.stringify(cut)})`;
    const lines = await cutDuring(start(place, cut, row), cut, disk.opened);
    await disk.opened.restart();
    const acks = acksOf(lines);
    addFindings(measures, checkKilled({ ...place, acks }), `${where}, not recovered`);
    const recovered = await recoverAll(stage, [place], row.tree);
    const crash = recovered.get(place.home)?.crash;
    if (crash !== undefined) measures.crash.push(`${where}: recovery: ${crash}`);
    addFindings(measures, checkHome({ ...place, acks }), where);
  }
  return measures;
}

/**
 * Cuts the power when it is time; what the program had said by then. What it says later nobody would
 * have received; and a flush that was under way may then return without an error, which is the way of
 * this kernel call and not of a power cut.
 */
async function cutDuring(running: Running, cut: Cut, disk: Disk): Promise<readonly Line[]> {
  let received: readonly Line[] | undefined;
  try {
    await until("it is time for the cut", () => isTime(running, cut), {
      limitMs: 60_000,
      everyMs: 1,
    });
    if (running.child.exitCode === null) {
      received = [...running.lines];
      disk.cut();
    }
  } finally {
    running.child.kill("SIGKILL");
  }
  const { code, stderr } = await running.ended;
  if (received === undefined) throw new Error(`it ended before the cut with ${code}: ${stderr}`);
  return received;
}

async function openDiskOr(directory: string, format: DiskFormat) {
  const opened = openDisk(directory, format);
  return {
    opened,
    [Symbol.asyncDispose]: async () => {
      if (typeof opened !== "string") await opened[Symbol.asyncDispose]();
    },
  };
}

function start(place: Place, cut: Cut, { tree, interposer }: PowerCuts): Running {
  const { home, root } = place;
  const from = tree === undefined ? {} : { tree };
  if ("seed" in cut) {
    return startProgram({ name: "load", args: [home, root, String(cut.seed)], ...from });
  }
  const args = [home, root, "after" in cut ? cut.after : cut.during, "hold"];
  const rules = planRules(cut, home);
  if (rules === undefined) return startProgram({ name: "record", args, ...from });
  if (interposer === undefined) throw new Error("no call can be made to fail");
  return startProgram({
    name: "record",
    args: [...args, rules],
    env: interposer.environment({ control: `${root}.rules` }),
    ...from,
  });
}

function planRules(cut: Exclude<Cut, { readonly seed: number }>, home: string): string | undefined {
  if ("during" in cut) return `* ${home}/ STOP ${cut.call}`;
  // `exec`: the program that flushes a whole file system.
  if (cut.syncFails !== undefined)
    return `fsync,fdatasync,syncfs,exec ${home}/ EIO ${cut.syncFails}`;
  return undefined;
}

function isTime({ child, lines }: Running, cut: Cut): boolean {
  if (child.exitCode !== null) return true;
  if ("seed" in cut) return lines.filter(({ acks }) => acks !== undefined).length >= cut.batches;
  return lines.some(({ done }) => done === true) || ("during" in cut && isStopped(child.pid));
}
