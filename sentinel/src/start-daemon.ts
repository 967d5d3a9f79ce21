import type { AbsPath } from "@unf/core/base";
import { type DaemonStart, daemonProgram, type Spawned, spawnProgram } from "@unf/system";

/** Starts a daemon for this home, as long as one is wanted. */
export function startDaemon(home: AbsPath, how: DaemonStart): Spawned {
  return spawnProgram(daemonProgram(home, { ...how, ifWanted: true }));
}
