/** So much of a file is compared: what it has more can only make the price higher. Unit: bytes. */
const comparedMax = 2 ** 20;

/**
 * The fewest bytes that somebody must have written for a file to hold `after`, where it held `before`;
 * `undefined`: it is another file than the one that was there. Zeros may be holes, and are free.
 */
export function leastWritten(before: Uint8Array | undefined, after: Uint8Array): number {
  const to = Math.min(after.length, comparedMax);
  let count = 0;
  for (let at = 0; at < to; at += 1) {
    const byte = after[at];
    if (byte !== 0 && byte !== before?.[at]) count += 1;
  }
  return count;
}
