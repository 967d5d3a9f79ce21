import {
  type AbsPath,
  type AgentCall,
  type BlobId,
  type ChargedFiles,
  type Clock,
  type Hint,
  isCovered,
  joinPath,
  judgeTree,
  keyOfProcess,
  limits,
  type OtherProcesses,
  type OthersReading,
  type ProcessMark,
  type RelPath,
  type TreeReading,
  type TreeVerdict,
  type WriteCharges,
} from "@unf/core";
import type { LatestHead } from "../capture/recorder.ts";
import { Brackets, isSameFile, type Timed, type Trace } from "./brackets.ts";
import { type Contest, contest } from "./contest.ts";
import { priceOf } from "./price-of.ts";

export interface LedgersPorts {
  readonly root: AbsPath;
  readonly clock: Pick<Clock, "wall">;
  /** Left out where the system does not tell of processes. */
  readonly files?: ChargedFiles | undefined;
  /** The process of a session whose commands were seen below it; `undefined` where none was. */
  readonly commanderOf: (session: string) => ProcessMark | undefined;
  /** What is kept of a content; `undefined` when nothing is. */
  readonly content: (hash: BlobId) => Uint8Array | undefined;
  /** Left out where the system does not tell of processes. */
  readonly others?: OtherProcesses | undefined;
  /** True once the watcher has told of everything that happened until now. */
  readonly hearOut: () => Promise<boolean>;
  readonly onFailure: (thrown: unknown) => void;
}

/** An agent's processes and, right after, those who work beside it. */
interface AgentLook extends Timed {
  readonly reading: TreeReading;
  readonly others: OthersReading | undefined;
}

type Verdict = TreeVerdict | Contest;

/** What is known of a change beside what the hooks tell. */
export interface Traces extends Trace<AgentLook> {
  /** By `keyOfProcess`. */
  readonly verdicts: Map<string, Verdict>;
}

/**
 * What the processes of agents have written, look by look, and which of them cannot have made a
 * change: the kernel's count outlives the writer.
 */
export class Ledgers {
  readonly #ports: LedgersPorts;
  /** A kind of looks for each agent, by `keyOfProcess`. */
  readonly #brackets: Brackets<AgentLook>;
  /** Changes that nobody has looked after yet, with a session that may have made them. */
  readonly #awaited = new Map<Traces, string>();
  #charges: WriteCharges | undefined;

  constructor(ports: LedgersPorts) {
    this.#ports = ports;
    this.#brackets = new Brackets(ports, limits.sessions.life.readingsMax);
  }

  heard(hints: readonly Hint[]): void {
    this.#brackets.heard(hints);
  }

  /** A look was made. */
  looked(agent: ProcessMark, reading: TreeReading, others?: OthersReading): void {
    const look = { from: reading.from, to: (others ?? reading).to, reading, others };
    this.#brackets.looked(keyOfProcess(agent), look, reading.isSteady);
  }

  /** As that of the brackets. */
  hearOut(): void {
    this.#brackets.hearOut();
  }

  /** A row is recorded. `undefined` while nothing is looked at. */
  trace(
    path: RelPath,
    before: LatestHead | undefined,
    after: LatestHead | null,
  ): Traces | undefined {
    if (!this.#brackets.isLooking) return undefined;
    return { ...this.#brackets.trace(path, before, after), verdicts: new Map() };
  }

  /**
   * The calls without the commands whose processes cannot have made the change then; those beside
   * which somebody else can have made it are contested.
   */
  without(
    traces: Traces | undefined,
    calls: readonly AgentCall[],
    writtenAt: number,
  ): readonly AgentCall[] {
    if (traces === undefined) return calls;
    this.#awaited.delete(traces);
    return calls.flatMap((call) => {
      if (call.reach.kind !== "shell" || !isCovered(call, writtenAt)) return [call];
      const verdict = this.#verdict(traces, call.session);
      if (verdict === "idle" || verdict === "cannot" || verdict === "anothers") return [];
      return [verdict === "contested" ? { ...call, isContested: true } : call];
    });
  }

  /** True while a look that is still to come may tell more of the change. */
  isAwaited(traces: Traces | undefined): boolean {
    return traces !== undefined && this.#awaited.has(traces);
  }

  /** Agents whose next look is waited for. */
  awaited(): readonly ProcessMark[] {
    const since = this.#ports.clock.wall() - limits.sessions.life.settleMs;
    for (const traces of this.#awaited.keys())
      if (traces.seenAt < since) this.#awaited.delete(traces);
    return [...this.#awaited.values()].flatMap((session) => this.#ports.commanderOf(session) ?? []);
  }

  forget(before: number): void {
    this.#brackets.forget(before);
  }

  /** `undefined` while nobody has looked since. */
  #verdict(traces: Traces, session: string): Verdict | undefined {
    const agent = this.#ports.commanderOf(session);
    const key = agent === undefined ? "" : keyOfProcess(agent);
    const known = traces.verdicts.get(key);
    if (known !== undefined) return known;
    const after = this.#brackets.after(traces, key);
    if (after === undefined) {
      this.#awaited.set(traces, session);
      return undefined;
    }
    const verdict = this.#judge(traces, key, after);
    traces.verdicts.set(key, verdict);
    return verdict;
  }

  #judge(traces: Traces, key: string, after: AgentLook): Verdict {
    const charges = this.#chargesOf();
    const judge = (before: AgentLook | undefined, bytes: number): TreeVerdict =>
      before === undefined
        ? "untold"
        : judgeTree(before.reading, after.reading, { bytes, charges });
    // What is nothing but a new name, or has gone, costs nothing: there only who was idle is out of it.
    const idle = judge(traces.looks?.get(key)?.what, 0);
    if (idle === "idle" || traces.after === null) return idle;
    const { root, others, content } = this.#ports;
    const isSame = isSameFile(traces.before, traces.after);
    const before = this.#brackets.before(traces, key);
    // No more than all of it: then nothing need be read.
    const size = Number(traces.after.stat.size);
    const most = judge(before, size);
    const isEasy = most === "can" || most === "untold";
    const bytes = (): number => priceOf(traces, isSame, content);
    const verdict = isEasy ? most : judge(before, bytes());
    if (verdict === "cannot" || before === undefined) return verdict;
    const change = { path: joinPath(root, traces.path), size, bytes };
    return contest(change, before.others, after.others, others) ?? verdict;
  }

  #chargesOf(): WriteCharges {
    this.#charges ??= this.#ports.files?.chargesOf(this.#ports.root) ?? "nothing";
    return this.#charges;
  }
}
