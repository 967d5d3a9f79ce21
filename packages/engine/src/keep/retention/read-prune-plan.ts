import { type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import type { Digest, TimelineReader } from "@unf/core/ports";
import { planFilter } from "@unf/core/query";
import {
  ChargePlanner,
  type Charges,
  type PrunePlan,
  PrunePlanner,
  type RetentionPolicy,
} from "@unf/core/retention";
import { readAgedPaths } from "../../base/read-paths.ts";
import { readProtection } from "./read-protection.ts";

/** A request for a part of a project's history to go. */
export interface PruneRequest {
  readonly policy: RetentionPolicy;
  /** From when ages are counted. */
  readonly now: WallMs;
  /** The newest row that it may be about. */
  readonly upTo: SnapshotId | 0;
  /** Globs in gitignore syntax; empty `include` means every path. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Bytes that the contents may add up to; `null`: any size. */
  readonly maxBytes: number | null;
  /** Only what these paths are to give back goes; `policy`, patterns and `maxBytes` mean nothing then. */
  readonly charges?: Charges;
}

/** True where everything older is to go: the history starts there then. */
export function movesStart({ policy, include, exclude }: PruneRequest): boolean {
  return !policy.bringsBack && include.length + exclude.length === 0;
}

export interface PrunePlanPorts {
  readonly timeline: TimelineReader;
  readonly digest: Digest;
  /** Called every few milliseconds. */
  readonly breathe: () => Promise<void>;
}

/**
 * Plans a prune; changes nothing. `counts`: by path, and what the contents add up to, for a person to
 * see. Throws `usage` for a pattern that cannot be one.
 */
export async function readPrunePlan(
  { timeline, digest, breathe }: PrunePlanPorts,
  request: PruneRequest,
  counts: boolean,
): Promise<PrunePlan> {
  const { include, exclude } = request;
  const filter = planFilter({ include, exclude, ignoreCase: false });
  if (filter.kind === "invalid") throw new UnfError("usage", filter.why);
  const protection = readProtection(timeline, request.now, request.policy);
  await breathe();
  const { charges } = request;
  const planner =
    charges !== undefined
      ? new ChargePlanner({ ...request, charges, protection })
      : new PrunePlanner({
          ...request,
          protection,
          movesStart: movesStart(request),
          isSelected: filter.matches,
          countsPaths: counts,
          measures: counts || request.maxBytes !== null,
        });
  for await (const rows of readAgedPaths(timeline, request.now, breathe)) planner.addPath(rows);
  return planner.finish(digest);
}
