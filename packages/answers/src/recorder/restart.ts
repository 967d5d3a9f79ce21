import { type AbsPath, UnfError, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { RecordingAccess } from "../ports/recording.ts";
import type { RunningAnswer } from "./shape.ts";
import { readRecorder } from "./start.ts";

/** Time, and how to let it pass. */
export interface RestartClock {
  now(): WallMs;
  pause(ms: number): Promise<void>;
}

/**
 * Ends the recorder, after recording what is pending, and starts it anew. `before`: as it was read.
 * Throws `daemon_unavailable` where it does not come back.
 */
export async function restartRecorder(
  ports: RecordingAccess,
  home: AbsPath,
  { before, clock }: { readonly before: RunningAnswer; readonly clock: RestartClock },
): Promise<RunningAnswer> {
  await reachOtherThan(before.pid ?? undefined, ports, home, clock);
  return readRecorder(ports, home);
}

/**
 * Resolves when a daemon with another pid answers; starts one where there is none. Asks the one that
 * runs until it has heard it: one that waits for its disk may answer too late.
 */
async function reachOtherThan(
  before: number | undefined,
  ports: RecordingAccess,
  home: AbsPath,
  clock: RestartClock,
): Promise<void> {
  const deadline = clock.now() + limits.sentinel.startMsMax;
  let hasHeard = before === undefined || (await askToRestart(ports, home));
  for (;;) {
    const pid = await readPid(ports, home);
    if (pid !== undefined && pid !== before) return;
    if (pid === before && !hasHeard) hasHeard = await askToRestart(ports, home);
    if (clock.now() > deadline) {
      throw new UnfError("daemon_unavailable", "the daemon did not come back", {
        hint: "unf status -v",
      });
    }
    await clock.pause(retryMs);
  }
}

/** False when nothing answered in time. */
async function askToRestart(ports: RecordingAccess, home: AbsPath): Promise<boolean> {
  try {
    await using writer = await ports.openWriter(home, "never");
    await writer.request("restart", {});
    return true;
  } catch (thrown) {
    if (isAway(thrown)) return false;
    throw thrown;
  }
}

/** The old one answers until it has drained; a new one takes about this long to listen. */
const retryMs = 50;

async function readPid(ports: RecordingAccess, home: AbsPath): Promise<number | undefined> {
  try {
    await using writer = await ports.openWriter(home, "start");
    return (await writer.request("ping", {})).pid;
  } catch (thrown) {
    if (isAway(thrown)) return undefined;
    throw thrown;
  }
}

function isAway(thrown: unknown): boolean {
  return thrown instanceof UnfError && thrown.code === "daemon_unavailable";
}
