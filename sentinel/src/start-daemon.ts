import process from "node:process";
import type { AbsPath, ProjectId } from "@unf/core";
import {
  cleanEnvironment,
  crashLogPath,
  programPath,
  programVariables,
  type Spawned,
  spawnProgram,
} from "@unf/system";

/**
 * Options of Node and V8 that keep the daemon small; measured in docs/decision/0005-memory.md. The
 * warning is that of `node:sqlite` on Node 22.
 */
const nodeOptions = [
  "--max-semi-space-size=1",
  "--optimize-for-size",
  "--max-old-space-size=256",
  "--disable-warning=ExperimentalWarning",
];

/** Starts a daemon for this home. `safe`: it records and does nothing else. */
export function startDaemon(
  home: AbsPath,
  how: { readonly safe: boolean; readonly quarantine: readonly ProjectId[] },
): Spawned {
  return spawnProgram({
    path: programPath("daemon"),
    args: [
      "--home",
      home,
      ...(how.safe ? ["--safe"] : []),
      ...how.quarantine.flatMap((id) => ["--quarantine", id]),
    ],
    // One arena: memory that a burst of captures took is found again instead of taken anew. A fixed
    // threshold: glibc otherwise keeps up to 64 MiB for the next large buffers.
    env: {
      ...cleanEnvironment(process.env),
      ...programVariables(process.env),
      MALLOC_ARENA_MAX: "1",
      MALLOC_TRIM_THRESHOLD_: "131072",
    },
    nodeOptions,
    crashLog: crashLogPath(home, "daemon"),
  });
}
