import {
  type AbsPath,
  type AgentCall,
  type BlobId,
  type ChargedFiles,
  type Clock,
  type Hint,
  isCovered,
  isLinkMode,
  joinPath,
  judgeTree,
  leastWritten,
  limits,
  type OtherProcesses,
  type OthersReading,
  type ProcessMark,
  parentPath,
  type RelPath,
  type TreeReading,
  type TreeVerdict,
  type WallMs,
  type WriteCharges,
} from "@unf/core";
import type { LatestHead } from "../capture/recorder.ts";
import { type Contest, contest } from "./contest.ts";

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
}

/** An agent's processes and, at the same time, those who work beside it. */
export interface Look {
  readonly nth: number;
  readonly reading: TreeReading;
  readonly others: OthersReading | undefined;
}

/** The last complete look at each agent's processes, by `keyOf`. */
export type Looks = ReadonlyMap<string, Look>;

type Verdict = TreeVerdict | Contest;

/** What is known of a change beside what the hooks tell. */
export interface Traces {
  readonly path: RelPath;
  readonly before: LatestHead | undefined;
  readonly after: LatestHead | null;
  /** Looks that were over before anything of the change was done. */
  readonly looks: Looks | undefined;
  /** When the file was made, where it is another than the one before. */
  readonly bornAt: number | null;
  readonly seenAt: WallMs;
  /** Looks that had been made when it was seen. */
  readonly looksMade: number;
  /** By `keyOf`. */
  readonly verdicts: Map<string, Verdict>;
}

/**
 * What the processes of agents have written, look by look, and which of them cannot have made a
 * change: the kernel's count outlives the writer. A change lies between two looks: the one that was
 * over, with all events of before heard, when the first event of the change came, and the first that
 * began after it was read.
 */
export class Ledgers {
  readonly #ports: LedgersPorts;
  #last: Looks = new Map();
  /** As `#last` was when the watcher had told of everything up to then. */
  #heardOut: Looks = new Map();
  /** The earliest first, by `keyOf`. */
  readonly #looks = new Map<string, readonly Look[]>();
  #looksMade = 0;
  /** Of paths that were told of since they were recorded: `#heardOut` at the first time. */
  readonly #told = new Map<RelPath, Looks>();
  /** Changes that nobody has looked after yet, with a session that may have made them. */
  readonly #awaited = new Map<Traces, string>();
  #charges: WriteCharges | undefined;
  /** Events were lost: what was told of is no longer all, until everything was swept. */
  #blindUntil = 0;

  constructor(ports: LedgersPorts) {
    this.#ports = ports;
  }

  heard(hints: readonly Hint[]): void {
    if (this.#last.size === 0) return;
    for (const hint of hints) {
      if (lossy.has(hint.kind)) this.#goBlind();
      if (!("path" in hint) || this.#told.has(hint.path)) continue;
      this.#told.set(hint.path, this.#heardOut);
      const [oldest] = this.#told.keys();
      if (this.#told.size > limits.sessions.judgedRowsMax && oldest !== undefined)
        this.#told.delete(oldest);
    }
  }

  /** To be handed to `heardOut` once all events that came before it was read are heard. */
  get last(): Looks {
    return this.#last;
  }

  /** A look was made. */
  looked(agent: ProcessMark, reading: TreeReading, others?: OthersReading): void {
    const key = keyOf(agent);
    // A clock that was set back would put looks before what was written before them.
    if (reading.from < (this.#last.get(key)?.reading.to ?? 0)) this.#goBlind();
    if (!reading.isSteady) return;
    this.#looksMade += 1;
    const look = { nth: this.#looksMade, reading, others };
    this.#last = new Map(this.#last).set(key, look);
    const looks = [...(this.#looks.get(key) ?? []), look];
    this.#looks.set(key, looks.slice(-limits.sessions.life.readingsMax));
  }

  heardOut(looks: Looks): void {
    if (this.#ports.clock.wall() >= this.#blindUntil) this.#heardOut = looks;
  }

  #goBlind(): void {
    this.#heardOut = new Map();
    this.#looks.clear();
    this.#blindUntil = this.#ports.clock.wall() + limits.sessions.lateHookMs;
  }

  /** A row is recorded. `undefined` while nothing is looked at. */
  trace(
    path: RelPath,
    before: LatestHead | undefined,
    after: LatestHead | null,
  ): Traces | undefined {
    if (this.#last.size === 0) return undefined;
    const looks = this.#toldOf(path);
    this.#told.delete(path);
    return {
      ...{ path, before, after, looks, looksMade: this.#looksMade, verdicts: new Map() },
      bornAt: after === null || isSameFile(before, after) ? null : this.#bornAt(path, after),
      seenAt: this.#ports.clock.wall(),
    };
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
    for (const [key, looks] of this.#looks)
      if ((looks.at(-1)?.reading.to ?? 0) < before) this.#looks.delete(key);
    this.#last = since(this.#last, before);
    this.#heardOut = since(this.#heardOut, before);
    for (const [path, looks] of this.#told)
      if (since(looks, before).size === 0) this.#told.delete(path);
  }

  /** `undefined` while nobody has looked since. */
  #verdict(traces: Traces, session: string): Verdict | undefined {
    const agent = this.#ports.commanderOf(session);
    const key = agent === undefined ? "" : keyOf(agent);
    const known = traces.verdicts.get(key);
    if (known !== undefined) return known;
    const begin = traces.seenAt + limits.sessions.life.countedMs;
    const isAfter = ({ nth, reading }: Look) => nth > traces.looksMade && reading.from >= begin;
    const after = this.#looks.get(key)?.find(isAfter);
    if (after === undefined) {
      this.#awaited.set(traces, session);
      return undefined;
    }
    const verdict = this.#judge(traces, key, after);
    traces.verdicts.set(key, verdict);
    return verdict;
  }

  #judge(traces: Traces, key: string, after: Look): Verdict {
    const told = traces.looks?.get(key);
    const charges = this.#chargesOf();
    const judge = (before: Look | undefined, bytes: number): TreeVerdict =>
      before === undefined
        ? "untold"
        : judgeTree(before.reading, after.reading, { bytes, charges });
    // What is nothing but a new name, or has gone, costs nothing: there only who was idle is out of it.
    const idle = judge(told, 0);
    if (idle === "idle" || traces.after === null) return idle;
    const isSame = isSameFile(traces.before, traces.after);
    const before = isSame ? told : this.#before(key, traces.bornAt);
    // No more than all of it: then nothing need be read.
    const size = Number(traces.after.stat.size);
    const most = judge(before, size);
    const isEasy = most === "can" || most === "untold";
    const verdict = isEasy ? most : judge(before, this.#bytesOf(traces, isSame));
    if (verdict === "cannot" || before === undefined) return verdict;
    const { root, others } = this.#ports;
    const change = { path: joinPath(root, traces.path), size };
    const bytes = (): number => this.#bytesOf(traces, isSame);
    return contest({ ...change, bytes }, before.others, after.others, others) ?? verdict;
  }

  /** The last look that was over when the file was made. */
  #before(key: string, bornAt: number | null): Look | undefined {
    if (bornAt === null) return undefined;
    const latest = bornAt - limits.sessions.clockSlackMs;
    const isOver = ({ reading, others }: Look) => (others ?? reading).to <= latest;
    return this.#looks.get(key)?.findLast(isOver);
  }

  #bytesOf({ before, after }: Traces, isSame: boolean): number {
    if (after === null || isLinkMode(after.stat.mode)) return 0;
    const to = this.#ports.content(after.hash);
    const from = isSame && before !== undefined ? this.#ports.content(before.hash) : undefined;
    if (to === undefined || (isSame && from === undefined)) return 0;
    return leastWritten(from, to);
  }

  #toldOf(path: RelPath): Looks | undefined {
    for (let at = path; at !== ""; at = parentPath(at)) {
      const looks = this.#told.get(at);
      if (looks !== undefined) return looks;
    }
    return undefined;
  }

  #bornAt(path: RelPath, { stat }: LatestHead): number | null {
    const birth = this.#ports.files?.birthOf(joinPath(this.#ports.root, path));
    // One with its number that came since is younger than what was recorded.
    const isSame = birth?.ino === stat.ino && birth.bornAt <= Number(stat.ctimeNs) / 1e6;
    return isSame ? birth.bornAt : null;
  }

  #chargesOf(): WriteCharges {
    this.#charges ??= this.#ports.files?.chargesOf(this.#ports.root) ?? "nothing";
    return this.#charges;
  }
}

const lossy: ReadonlySet<Hint["kind"]> = new Set(["overflow", "unwatched", "dead", "root_lost"]);

/** True when the path still names the file that it named before. */
function isSameFile(before: LatestHead | undefined, after: LatestHead): boolean {
  return before?.stat.ino === after.stat.ino && before.stat.dev === after.stat.dev;
}

function since(looks: Looks, before: number): Looks {
  const left = [...looks].filter(([, { reading }]) => reading.to >= before);
  return left.length === looks.size ? looks : new Map(left);
}

export function keyOf({ pid, startTicks }: ProcessMark): string {
  return `${pid} ${startTicks}`;
}
