import { type BlobId, isLinkMode, leastWritten } from "@unf/core";
import type { LatestHead } from "../capture/recorder.ts";

/** The fewest bytes that somebody must have written for the change; 0 where that is not known. */
export function priceOf(
  { before, after }: { readonly before: LatestHead | undefined; readonly after: LatestHead | null },
  isSame: boolean,
  content: (hash: BlobId) => Uint8Array | undefined,
): number {
  if (after === null || isLinkMode(after.stat.mode)) return 0;
  const to = content(after.hash);
  const from = isSame && before !== undefined ? content(before.hash) : undefined;
  if (to === undefined || (isSame && from === undefined)) return 0;
  return leastWritten(from, to);
}
