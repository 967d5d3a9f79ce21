import { existsSync, statSync } from "node:fs";
import { type AbsPath, systemCode, type WallMs } from "@unf/core/base";
import { heartbeatPath, recordingPath } from "@unf/core/home";
import { atomicReplace, removeAll, touch } from "@unf/system";

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
  touch(heartbeatPath(home), now / 1000);
}

/**
 * Says durably that a daemon records from now on. True when the one before never said that it
 * ended: it was killed, or the power failed, and what it had written last must be looked at.
 */
export function beginRecording(home: AbsPath): boolean {
  const path = recordingPath(home);
  const wasCutOff = existsSync(path);
  if (!wasCutOff) atomicReplace(path, new Uint8Array(0), 0o600);
  return wasCutOff;
}

/** Says that everything was recorded and put in order. */
export function endRecording(home: AbsPath): void {
  removeAll(recordingPath(home));
}
