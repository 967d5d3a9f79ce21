import { type AgentCall, isCovered } from "@unf/core/attribution";
import type { AbsPath, BlobId, RelPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  type ChargedFiles,
  type Clock,
  type Hint,
  keyOfProcess,
  type OtherProcesses,
  type OthersReading,
  type ProcessMark,
  type TreeReading,
  type WriteCharges,
} from "@unf/core/ports";
import type { LatestHead } from "../record/recorder.ts";
import { type AttributedProject, Brackets, countedFrom, type Trace } from "./brackets.ts";
import { Closes } from "./closes.ts";
import { EditorLocks } from "./editor-locks.ts";
import { type AgentLook, judgeChange, type Verdict } from "./judge-change.ts";

export interface LedgersPorts {
  readonly root: AbsPath;
  readonly clock: Pick<Clock, "wall">;
  /** Left out where the system does not tell of processes. */
  readonly files?: ChargedFiles | undefined;
  /** The process of a session whose commands were seen below it; `undefined` where none was. */
  readonly commanderOf: (session: string) => ProcessMark | undefined;
  /** Bytes of a content; `undefined` where it is not kept. */
  readonly content: (hash: BlobId) => Uint8Array | undefined;
  /** How long the file was when it was recorded last; `undefined` where it is not recorded. */
  readonly sizeOf: (path: RelPath) => number | undefined;
  /** Left out where the system does not tell of processes. */
  readonly others?: OtherProcesses | undefined;
  readonly project: AttributedProject;
  /** A file was closed after it was written to, or moved into its place: all that has cost is counted soon. */
  readonly onClosed: () => void;
}

/** The evidence on a change beside the events of hooks. */
export interface Traces extends Trace<AgentLook> {
  /** By session, which may go on in another process. */
  readonly verdicts: Map<string, Verdict>;
  /** By session: the process whose commands can have made the change, also once it has ended. */
  readonly commanders: Map<string, ProcessMark>;
}

/**
 * Counts the bytes that the processes of agents have written, look by look, and tells which of them
 * cannot have made a change: the kernel's count outlives the writer.
 */
export class Ledgers {
  readonly #ports: LedgersPorts;
  /** A kind of looks for each agent, by `keyOfProcess`. */
  readonly #brackets: Brackets<AgentLook>;
  /** Changes that nobody has looked after yet, with a session that may have made them. */
  readonly #awaited = new Map<Traces, string>();
  readonly #locks = new EditorLocks();
  readonly #closes = new Closes();
  #charges: WriteCharges | undefined;

  constructor(ports: LedgersPorts) {
    this.#ports = ports;
    this.#brackets = new Brackets(ports, limits.sessions.life.readingsMax);
  }

  onHints(hints: readonly Hint[]): void {
    if (!this.#brackets.isLooking) return;
    this.#locks.onHints(hints, this.#ports.clock.wall());
    this.#closes.onHints(hints, this.#ports.clock.wall());
    this.#brackets.onHints(hints);
    if (hints.some((hint) => hint.kind === "touched" && hint.closed)) this.#ports.onClosed();
  }

  /** A look was made. */
  looked(agent: ProcessMark, reading: TreeReading, others?: OthersReading): void {
    const to = Math.max(reading.to, others?.to ?? reading.to) as WallMs;
    const look = { from: reading.from, to, reading, others };
    this.#brackets.looked(keyOfProcess(agent), look, reading.isSteady);
  }

  /** There was no look at the agent, as when it has ended: nothing tells what its processes wrote since. */
  lost(agent: ProcessMark, others: OthersReading): void {
    const { from, to } = others;
    const ends = { endingsBefore: 0, endingsAfter: 0, below: [], isSteady: false };
    const look = { from, to, reading: { from, to, ...ends }, others };
    this.#brackets.looked(keyOfProcess(agent), look);
  }

  /** As that of the brackets. */
  takeBarrier(): void {
    this.#brackets.takeBarrier();
  }

  /** A row is recorded. `undefined` while nothing is looked at. */
  trace(
    path: RelPath,
    before: LatestHead | undefined,
    after: LatestHead | null,
  ): Traces | undefined {
    if (!this.#brackets.isLooking) return undefined;
    const trace = this.#brackets.trace(path, before, after);
    return { ...trace, verdicts: new Map(), commanders: new Map() };
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
    return [...this.#awaited].flatMap(
      ([traces, session]) => this.#commanderOf(traces, session) ?? [],
    );
  }

  forget(before: number): void {
    this.#brackets.forget(before);
    this.#locks.forget(before);
    this.#closes.forget(before);
  }

  /** `undefined` while nobody has looked since. */
  #verdict(traces: Traces, session: string): Verdict | undefined {
    const known = traces.verdicts.get(session);
    if (known !== undefined) return known;
    const agent = this.#commanderOf(traces, session);
    const key = agent === undefined ? "" : keyOfProcess(agent);
    const begin = countedFrom(traces);
    // Those outside are looked at less often: one who saved must have been looked at since, too.
    const after = this.#brackets.after(
      traces,
      key,
      ({ others }) => (others?.from ?? begin) >= begin,
    );
    if (after === undefined) {
      this.#awaited.set(traces, session);
      return undefined;
    }
    const verdict = this.#judge(traces, key, after);
    traces.verdicts.set(session, verdict);
    return verdict;
  }

  /** Its session may have ended since. */
  #commanderOf({ commanders }: Traces, session: string): ProcessMark | undefined {
    const agent = commanders.get(session) ?? this.#ports.commanderOf(session);
    if (agent !== undefined) commanders.set(session, agent);
    return agent;
  }

  #judge(traces: Traces, key: string, then: AgentLook): Verdict {
    const { root, content, sizeOf, others } = this.#ports;
    const change = {
      ...traces,
      company: (from: number, to: number) =>
        this.#closes.others(traces.path, from, to).map((path) => sizeOf(path) ?? 0),
      wasLocked: this.#locks.wasLocked(traces.path, traces.seenAt),
      atHint: traces.looks?.get(key)?.what,
      from: this.#brackets.before(traces, key),
      then,
      looks: this.#brackets.all(key),
    };
    return judgeChange(change, { root, content, others, charges: this.#chargesOf() });
  }

  #chargesOf(): WriteCharges {
    this.#charges ??= this.#ports.files?.chargesOf(this.#ports.root) ?? "nothing";
    return this.#charges;
  }
}
