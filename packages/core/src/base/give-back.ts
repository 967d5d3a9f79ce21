/**
 * Gives the memory of a content back now, and not when garbage is next collected: contents come and
 * go by the thousand meanwhile. For who alone holds it; it is empty then.
 */
export function giveBack(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  // A view on a part of a buffer leaves it whole: others may hold the rest.
  if (buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= 1) buffer.transfer(0);
}
