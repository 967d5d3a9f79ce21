import { intAt } from "./cells.ts";

/** Lines that no line of the other content equals. They never match, whatever the search does. */
const unmatched = 0;
const ordinary = 1;
/** Lines with so many equals on the other side that a match says little: blank lines, lone braces. */
const frequent = 2;

/** How far around a frequent line its neighbours are looked at. Unit: lines. */
const neighbourhood = 100;
/** No line needs more equals than this to be frequent. */
const frequentAtMost = 1024;
/** A frequent line is dropped when less than one line in this many around it is frequent. */
const dropShare = 4;

/**
 * Fewer unmatched lines than this never get a frequent line dropped: two frequent lines count at
 * least, so more than 6 of the lines around must be unmatched.
 */
export const unmatchedToDrop = 7;

/** A power of two between the square root of `count` and its double; 1 for 0. */
export function coarseRoot(count: number): number {
  let root = 1;
  for (let rest = count; rest > 0; rest = Math.floor(rest / 4)) root *= 2;
  return root;
}

/**
 * Indices of the lines worth searching a match for. The others count as changed: those without an
 * equal on the other side, and frequent ones inside a run of such lines, where matching them would
 * tear one replaced block into confetti. `equals` gives each line's number of equals in all of the
 * other content, `contentLines` is the length of the whole content these lines are from.
 */
export function planSearchedLines(
  ids: Int32Array,
  equals: Int32Array,
  contentLines: number,
): Int32Array {
  const frequentFrom = Math.min(coarseRoot(contentLines), frequentAtMost);
  const kinds = new Uint8Array(ids.length);
  for (let at = 0; at < ids.length; at++) {
    const count = intAt(equals, intAt(ids, at));
    kinds[at] = count === 0 ? unmatched : count < frequentFrom ? ordinary : frequent;
  }
  return linesKept(kinds);
}

function linesKept(kinds: Uint8Array): Int32Array {
  /** At `at`: how many unmatched lines there are before `at`. */
  const unmatchedBefore = new Int32Array(kinds.length + 1);
  for (let at = 0; at < kinds.length; at++) {
    unmatchedBefore[at + 1] = intAt(unmatchedBefore, at) + (kinds[at] === unmatched ? 1 : 0);
  }
  const kept = new Int32Array(kinds.length);
  let size = 0;
  // Runs without an ordinary line end where the next ordinary line stands.
  for (let start = 0; start < kinds.length; start++) {
    let end = start;
    for (; end < kinds.length && kinds[end] !== ordinary; end++);
    for (let at = start; at < end; at++) {
      if (kinds[at] === frequent && !isAmongUnmatched(unmatchedBefore, start, at, end)) {
        kept[size++] = at;
      }
    }
    if (end < kinds.length) kept[size++] = end;
    start = end;
  }
  return kept.subarray(0, size);
}

/**
 * True when the frequent line at `at` has unmatched lines of its run, which is `[start, end)`, on
 * both sides and the neighbourhood is nearly all unmatched.
 */
function isAmongUnmatched(
  unmatchedBefore: Int32Array,
  start: number,
  at: number,
  end: number,
): boolean {
  const from = Math.max(start, at - neighbourhood);
  const to = Math.min(end, at + neighbourhood + 1);
  const above = intAt(unmatchedBefore, at) - intAt(unmatchedBefore, from);
  const below = intAt(unmatchedBefore, to) - intAt(unmatchedBefore, at);
  if (above === 0 || below === 0) return false;
  const missing = above + below;
  // The line itself counts twice, once with each side.
  const frequentLines = to - from - missing + 1;
  return frequentLines * dropShare < frequentLines + missing;
}
