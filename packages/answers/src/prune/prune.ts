import { absPathToColumn } from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import type { Progress, PruneParams } from "@unf/protocol";
import type { OpenHome } from "../ports/asker.ts";
import { isDue, type PlannedPrune } from "./plan-prune.ts";

/**
 * Removes what was planned, project by project, and returns all of them, each with what came of it where
 * something was due. `argv`: what the list of prunings shows. Throws `conflict` where a plan is another by now.
 */
export async function prune(
  { wiring, reader: home }: OpenHome,
  planned: readonly PlannedPrune[],
  order: {
    readonly argv: readonly string[];
    readonly onProgress: (progress: Progress) => void;
  },
): Promise<readonly PlannedPrune[]> {
  await using writer = await wiring.openWriter(home.home, "process");
  const done: PlannedPrune[] = [];
  for (const one of planned) {
    if (!isDue(one)) {
      done.push(one);
      continue;
    }
    const params = toParams(one, order.argv);
    done.push({ ...one, reply: await writer.request("prune", params, order.onProgress) });
  }
  return done;
}

function toParams({ reader, request, plan }: PlannedPrune, argv: readonly string[]): PruneParams {
  const { policy, now, upTo, include, exclude, maxBytes } = request;
  return {
    root: absPathToColumn(reader.project.root),
    policy: {
      keep_all_ms: policy.keepAllMs,
      hourly_ms: policy.hourlyMs,
      daily_ms: policy.dailyMs,
      weekly_ms: policy.weeklyMs,
      turns_ms: policy.turnsMs ?? null,
      operations_ms: policy.operationsMs ?? null,
      brings_back: policy.bringsBack,
      ...(policy.binaryVersions === undefined ? {} : { binary_versions: policy.binaryVersions }),
    },
    at: formatUtc(now),
    up_to: upTo,
    include,
    exclude,
    max_bytes: maxBytes,
    plan: plan.id,
    argv,
  };
}
