import { presenceSpans } from "@unf/core/attribution";
import type { WallMs } from "@unf/core/base";
import type { Session } from "@unf/core/timeline";

/** A span of time in which every row of a kind is counted alike. */
export interface TimePart {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The interval that it lies in; -1: none is counted. */
  readonly bucket: number;
  readonly isAgentAbout: boolean;
}

/** Tells of an instant in which part of the time it lies. Instants mostly come in order. */
export function planTimeParts(
  sessions: readonly Session[],
  boundaries: readonly WallMs[],
  counted: { readonly from: WallMs; readonly to: WallMs },
): (clock: number) => TimePart {
  const presence = presenceSpans(sessions).flatMap(({ from, to }) => [from, to + 1]);
  const all = [...boundaries, counted.from, counted.to + 1, ...presence];
  const edges = Float64Array.from(new Set(all)).sort();
  let last: TimePart = { start: 0, end: 0, bucket: -1, isAgentAbout: false };
  return (clock) => {
    if (clock >= last.start && clock < last.end) return last;
    const index = countUpTo(edges, clock);
    const start = edges[index - 1] ?? Number.NEGATIVE_INFINITY;
    const bucket = countUpTo(boundaries, start) - 1;
    const isCounted = start >= counted.from && start <= counted.to;
    last = {
      start,
      end: edges[index] ?? Number.POSITIVE_INFINITY,
      bucket: isCounted && bucket < boundaries.length - 1 ? bucket : -1,
      isAgentAbout: countUpTo(presence, start) % 2 === 1,
    };
    return last;
  };
}

/** How many of the numbers, which ascend, are this one or less. */
function countUpTo(numbers: ArrayLike<number>, most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
