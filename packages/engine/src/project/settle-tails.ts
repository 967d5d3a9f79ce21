import { decideSettled } from "@unf/core/capture";
import { countLines, hasNul } from "@unf/core/lines";
import type { Settlement, Timeline } from "@unf/core/ports";
import { isLinkMode, type LineCounts, type Snapshot } from "@unf/core/timeline";
import type { Recorder } from "../record/recorder.ts";

/** Bursts last at most 15 s; rows older than this before the newest one cannot be open any more. */
const tailSpanMs = 60_000;

/** Closes the bursts that were open when the last recorder of this project died. */
export function settleTails(timeline: Timeline, recorder: Recorder): number {
  const settlements = timeline.unsettledTails(tailSpanMs).flatMap(({ tail, base }) => {
    const event = decideSettled(toState(base), toState(tail));
    if (event === undefined) return [];
    return [{ id: tail.id, event, counts: countTail(recorder, base, tail) } satisfies Settlement];
  });
  if (settlements.length > 0)
    timeline.commit({ inbox: [], recordings: [], restats: [], settlements });
  return settlements.length;
}

function toState(
  snapshot: Snapshot | undefined,
): { readonly hash: NonNullable<Snapshot["hash"]>; readonly mode: number } | undefined {
  if (snapshot === undefined || snapshot.hash === null) return undefined;
  return { hash: snapshot.hash, mode: snapshot.mode };
}

function countTail(
  recorder: Recorder,
  base: Snapshot | undefined,
  tail: Snapshot,
): LineCounts | null {
  const before = contentOf(recorder, base);
  if (tail.hash === null) {
    if (before === undefined) return tail.counts;
    return { lines: 0, added: 0, removed: countLines(undefined, before).lines, exact: true };
  }
  if (isLinkMode(tail.mode) || tail.withheld === true || base?.withheld === true) return null;
  const after = contentOf(recorder, tail);
  return after === undefined ? tail.counts : countLines(before, after);
}

/** `undefined` for a deletion, for a link, for what is not text, and for content that is lost. */
function contentOf(recorder: Recorder, of: Snapshot | undefined): Uint8Array | undefined {
  if (of === undefined || of.hash === null || of.withheld || isLinkMode(of.mode)) return undefined;
  const content = recorder.content(of.hash);
  return content === undefined || hasNul(content) ? undefined : content;
}
