import type { RelPath } from "../base/brand.ts";

/** Room that the history of one path takes. Unit: bytes. */
export interface PathShare {
  /** Names the project. */
  readonly root: string;
  readonly path: RelPath;
  readonly versions: number;
  /** All contents of its versions. */
  readonly bytes: number;
  /** Bytes of it that may go. */
  readonly freeableBytes: number;
  /** The part of `freeableBytes` that was recorded lately. */
  readonly grownBytes: number;
}

/**
 * Decides which paths pay for what must go, and how much each: first those that grew lately, then all,
 * each time those that take most, down to where what is left of each is the same. So a path whose
 * history is small loses nothing as long as a larger one is there. `undefined`: all of them together
 * could not pay the least.
 */
export function chargePaths(
  shares: readonly PathShare[],
  { leastBytes, wantedBytes }: { readonly leastBytes: number; readonly wantedBytes: number },
): ReadonlyMap<PathShare, number> | undefined {
  const all = shares.reduce((sum, { freeableBytes }) => sum + freeableBytes, 0);
  if (all < leastBytes) return undefined;
  const wanted = Math.min(all, wantedBytes);
  const charges = new Map<PathShare, number>();
  const level = (sizeOf: (share: PathShare) => number) => {
    const left = wanted - charges.values().reduce((sum, bytes) => sum + bytes, 0);
    for (const [share, bytes] of levelDown(shares, sizeOf, left))
      charges.set(share, (charges.get(share) ?? 0) + bytes);
  };
  level(({ grownBytes }) => grownBytes);
  level((share) => share.freeableBytes - (charges.get(share) ?? 0));
  return charges;
}

/**
 * Bytes that each loses when all are cut down to the same size, so that they lose `bytes` together.
 */
function levelDown<Share>(
  shares: readonly Share[],
  sizeOf: (share: Share) => number,
  bytes: number,
): Map<Share, number> {
  const sizes = shares.map((share) => ({ share, size: sizeOf(share) }));
  sizes.sort((a, b) => b.size - a.size);
  let sum = 0;
  let count = 0;
  for (const { size } of sizes) {
    // The others are smaller than what the ones before this are cut down to.
    if (count > 0 && sum - count * size >= bytes) break;
    sum += size;
    count += 1;
  }
  const rest = Math.max(0, sum - bytes) / Math.max(1, count);
  const cut = new Map<Share, number>();
  for (const { share, size } of sizes.slice(0, count)) {
    const loss = Math.ceil(size - rest);
    if (loss > 0) cut.set(share, loss);
  }
  return cut;
}
