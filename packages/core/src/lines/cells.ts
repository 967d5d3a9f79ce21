/**
 * `cells[index]` of an index known to be in range. Only for `Int32Array`, so that the engine keeps
 * one specialised version of it.
 */
export function intAt(cells: Int32Array, index: number): number {
  return cells[index] as number;
}

/** `bytes[index]` of an index known to be in range. */
export function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

/** The byte that ends a line. */
export const newline = 10;
