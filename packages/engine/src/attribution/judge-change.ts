import { judgeTree, type RivalLooks, type TreeVerdict } from "@unf/core/attribution";
import { type AbsPath, type BlobId, joinPath } from "@unf/core/base";
import type { OtherProcesses, OthersReading, TreeReading, WriteCharges } from "@unf/core/ports";
import type { Timed, Trace } from "./brackets.ts";
import { type Contest, contest, contestFree } from "./contest.ts";
import { priceOf } from "./price-of.ts";

/** An agent's processes and, at nearly the same time, those who work beside it. */
export interface AgentLook extends Timed {
  readonly reading: TreeReading;
  readonly others: OthersReading | undefined;
}

export type Verdict = TreeVerdict | Contest;

/** A change of one file, between looks at one agent. */
export interface ChangeBetween extends Omit<Trace<AgentLook>, "looks"> {
  /** An editor was seen to lock the file. */
  readonly wasLocked: boolean;
  /** The sizes of other files that were closed between two instants. */
  readonly company: (from: number, to: number) => readonly number[];
  /** The last look that was over before anything of the change was done at its path. */
  readonly atHint: AgentLook | undefined;
  /** The last look that was over before the file that stands there was changed, or made. */
  readonly from: AgentLook | undefined;
  /** The first look that began when it was over. */
  readonly then: AgentLook;
  /** All looks at the agent that are known of, the earliest first. */
  readonly looks: readonly AgentLook[];
}

export interface JudgePorts {
  readonly root: AbsPath;
  readonly content: (hash: BlobId) => Uint8Array | undefined;
  readonly others: OtherProcesses | undefined;
  readonly charges: WriteCharges;
}

/** Whether the agent's processes can have made the change, and whether somebody else can have. */
export function judgeChange(change: ChangeBetween, ports: JudgePorts): Verdict {
  const { after, isSame, atHint, from, then } = change;
  const { charges, content, others } = ports;
  const judge = (earlier: AgentLook | undefined, bytes: number): TreeVerdict =>
    earlier === undefined
      ? "unknown"
      : judgeTree(earlier.reading, then.reading, { bytes, charges });
  // A mere new name and a deletion cost nothing: there only an idle agent is out of it.
  const idle = judge(atHint, 0);
  if (idle === "idle") return idle;
  const free = (): Contest | undefined => contestFree(between(change, atHint));
  if (after === null) return free() ?? idle;
  // No more than all of it: then nothing need be read.
  const size = Number(after.stat.size);
  const price = lazily(() => priceOf(change, content));
  const most = judge(from, size);
  const isEasy = most === "can" || most === "unknown";
  const verdict = isEasy ? most : judge(from, price().bytes);
  if (verdict === "cannot") return verdict;
  if (from === undefined || cameFromElsewhere(change)) return free() ?? verdict;
  const isLess = most === "cannot" || most === "hardly";
  const contested = {
    ...{ path: joinPath(ports.root, change.path), wasLocked: change.wasLocked },
    price: () => ({ ...price(), company: change.company(from.reading.from, then.to) }),
    isHardlyTheirs: verdict === "hardly",
    isPartlyTheirs: isLess && isSame && !price().isAppended,
  };
  return contest(contested, between(change, from), others) ?? verdict;
}

function between(
  { then, looks }: ChangeBetween,
  from: AgentLook | undefined,
): RivalLooks | undefined {
  const [before, after] = [from?.others, then.others];
  if (before === undefined || after === undefined) return undefined;
  const earlier = (): readonly OthersReading[] => [
    ...new Set(looks.flatMap(({ others }) => others ?? [])),
  ];
  return { before, after, earlier };
}

/** The file was there before anything happened at its path: it had another name, and was moved. */
function cameFromElsewhere({ atHint, bornAt }: ChangeBetween): boolean {
  return atHint !== undefined && bornAt !== null && bornAt <= atHint.reading.to;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
