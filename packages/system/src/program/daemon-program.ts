import type { AbsPath, ProjectId } from "@unf/core/base";
import { crashLogPath } from "@unf/core/home";
import { cleanEnvironment } from "./clean-environment.ts";
import { daemonOptions, smallAllocator } from "./node-options.ts";
import { programPath, programVariables } from "./programs.ts";
import type { Program } from "./spawn-program.ts";

/** How a daemon begins. */
export interface DaemonStart {
  /** It records and does nothing else. */
  readonly safe?: boolean;
  /** Projects to leave out from now on. */
  readonly quarantine?: readonly ProjectId[];
  /** It ends with who started it, and nobody is to start it anew. */
  readonly foreground?: boolean;
  /** It ends at once where recording was stopped while it started. */
  readonly ifWanted?: boolean;
}

/** A daemon for this home, to be started. */
export function daemonProgram(
  home: AbsPath,
  { safe = false, quarantine = [], foreground = false, ifWanted = false }: DaemonStart,
): Program {
  return {
    path: programPath("daemon"),
    args: [
      "--home",
      home,
      ...(safe ? ["--safe"] : []),
      ...quarantine.flatMap((id) => ["--quarantine", id]),
      ...(foreground ? ["--foreground"] : []),
      ...(ifWanted ? ["--if-wanted"] : []),
    ],
    // The wait on inotify takes one thread of libuv's pool for as long as nothing happens.
    // One arena: memory that a burst of captures took is found again instead of taken anew. A fixed
    // threshold: glibc otherwise keeps up to 64 MiB for the next large buffers.
    env: {
      ...cleanEnvironment(process.env),
      ...programVariables(process.env),
      UV_THREADPOOL_SIZE: "4",
      ...smallAllocator,
    },
    nodeOptions: daemonOptions,
    crashLog: crashLogPath(home, "daemon"),
  };
}
