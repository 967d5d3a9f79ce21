import type { BlobId } from "@unf/core/base";

/**
 * Stands for BLAKE3 where thousands of worlds are played in a few seconds: 64 bits of hash, written
 * four times. Good enough for the few hundred contents of one world.
 */
export function modelDigest(bytes: Uint8Array): BlobId {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995) ^ (b >>> 15);
  }
  a = Math.imul(a ^ (a >>> 16) ^ bytes.length, 0x85ebca6b);
  b = Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  const half = hex(a ^ (a >>> 13)) + hex(b ^ (b >>> 16));
  return half.repeat(4) as BlobId;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
