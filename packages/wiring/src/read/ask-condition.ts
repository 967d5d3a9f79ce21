import { type AbsPath, type ProjectId, UnfError, version } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { parseUtc } from "@unf/core/time";
import type { ConditionNote } from "@unf/core/trouble";
import { connect, type DaemonStatus, type ProjectStatus } from "@unf/protocol";
import { connectSocket, socketPlace, systemClock } from "@unf/system";

/**
 * The daemon's present word on itself and its projects; `undefined` when it does not answer in
 * time.
 */
export async function askCondition(home: AbsPath): Promise<ConditionNote | undefined> {
  const timeoutMs = limits.daemon.troubleMsMax;
  try {
    const channel = await connectSocket(socketPlace(home), { timeoutMs });
    using client = await connect(channel, { clock: systemClock, version, timeoutMs });
    return toCondition(await client.call("status", {}, { timeoutMs }));
  } catch (thrown) {
    if (thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}

function toCondition(status: DaemonStatus): ConditionNote {
  const startedAt = parseUtc(status.started_at);
  return {
    pid: status.pid,
    safeSince: status.safe_mode ? startedAt : undefined,
    projects: status.projects.flatMap(toNoted),
  };
}

function toNoted(project: ProjectStatus): ConditionNote["projects"] {
  const { state, stopped_since } = project;
  const since = stopped_since == null ? undefined : parseUtc(stopped_since);
  const common = { id: project.id as ProjectId, since, why: project.reason ?? "" };
  if (since !== undefined) return [{ ...common, state: "stopped" }];
  if (state === "missing" || state === "error") return [{ ...common, state }];
  return state === "degraded" ? [{ ...common, state: "sweeps" }] : [];
}
