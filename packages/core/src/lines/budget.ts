/**
 * How much work a comparison may do. A count and not a time, so that the same two versions give the
 * same result on every machine. Unit: steps, of which the prices are below.
 *
 * Outside the budget stay the passes over the bytes that every call makes: comparing the two ends
 * and counting newlines, 1 to 2 ms for each MiB.
 */
export interface LineBudget {
  readonly steps: number;
}

/**
 * The most expensive pairs of 2 MiB files we know take up to 80 ms with it on a 2-core cloud
 * machine, so a machine a third as fast stays below 250 ms. `npx node test/differential/lines-cost.test.ts`
 * prints them.
 */
export const defaultLineBudget: LineBudget = { steps: 50_000_000 };

// One step is about 1.5 ns on that machine. Hashing or comparing a byte is one step, and so is
// comparing two numbered lines.

/** For a line looked up in the table of lines: mostly cache misses. */
export const stepsPerLine = 128;
/** For each further slot of the table looked at. */
export const stepsPerProbe = 8;
/** For a diagonal visited by the search: mostly a mispredicted branch. */
export const stepsPerDiagonal = 8;

/** Rest of a budget while it is spent. Below zero: it ran out. */
export interface Meter {
  left: number;
}
