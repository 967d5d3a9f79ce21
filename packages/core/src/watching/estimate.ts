import type { RelPath } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { renderBytes } from "../time/size.ts";

/** The most that a first sweep would record: files that turn out not to be text count here, too. */
export interface Estimate {
  readonly files: number;
  readonly bytes: number;
  /** False when counting was stopped; then there is more. */
  readonly isComplete: boolean;
  /** The directories below the root with the most bytes, and what lies in them; the largest first. */
  readonly largest: readonly {
    readonly directory: RelPath;
    readonly files: number;
    readonly bytes: number;
  }[];
}

/**
 * Why a person should hear of it before so much is recorded, to follow "which is"; `undefined` when it
 * is nothing unusual.
 */
export function judgeEstimate({ files, bytes }: Estimate, capBytes: number): string | undefined {
  const { filesMax, bytesMax, capShare } = limits.estimate;
  if (bytes > capBytes * capShare) {
    return `more than half of the ${renderBytes(capBytes)} that unf's store may take`;
  }
  if (bytes > bytesMax) return `more than ${renderBytes(bytesMax)}`;
  return files > filesMax ? `more than ${filesMax} files` : undefined;
}
