/** Where a needle was found. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Looks for several needles at once. */
export interface Seeker {
  /** Length of the longest. */
  readonly bytesMax: number;
  /** Every needle that stands in the bytes, the longest at each place; none within another. */
  seek(bytes: Uint8Array): Generator<Found>;
}
