import { hooklessLimits } from "../config/hookless-limits.ts";
import {
  type AgentsReading,
  type Bystander,
  type HiddenProcess,
  keyOfProcess,
} from "../ports/agent-processes.ts";
import type {
  TreeProcess,
  TreeReading,
  WriteCharges,
  WrittenBytes,
} from "../ports/process-tree.ts";
import type { ProcessMark } from "../ports/writer-probe.ts";
import { decideGrowth, isIdle } from "./tree-ledger.ts";

/** A change that came between two looks at agents. */
export interface JudgedChange {
  /** The fewest bytes that somebody must have written; 0 where it may have cost nothing. */
  readonly bytes: number;
  readonly charges: WriteCharges;
  /** The same file held something else before, whose pages need not be changed anew to be written to. */
  readonly isSame: boolean;
  /** True where a person may edit files here with that process: others do not count. */
  readonly mayEdit: (process: ProcessMark) => boolean;
}

/**
 * Whether an agent has made a change. `wrote`: its processes alone can have; `contested`: they can, and
 * so can somebody else, or nobody knows whether they can; `not`: they cannot, or somebody else surely has.
 */
export type AgentVerdict = "wrote" | "contested" | "not";

/**
 * Judges an agent's part in a change by what its processes and all others of the same user have
 * written between a look that was over before the change and one that began after it. The agent's
 * own writing counts: nothing else tells of it. Nobody is named by looks that lie too far apart:
 * who came and went in between, and was nobody's child, has left no trace.
 */
export function judgeAgent(
  agent: ProcessMark,
  before: AgentsReading | undefined,
  after: AgentsReading,
  change: JudgedChange,
): AgentVerdict {
  const now = after.trees.get(keyOfProcess(agent));
  const then = before?.trees.get(keyOfProcess(agent));
  if (before === undefined || now === undefined || then === undefined) return "contested";
  if (isIdle(then, now)) return "not";
  if (change.bytes === 0) return isDozing(then, now) ? "not" : "contested";
  const grown = decideGrowth(then, now);
  // Codex lets nobody see what it writes itself.
  const isOpaque = isHidden(agent, then) && isHidden(agent, now);
  if (grown === undefined && !isOpaque) return "contested";
  const looks = { before, after };
  const isPaid = grown === undefined || isEnough(lessOfEnded(grown, then, now), change);
  if (isPaid) return judgeRivals(looks, change);
  if (grown.handed < change.bytes) return change.charges === "nothing" ? "contested" : "not";
  // Pages that were changed before need not be counted again: so it can be the agent, if nobody else is.
  return findWriters(before, after, change.bytes, "all").some(change.mayEdit) ? "not" : "contested";
}

/**
 * False for a moment only: something below the agent has ended since the look before and was not waited
 * for, so that what it has written stands nowhere.
 */
export function isSettled(
  agent: ProcessMark,
  before: AgentsReading | undefined,
  after: AgentsReading,
): boolean {
  const key = keyOfProcess(agent);
  const ended = ({ hasEnded }: TreeProcess): boolean => hasEnded;
  const earlier = new Set(before?.trees.get(key)?.below.filter(ended).map(keyOfProcess));
  const now = after.trees.get(key)?.below.filter(ended).map(keyOfProcess);
  return now?.every((one) => earlier.has(one)) ?? true;
}

function isEnough({ handed, paged }: WrittenBytes, { bytes, charges }: JudgedChange): boolean {
  return charges === "all" && handed >= bytes && paged >= bytes;
}

/**
 * Fewest bytes that the tree has written: to the one that waited for it, an ended process left also
 * what it wrote before.
 */
function lessOfEnded(grown: WrittenBytes, before: TreeReading, after: TreeReading): WrittenBytes {
  const there = new Set(after.below.map(keyOfProcess));
  let { handed, paged } = grown;
  for (const one of before.below) {
    if (there.has(keyOfProcess(one))) continue;
    handed -= one.bytes?.handed ?? 0;
    paged -= one.bytes?.paged ?? 0;
  }
  return { handed, paged };
}

function judgeRivals(
  { before, after }: { readonly before: AgentsReading; readonly after: AgentsReading },
  change: JudgedChange,
): AgentVerdict {
  const isNear = after.to - before.from <= hooklessLimits.bracketMsMax;
  return isNear && !hasRival(before, after, change) ? "wrote" : "contested";
}

/** Somebody else can have made the change, or has hidden whether. */
function hasRival(
  before: AgentsReading,
  after: AgentsReading,
  { bytes, isSame, mayEdit }: JudgedChange,
): boolean {
  if (findWriters(before, after, bytes, "all").some(mayEdit)) return true;
  const hidden = new Map(before.hidden.map((one) => [keyOfProcess(one), one.activity]));
  const hasRun = ({ activity, ...one }: HiddenProcess): boolean =>
    hidden.get(keyOfProcess(one)) !== activity && mayEdit(one);
  if (after.hidden.some(hasRun) || findVanished(before, after).some(mayEdit)) return true;
  // A page that was changed before is written to without being changed anew.
  return isSame && findWriters(before, after, bytes, "bytes").some(mayEdit);
}

/** Those that have ended and have left what they wrote to nobody who lets it be seen. */
function findVanished(before: AgentsReading, after: AgentsReading): readonly ProcessMark[] {
  const there = new Set([...after.others, ...after.hidden].map(keyOfProcess));
  const births = new Map(before.others.map(({ pid, startTicks }) => [pid, startTicks]));
  const isSeen = ({ parent, startTicks }: Bystander): boolean =>
    (births.get(parent) ?? Number.POSITIVE_INFINITY) <= startTicks;
  const gone = (one: ProcessMark): boolean => !there.has(keyOfProcess(one));
  return [
    ...before.others.filter((one) => gone(one) && !isSeen(one)),
    ...before.hidden.filter(gone),
  ];
}

/** Those that have handed so much to the system, and with `all` changed as many bytes of pages. */
function findWriters(
  { others: before }: AgentsReading,
  { others: after }: AgentsReading,
  bytes: number,
  charges: "all" | "bytes",
): readonly Bystander[] {
  const earlier = new Map(before.map((one) => [keyOfProcess(one), one.bytes]));
  return after.filter((one) => {
    // Of one that was not looked at before all may have been written since.
    const then = earlier.get(keyOfProcess(one)) ?? nothing;
    if (one.bytes.handed - then.handed < bytes) return false;
    return charges === "bytes" || one.bytes.paged - then.paged >= bytes;
  });
}

const nothing: WrittenBytes = { handed: 0, paged: 0 };

/** True when the same processes were there and hardly ran: as a program that only waits for its keys. */
function isDozing(before: TreeReading, after: TreeReading): boolean {
  if (before.endingsBefore !== after.endingsAfter) return false;
  const earlier = new Map(before.below.map((one) => [keyOfProcess(one), one.ranNs]));
  if (earlier.size !== after.below.length) return false;
  let ranNs = 0;
  for (const one of after.below) {
    const from = earlier.get(keyOfProcess(one));
    if (from === undefined || one.ranNs === 0) return false;
    ranNs += one.ranNs - from;
  }
  return ranNs < hooklessLimits.dozingNs;
}

function isHidden(agent: ProcessMark, { below }: TreeReading): boolean {
  const own = below.find(({ pid }) => pid === agent.pid);
  return own !== undefined && own.bytes === undefined && !own.hasEnded;
}
