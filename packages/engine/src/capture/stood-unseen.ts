import type { MonoMs, RelPath } from "@unf/core/base";
import { type BurstLimits, missedMs } from "@unf/core/capture";
import type { CaptureContext } from "./capture-context.ts";
import type { OpenBurst } from "./open-burst.ts";

/** How long the state stood that a touch has ended, where it is one that should have been recorded. */
export function stoodUnseen(
  { filter }: Pick<CaptureContext, "filter">,
  path: RelPath,
  { burst, isLeftOut }: Pick<OpenBurst, "burst" | "isLeftOut">,
  { at, limits }: { readonly at: MonoMs; readonly limits: BurstLimits },
): number | undefined {
  const stoodMs = isLeftOut ? undefined : missedMs(burst, at, limits);
  if (stoodMs === undefined) return undefined;
  // Nobody has looked yet: it may be a file that is not recorded, as the temporary ones of unf itself.
  const isRecorded = !filter.isElsewhere(path) && filter.verdict(path, "file").recorded;
  return isRecorded ? stoodMs : undefined;
}
