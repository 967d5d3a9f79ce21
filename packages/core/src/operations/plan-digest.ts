import type { Steps } from "../base/steps.ts";

/** So many lines of a plan are digested at once. */
const sliceLines = 1000;

/**
 * Gives the parts of a plan's id: the plan's lines, or where these are more than one slice the
 * digests of the slices, so that no text of all of it is ever made.
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
