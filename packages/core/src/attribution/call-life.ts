import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { keyOfProcess } from "../ports/agent-processes.ts";
import type { TreeProcess, TreeReading } from "../ports/process-tree.ts";

/** A span of time, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * False only when it is certain that no process of a command lived from the first look to the second:
 * of its agent's processes none is there that was born since the command began, none has ended in
 * between, and no shell that was there before has run. `from`: when the command began.
 */
export function mayHaveRun(from: WallMs, before: TreeReading, after: TreeReading): boolean {
  // A process born after the first look and gone before the second shows only in its parent.
  if (after.endingsAfter !== before.endingsBefore) return true;
  const earlier = new Map(before.below.map((one) => [keyOfProcess(one), one]));
  return (
    before.below.some((one) => isOfCommand(one, from) && !one.hasEnded) ||
    after.below.some((one) => isAwake(one, earlier.get(keyOfProcess(one)), from))
  );
}

/** `before`: the same process in the look before, where it was there. */
function isAwake(one: TreeProcess, before: TreeProcess | undefined, from: WallMs): boolean {
  if (isOfCommand(one, from)) return !one.hasEnded || before?.hasEnded !== true;
  if (before === undefined || one.endings !== before.endings) return true;
  return shells.has(one.name) && one.ranNs !== before.ranNs;
}

/** True when one of the command's own processes was seen at work: it is no copy of the agent any more. */
export function isSeenAtWork(from: WallMs, { below, to }: TreeReading): boolean {
  return below.some(
    (one) =>
      isOfCommand(one, from) && !one.hasEnded && to - one.bornAt >= limits.sessions.life.seenMs,
  );
}

/** True when no process of the command lived in that time, nor as near to it as two clocks may differ. */
export function isDormant(dormant: readonly Span[] | undefined, during: Span): boolean {
  const { slackMs } = limits.sessions.life;
  const [first, last] = [during.from - slackMs, during.to + slackMs];
  return dormant?.some(({ from, to }) => from <= first && last <= to) ?? false;
}

/** Spans in order of time; one that begins within the last goes on with it. Old ones are let go. */
export function addSpan(spans: readonly Span[] | undefined, { from, to }: Span): readonly Span[] {
  const last = spans?.at(-1);
  if (spans === undefined || last === undefined) return [{ from, to }];
  if (from > last.to) return [...spans, { from, to }].slice(-limits.sessions.life.spansMax);
  return [...spans.slice(0, -1), { from: last.from, to: Math.max(last.to, to) }];
}

/** They may have been there before a command that they are told to run, and write without a child. */
const shells = new Set(["sh", "ash", "dash", "bash", "zsh", "ksh", "fish", "pwsh"]);

function isOfCommand({ bornAt }: TreeProcess, from: WallMs): boolean {
  return bornAt >= from - limits.sessions.life.bornSlackMs;
}
