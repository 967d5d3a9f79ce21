import process from "node:process";
import { type AbsPath, isOlderVersion, version } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { crashLogPath, sentinelLockPath } from "@unf/core/home";
import {
  cleanEnvironment,
  endProcess,
  programPath,
  programVariables,
  readHolder,
  readIntent,
  sentinelOptions,
  signalProcess,
  spawnProgram,
} from "@unf/system";

/**
 * Starts the sentinel when the intent wants it and none is there, or one of an older version, which
 * ends first: a newer sentinel replaces its daemon. Cheap: two small files are read.
 */
export async function ensureRunning(home: AbsPath): Promise<void> {
  const holder = readHolder(sentinelLockPath(home));
  if (holder !== undefined && !isOlderVersion(holder.version, version)) return;
  if (holder !== undefined) await endProcess(holder, { graceMs: limits.sentinel.termMsMax });
  const intent = readIntent(home);
  const isWanted = intent.kind === "unknown" || (intent.kind === "known" && intent.intent.running);
  if (isWanted) spawnSentinel(home);
}

/** Starts the sentinel, or tells the one that runs to look at once instead of at its next tick. */
export function wakeSentinel(home: AbsPath): void {
  const holder = readHolder(sentinelLockPath(home));
  if (holder === undefined) spawnSentinel(home);
  else signalProcess(holder, "SIGHUP");
}

/** Tells the sentinel, if one runs, to look at once. */
export function wakeSentinelThere(home: AbsPath): void {
  const holder = readHolder(sentinelLockPath(home));
  if (holder !== undefined) signalProcess(holder, "SIGHUP");
}

function spawnSentinel(home: AbsPath): void {
  const path = programPath("sentinel");
  spawnProgram({
    path,
    args: ["--home", home],
    env: {
      ...cleanEnvironment(process.env),
      ...programVariables(process.env),
      MALLOC_ARENA_MAX: "1",
    },
    nodeOptions: sentinelOptions(path),
    crashLog: crashLogPath(home, "sentinel"),
  });
}
