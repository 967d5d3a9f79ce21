import type { BlobId } from "../base/brand.ts";
import type { Digest } from "../ports/object-store.ts";
import type { Found, Seeker } from "../ports/seeker.ts";

/**
 * Finds bytes again and does not hold them: how many they are, a sum over the first of them, and
 * the digest of all.
 */
export interface NeedlePrint {
  readonly bytes: number;
  readonly start: number;
  readonly digest: BlobId;
}

/** Bytes that a sum is over, unless said otherwise: no needle is shorter. */
const usualWindow = 8;

/** Throws a `RangeError` for a needle that is shorter than the window, which is what its sum is over. */
export function printOf(
  needle: Uint8Array,
  digest: Digest,
  windowBytes = usualWindow,
): NeedlePrint {
  if (needle.length < windowBytes) throw new RangeError("a needle is too short");
  let start = 0;
  for (let at = 0; at < windowBytes; at += 1) {
    start = (Math.imul(start, factor) + (needle[at] ?? 0) + 1) | 0;
  }
  return { bytes: needle.length, start, digest: digest(needle) };
}

/**
 * A pass over the bytes costs the same for one needle and for thousands. `windowBytes`: that of the
 * prints; a longer one tells more needles that begin alike from each other at once.
 */
export function planSeek(
  prints: readonly NeedlePrint[],
  digest: Digest,
  windowBytes = usualWindow,
): Seeker {
  const byStart = new Map<number, Map<number, Set<BlobId>>>();
  const filter = new Uint8Array(1 << 16);
  for (const { bytes, start, digest: wanted } of prints) {
    const lengths = byStart.get(start) ?? new Map<number, Set<BlobId>>();
    byStart.set(start, lengths.set(bytes, (lengths.get(bytes) ?? new Set()).add(wanted)));
    filter[fold(start)] = 1;
  }
  const longestFirst = new Map(
    [...byStart].map(([start, lengths]) => [start, [...lengths].sort(([a], [b]) => b - a)]),
  );
  /** The longest needle that begins here; 0: none does. */
  const match = (bytes: Uint8Array, from: number, sum: number): number => {
    for (const [length, digests] of longestFirst.get(sum) ?? []) {
      const isThere = from + length <= bytes.length;
      if (isThere && digests.has(digest(bytes.subarray(from, from + length)))) return length;
    }
    return 0;
  };
  const shares = sharesOf(windowBytes);
  const next = (bytes: Uint8Array, start: number): Found | undefined => {
    let sum = 0;
    // Not in a generator: this loop is what a search takes its time for.
    for (let at = start; at < bytes.length; at += 1) {
      sum = (Math.imul(sum, factor) + (bytes[at] as number) + 1) | 0;
      const from = at - windowBytes + 1;
      if (from > start) sum = (sum - (shares[bytes[from - 1] as number] as number)) | 0;
      if (from < start || filter[fold(sum)] === 0) continue;
      const length = match(bytes, from, sum);
      if (length > 0) return { from, to: from + length };
    }
    return undefined;
  };
  return {
    bytesMax: prints.reduce((max, { bytes }) => Math.max(max, bytes), 0),
    *seek(bytes) {
      if (prints.length === 0) return;
      for (let found = next(bytes, 0); found !== undefined; found = next(bytes, found.to)) {
        yield found;
      }
    },
  };
}

const factor = 0x01000193;

/** Share that each byte has in a sum once it leaves a window of so many bytes. */
function sharesOf(windowBytes: number): Int32Array {
  let power = 1;
  for (let at = 0; at < windowBytes; at += 1) power = Math.imul(power, factor);
  return Int32Array.from({ length: 256 }, (_, byte) => Math.imul(byte + 1, power));
}

function fold(sum: number): number {
  return (sum ^ (sum >>> 16)) & 0xffff;
}
