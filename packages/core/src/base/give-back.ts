/**
 * Gives the memory of a content back now, and not when garbage is next collected: contents come and
 * go by the thousand meanwhile. For who alone holds it; it is empty then.
 */
export function giveBack(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  // What is only part of a buffer is not all that is in it.
  if (buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= 1) buffer.transfer(0);
}
