import type { PruneGroup } from "@unf/core/retention";
import { formatUtc } from "@unf/core/time";
import { pathFields } from "../parts/path-fields.ts";
import type { PlannedPrune } from "./plan-prune.ts";
import type { PruneAnswer, PrunedGroupAnswer, PrunedProjectAnswer } from "./shape.ts";

/**
 * The answer on versions that went, or would go. `hasPaths`: with the paths of which versions go.
 */
export function pruneAnswer(
  pruned: readonly PlannedPrune[],
  { isDryRun, hasPaths }: { readonly isDryRun: boolean; readonly hasPaths: boolean },
): PruneAnswer {
  return { dry_run: isDryRun, projects: pruned.map((one) => projectAnswer(one, hasPaths)) };
}

function projectAnswer(
  { reader, request, plan, aged, reply }: PlannedPrune,
  hasPaths: boolean,
): PrunedProjectAnswer {
  const { policy } = request;
  const removed = reply?.versions_removed ?? plan.ids.size;
  return {
    ...pathFields("root", reader.project.root),
    plan: plan.id,
    versions_removed: removed,
    versions_kept: reply?.versions_kept ?? plan.versions - removed,
    bytes_freed: reply?.bytes_freed ?? plan.freedBytes,
    operations_aged: reply?.operations_aged ?? aged,
    policy: {
      // JSON has no number without end.
      keep_within_ms: Number.isFinite(policy.keepAllMs) ? policy.keepAllMs : null,
      hourly_ms: policy.hourlyMs,
      daily_ms: policy.dailyMs,
      weekly_ms: policy.weeklyMs,
    },
    removed: plan.groups.map((group) => groupAnswer(group, hasPaths)),
    kept: Object.fromEntries(plan.kept),
  };
}

function groupAnswer(
  { why, versions, from, to, paths }: PruneGroup,
  hasPaths: boolean,
): PrunedGroupAnswer {
  const named = [...paths].map(([path, count]) => ({
    ...pathFields("path", path),
    versions: count,
  }));
  return {
    why,
    versions,
    from: formatUtc(from),
    to: formatUtc(to),
    ...(hasPaths ? { paths: named } : {}),
  };
}
