import type { Steps } from "../base/steps.ts";

/** So many lines of a plan are digested at once. */
const sliceLines = 1000;

/**
 * What a plan's id is made of, line by line: the lines themselves, or of a plan that has more than a
 * slice of them the digests of its slices, so that no text of all of it is ever made.
 */
export function* sayInSlices(
  lines: Iterable<unknown>,
  digest: (text: string) => string,
): Steps<readonly unknown[]> {
  const slices: string[] = [];
  let slice: unknown[] = [];
  for (const line of lines) {
    if (slice.length === sliceLines) {
      slices.push(digest(JSON.stringify(slice)));
      slice = [];
      yield;
    }
    slice.push(line);
  }
  return slices.length === 0 ? slice : [...slices, digest(JSON.stringify(slice))];
}
