import { closeSync, futimesSync, openSync, statSync } from "node:fs";
import { type AbsPath, systemCode, type WallMs } from "@unf/core";
import { heartbeatPath } from "@unf/system";

/** When a daemon of this home was last known to record; `undefined` when none ever did. */
export function readHeartbeat(home: AbsPath): WallMs | undefined {
  try {
    return Math.floor(statSync(heartbeatPath(home)).mtimeMs) as WallMs;
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}

/** Says that this daemon records now. Costs no flush: a crash of the system makes the gap longer, never shorter. */
export function beat(home: AbsPath, now: WallMs): void {
  const file = openSync(heartbeatPath(home), "a", 0o600);
  try {
    futimesSync(file, now / 1000, now / 1000);
  } finally {
    closeSync(file);
  }
}
