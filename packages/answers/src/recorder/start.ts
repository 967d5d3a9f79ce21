import type { AbsPath } from "@unf/core/base";
import type { RecordingAccess } from "../ports/recording.ts";
import type { RunningAnswer } from "./shape.ts";

/** Says whether the home's recorder runs. Starts nothing. */
export async function readRecorder(
  ports: Pick<RecordingAccess, "inspectRunning">,
  home: AbsPath,
): Promise<RunningAnswer> {
  const { daemon, sentinel } = await ports.inspectRunning(home);
  return {
    state: daemon === undefined ? "stopped" : "running",
    pid: daemon?.pid ?? null,
    version: daemon?.version ?? null,
    sentinel_pid: sentinel ?? null,
    projects: daemon?.projects.length ?? 0,
  };
}

/** Starts the recorder where it does not run, and waits until it answers. Throws `daemon_unavailable`. */
export async function startRecorder(ports: RecordingAccess, home: AbsPath): Promise<RunningAnswer> {
  {
    await using writer = await ports.openWriter(home, "start");
    await writer.request("ping", {});
  }
  return readRecorder(ports, home);
}
