import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../kit/index.ts";
import { checkHome } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import { startDaemon } from "../daemon.ts";
import type { Interposer } from "../native/interposer.ts";
import { openStage } from "../stage.ts";
import { isStopped } from "./play-operation.ts";

/** A directory with FIFOs, a socket and (as root) devices in it is recorded, and none of them opened. */
export async function recordAmongSpecialFiles(): Promise<Measures> {
  using stage = openStage("disk");
  const place = stage.place("special");
  const measures = noFindings();
  const at = (name: string): string => join(place.root, name);
  writeFileSync(at("before.txt"), "text\n");
  makeFifo(at("pipe.txt"));
  if (process.getuid?.() === 0) {
    // The terminal of nobody, and a disk that is not there: to open either could wait or do harm.
    spawnSync("mknod", [at("device.txt"), "c", "4", "63"]);
    spawnSync("mknod", [at("disk.txt"), "b", "7", "255"]);
  }
  await using _server = createServer().listen(at("socket.txt"));
  const daemon = await startDaemon({ place });
  try {
    makeFifo(at("later.txt"));
    writeFileSync(at("after.txt"), "text\n");
    await daemon.request("flush", {});
    await daemon.signal("SIGTERM");
    addFindings(measures, checkHome({ ...place, acks: [] }), "special files");
  } finally {
    if (daemon.exitCode === undefined) await daemon.signal("SIGKILL");
  }
  return measures;
}

/**
 * A FIFO takes the place of a file between the look at it and its opening. To open it and wait for a
 * writer would hang the recorder: within `limitMs` a flush must return.
 */
export async function swapForFifo(row: {
  readonly interposer: Interposer;
  readonly limitMs: number;
  readonly tree?: string;
}): Promise<Measures> {
  using stage = openStage("disk");
  const place = stage.place("swapped");
  const measures = noFindings();
  const control = join(stage.directory, "rules");
  const victim = join(place.root, "victim.txt");
  writeFileSync(victim, "before\n");
  const daemon = await startDaemon({
    place,
    env: row.interposer.environment({ control }),
    ...(row.tree === undefined ? {} : { tree: row.tree }),
  });
  try {
    writeFileSync(control, `open ${victim} STOP 1\n`);
    writeFileSync(victim, "after\n");
    await until("the daemon is about to open the file", () => isStopped(daemon.pid));
    rmSync(control);
    rmSync(victim);
    makeFifo(victim);
    await daemon.signal("SIGCONT");
    const late = Symbol("late");
    const limit = new AbortController();
    const flushed = await Promise.race([
      daemon.request("flush", {}),
      pause(row.limitMs, late, limit),
    ]);
    limit.abort();
    if (flushed === late) measures.hangs.push("opening a FIFO that took the place of a file");
    else {
      await daemon.signal("SIGTERM");
      addFindings(measures, checkHome({ ...place, acks: [] }), "swapped");
    }
  } finally {
    if (daemon.exitCode === undefined) await daemon.signal("SIGKILL");
  }
  return measures;
}

function makeFifo(path: string): void {
  spawnSync("mkfifo", [path]);
  if (!existsSync(path)) throw new Error(`${path} could not be made`);
}
