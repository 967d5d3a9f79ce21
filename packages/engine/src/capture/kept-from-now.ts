import type { EntryStat } from "@unf/core/ports";
import type { Head } from "@unf/core/timeline";
import type { LatestHead } from "../record/recorder.ts";
import type { CaptureContext } from "./capture-context.ts";

/** True for a content that was not kept until now, and is to be from now on: it is recorded anew. */
export function isKeptFromNow(
  { filter, maxFileBytes }: Pick<CaptureContext, "filter" | "maxFileBytes">,
  head: Head | LatestHead,
  stat: EntryStat,
): boolean {
  if (head.withheld !== true) return false;
  if (head.unrecordable === "binary") return filter.recordsBinary;
  if (head.unrecordable === "too_large") return stat.size <= BigInt(maxFileBytes);
  const verdict = filter.verdict(head.path, "file");
  return verdict.recorded && verdict.withheld === undefined;
}
