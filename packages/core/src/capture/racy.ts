import type { WallMs } from "../base/brand.ts";

/**
 * True when a file changed so shortly before it was read that a later write could carry the same
 * time stamps, so that an equal stat would not prove equal content. Kernels before 6.13 stamp in
 * ticks of about 4 ms; 20 ms covers them. Time stamps in the future count as racy.
 */
export function isRacy(
  stat: { readonly mtimeNs: bigint; readonly ctimeNs: bigint },
  readAt: WallMs,
): boolean {
  const changedNs = stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs;
  return Number(changedNs / 1_000_000n) > readAt - racyMs;
}

const racyMs = 20;
