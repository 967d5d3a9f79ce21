import type { BurstMark } from "@unf/core/timeline";
import { countOf } from "../frame/print/columns.ts";

/** `1 240 files changed, 12 deleted`. */
export function burstCounts({ changed, deleted }: BurstMark): string {
  if (changed === 0 && deleted > 0) return `${countOf(deleted, "file")} deleted`;
  return `${countOf(changed, "file")} changed${deleted === 0 ? "" : `, ${deleted} deleted`}`;
}
