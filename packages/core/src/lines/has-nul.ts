/** As many first bytes as git looks at. */
const lookedAt = 8000;

/** True for a content that has no lines to count or merge: a NUL is among its first bytes. */
export function hasNul(bytes: Uint8Array): boolean {
  return bytes.subarray(0, lookedAt).includes(0);
}
