import type { Digest, EntryStat } from "@unf/core/ports";
import type { LatestHead } from "../record/recorder.ts";

/** True when the same file still has the recorded content, and more behind it. */
export function isGrown(
  { digest }: { readonly digest: Digest },
  {
    head,
    bytes,
    stat,
  }: {
    readonly head: LatestHead | undefined;
    readonly bytes: Uint8Array;
    readonly stat: EntryStat;
  },
): boolean {
  if (head === undefined || stat.kind !== "file" || head.stat.ino !== stat.ino) return false;
  if (head.mode !== stat.mode || head.bytes === 0 || head.bytes >= bytes.length) return false;
  return digest(bytes.subarray(0, head.bytes)) === head.hash;
}
