import { keyOfProcess } from "../ports/agent-processes.ts";
import type {
  TreeProcess,
  TreeReading,
  WriteCharges,
  WrittenBytes,
} from "../ports/process-tree.ts";

/** The least writing that explains how a file changed. */
export interface Price {
  /** At least so many bytes; 0 where the change may have cost nothing. */
  readonly bytes: number;
  readonly charges: WriteCharges;
}

/**
 * Whether a tree of processes can have made a change that came between two looks at it. `idle`: none
 * of them has run. `cannot`: they have written less than the change needs. `hardly`: the same, but
 * pages were changed in a way that need not count as writing. `unknown`: the looks do not say.
 */
export type TreeVerdict = "idle" | "cannot" | "hardly" | "can" | "unknown";

/** `before`: a look that ended before the change began; `after`: one that began after it was seen. */
export function judgeTree(before: TreeReading, after: TreeReading, price: Price): TreeVerdict {
  if (isIdle(before, after)) return "idle";
  const grown = decideGrowth(before, after);
  if (grown === undefined) return "unknown";
  if (price.bytes === 0 || price.charges === "nothing" || grown.handed >= price.bytes) return "can";
  return price.charges === "all" && grown.paged <= 0 ? "cannot" : "hardly";
}

/** True when certainly none of the processes has run from one look to the other. */
export function isIdle(before: TreeReading, after: TreeReading): boolean {
  if (!before.isSteady || !after.isSteady) return false;
  if (before.endingsBefore !== after.endingsAfter) return false;
  if (before.below.length !== after.below.length) return false;
  const earlier = byMark(before.below);
  return after.below.every((one) => {
    const same = earlier.get(keyOfProcess(one));
    if (same === undefined || same.hasEnded !== one.hasEnded) return false;
    // Nothing lives that has not run at all: then the system does not count.
    return one.hasEnded || (one.ranNs > 0 && one.ranNs === same.ranNs);
  });
}

/**
 * How much the tree has written at most from one look to the other. What a process wrote that has ended is
 * its parent's: it stays in the sum. `undefined` where something of it may be missing.
 */
export function decideGrowth(before: TreeReading, after: TreeReading): WrittenBytes | undefined {
  if (!before.isSteady || !after.isSteady) return undefined;
  const reaped = reapedBetween(before, after);
  if (reaped === undefined) return undefined;
  let { handed, paged } = reaped;
  const earlier = byMark(before.below);
  for (const one of after.below) {
    const same = earlier.get(keyOfProcess(one));
    // A process that had ended before writes no more; the last bytes of one that ended since are
    // nowhere yet.
    if (one.hasEnded && same?.hasEnded === true) continue;
    const from = same === undefined ? nothing : same.bytes;
    if (one.bytes === undefined || from === undefined) return undefined;
    handed += one.bytes.handed - from.handed;
    paged += one.bytes.paged - from.paged;
  }
  return { handed, paged };
}

const nothing: WrittenBytes = { handed: 0, paged: 0 };

/**
 * Bytes of ended children of the agent itself. Where that is hidden none may have ended: its bytes
 * would be lost.
 */
function reapedBetween(before: TreeReading, after: TreeReading): WrittenBytes | undefined {
  if (after.reaped === undefined || before.reaped === undefined)
    return before.endingsBefore === after.endingsAfter ? nothing : undefined;
  return {
    handed: after.reaped.most.handed - before.reaped.least.handed,
    paged: after.reaped.most.paged - before.reaped.least.paged,
  };
}

function byMark(processes: readonly TreeProcess[]): ReadonlyMap<string, TreeProcess> {
  return new Map(processes.map((one) => [keyOfProcess(one), one]));
}
