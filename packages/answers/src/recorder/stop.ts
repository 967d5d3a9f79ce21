import type { AbsPath } from "@unf/core/base";
import type { RecordingAccess } from "../ports/recording.ts";
import type { StopAnswer } from "./shape.ts";

/** Says which processes would end. */
export async function planStop(
  ports: Pick<RecordingAccess, "inspectRunning">,
  home: AbsPath,
): Promise<StopAnswer> {
  const { daemon, sentinel } = await ports.inspectRunning(home);
  return stopAnswer(true, daemon?.pid, sentinel);
}

/** Ends the recorder, and keeps it from being started. Throws `daemon_unavailable` where it does not end. */
export async function stopRecorder(
  ports: Pick<RecordingAccess, "stopAll">,
  home: AbsPath,
): Promise<StopAnswer> {
  const { daemon, sentinel } = await ports.stopAll(home);
  return stopAnswer(false, daemon, sentinel);
}

function stopAnswer(
  isDryRun: boolean,
  daemon: number | undefined,
  sentinel: number | undefined,
): StopAnswer {
  return {
    dry_run: isDryRun,
    stopped: daemon !== undefined || sentinel !== undefined,
    pid: daemon ?? null,
    sentinel_pid: sentinel ?? null,
  };
}
