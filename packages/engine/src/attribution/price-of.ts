import { leastWritten, type RivalPrice } from "@unf/core/attribution";
import type { BlobId } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { equalBytes } from "@unf/core/lines";
import { isLinkMode } from "@unf/core/timeline";
import type { Timed, Trace } from "./brackets.ts";

/** The least that a change has cost its maker. */
export interface Cost extends RivalPrice {
  /** The file holds all that it held, and more behind that. */
  readonly isAppended: boolean;
}

/** The fewest bytes somebody must have written for the change; none where that is not known. */
export function priceOf(
  { before, after, isSame }: Pick<Trace<Timed>, "before" | "after" | "isSame">,
  content: (hash: BlobId) => Uint8Array | undefined,
): Cost {
  if (after === null) return { bytes: 0, size: 0, isAppended: false };
  const size = Number(after.stat.size);
  const unknown = { bytes: 0, size, isAppended: false };
  if (isLinkMode(after.stat.mode)) return unknown;
  const to = content(after.hash);
  const from = isSame && before !== undefined ? content(before.hash) : undefined;
  if (to === undefined || (isSame && from === undefined)) return unknown;
  const isAppended = from !== undefined && isBegun(from, to);
  const age = Number(after.stat.mtimeNs - (before?.stat.mtimeNs ?? 0n)) / 1e6;
  const isInDirtyPage = isAppended && age <= limits.sessions.life.dirtyMs;
  return { bytes: leastWritten(from, to), size, isAppended, isInDirtyPage };
}

/** True when it begins so. */
function isBegun(beginning: Uint8Array, of: Uint8Array): boolean {
  return equalBytes(beginning, of.subarray(0, beginning.length));
}
