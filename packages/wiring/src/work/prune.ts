import { type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import { parseUtc } from "@unf/core/time";
import { type Project, type PruneRequest, pruneProject } from "@unf/engine";
import type { Progress, PruneParams, PruneReply } from "@unf/protocol";

/** Carries out a prune that came as a request, and reports it in the words of the protocol. */
export async function answerPrune(
  project: Project,
  params: PruneParams,
  onProgress?: (progress: Progress) => void,
): Promise<PruneReply> {
  const { plan, pruning, deleted, freedBytes, agedOperations } = await pruneProject(project, {
    request: toRequest(params, project.ports.clock.wall()),
    planId: params.plan ?? undefined,
    cause: "asked",
    argv: params.argv,
    onProgress: (files, total) => onProgress?.({ phase: "pruning", files, recorded: 0, total }),
  });
  return {
    plan: plan.id,
    pruning,
    versions_removed: deleted,
    versions_kept: plan.versions - deleted,
    bytes_freed: freedBytes,
    operations_aged: agedOperations,
  };
}

function toRequest(params: PruneParams, now: WallMs): PruneRequest {
  const { policy, include, exclude, max_bytes, up_to } = params;
  const at = parseUtc(params.at);
  if (at === undefined) throw new UnfError("usage", "at is not an RFC 3339 instant in UTC");
  return {
    policy: {
      keepAllMs: policy.keep_all_ms,
      hourlyMs: policy.hourly_ms,
      dailyMs: policy.daily_ms,
      weeklyMs: policy.weekly_ms,
      turnsMs: policy.turns_ms,
      operationsMs: policy.operations_ms ?? null,
      bringsBack: policy.brings_back,
      ...(policy.binary_versions === undefined ? {} : { binaryVersions: policy.binary_versions }),
    },
    now: Math.min(at, now) as WallMs,
    upTo: up_to as SnapshotId | 0,
    include,
    exclude,
    maxBytes: max_bytes,
  };
}
