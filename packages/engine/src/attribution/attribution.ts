import {
  type AgentCall,
  type Attributed,
  decideActTime,
  decideAuthor,
  findArrival,
  isTemporaryOf,
  type WriteFacts,
} from "@unf/core/attribution";
import { type AbsPath, joinPath, type RelPath, type SnapshotId, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock, FileSystem, Hint, WriterProbe } from "@unf/core/ports";
import {
  type Author,
  isCommand,
  isSameAuthor,
  type NewSnapshot,
  unknownAuthor,
} from "@unf/core/timeline";
import type { LatestHead, Row } from "../record/recorder.ts";
import { directoryChanged, toMs } from "./directory-changed.ts";
import { isActOfOthers, knownUntil } from "./facts-of-rows.ts";
import type { BareTrace, HooklessAgents } from "./hookless-agents.ts";
import type { Ledgers, Traces } from "./ledgers.ts";
import { RecentRows, sameFileKey } from "./recent-rows.ts";
import type { ToolCalls } from "./tool-calls.ts";
import { Vanishings } from "./vanishings.ts";
import { asProcess, type Held, type Urgency, type WorkingSession, Writers } from "./writers.ts";

export interface AttributionPorts {
  readonly root: AbsPath;
  readonly fs: Pick<FileSystem, "lstat">;
  readonly clock: Clock;
  readonly calls: ToolCalls;
  readonly ledgers: Ledgers;
  readonly hookless: HooklessAgents;
  /** False while no agent is known to be at work, and none was lately: then no act is timed closely. */
  readonly isWatchful: () => boolean;
  /** Left out where the system does not tell who writes. */
  readonly writers?: WriterProbe | undefined;
  /** The sessions that are open, or were lately. */
  readonly working: () => readonly WorkingSession[];
  /** Replaces what was said of a row. */
  readonly amend: (row: Row, attributed: Attributed) => void;
}

interface Judged {
  readonly row: Row;
  facts: Omit<WriteFacts, "calls">;
  /** Writers that had the file open at the last look. */
  held: Held | undefined;
  readonly traces: Traces | undefined;
  readonly bareTrace: BareTrace | undefined;
  /** Of the file that the row tells of: of what it holds, or held until it went. */
  readonly file: string | undefined;
  /** False when it may have been done long before it was seen; `undefined` before that was looked at. */
  isTimed: boolean | undefined;
  /** As in `ActTimes`. */
  readonly known: number | null;
  author: Author;
}

const nobody: Attributed = { author: unknownAuthor, candidates: [] };

/**
 * Says of every row who wrote it, as far as the tool calls of agents tell, and says it anew when
 * more is heard: a hook may be later than the recording of what it tells of.
 */
export class Attribution implements Disposable {
  readonly #ports: AttributionPorts;
  readonly #vanishings = new Vanishings();
  readonly #writers: Writers;
  readonly #recent = new RecentRows<Judged>(limits.sessions.judgedRowsMax);

  constructor(ports: AttributionPorts) {
    this.#ports = ports;
    this.#writers = new Writers({
      ...ports,
      urgencyOf: (path, at) => this.#urgencyOf(path, at),
      onFound: (path) => this.#writerFound(path),
    });
  }

  /** Takes note of what only the watcher's moment tells: when a file went, and who has it open. */
  onHints(hints: readonly Hint[]): void {
    if (!this.#ports.isWatchful()) return;
    const at = this.#ports.clock.wall();
    this.#vanishings.onHints(hints, at);
    this.#writers.onHints(hints, at);
    this.#ports.ledgers.onHints(hints);
    this.#ports.hookless.onHints(hints);
  }

  /** `before`: the head that the row replaces; `after`: its own. */
  judge(row: Row, before: LatestHead | undefined, after: LatestHead | null): Attributed {
    const { snapshot } = row;
    if (!isActOfOthers(snapshot)) return nobody;
    // A file can be deleted without having it open.
    const held = after === null ? undefined : this.#writers.of(snapshot.path);
    const facts = { ...this.#readFacts(snapshot, before, after), process: this.#processOf(held) };
    const calls = this.#ports.calls.list();
    const head = after ?? before;
    const file = head === undefined ? undefined : sameFileKey(head);
    const isTimed = after !== null || this.#ports.isWatchful() || undefined;
    const judged: Judged = {
      ...{ row, facts, held, file, isTimed, known: knownUntil(before), author: unknownAuthor },
      traces: this.#ports.ledgers.trace(snapshot.path, before, after),
      bareTrace: this.#ports.hookless.trace(snapshot.path, before, after),
    };
    const attributed = this.#decide(judged, calls);
    judged.author = attributed.author;
    this.#recent.add(judged);
    this.#judgeTemporaries(judged, calls);
    return attributed;
  }

  /** Committed rows that are known to tell of what was done after `at`, in rising order. */
  doneSince(at: WallMs): readonly SnapshotId[] {
    const past = this.#recent.all;
    for (const judged of past) this.#timeLate(judged);
    // That time was cut to whole milliseconds.
    const since = past.filter((one) => one.isTimed && one.facts.writtenAt >= at + 1);
    return since.flatMap(({ row }) => row.id ?? []).sort((a, b) => a - b);
  }

  [Symbol.dispose](): void {
    this.#writers[Symbol.dispose]();
  }

  /** A tool call that began at `since` was heard of, or its end: what was written since is judged anew. */
  reconsider(since: number): void {
    const earliest = since - limits.sessions.clockSlackMs;
    const calls = this.#ports.calls.list();
    for (const judged of this.#recent.all) {
      this.#timeLate(judged);
      if (judged.facts.writtenAt >= earliest) this.#judgeAnew(judged, calls);
    }
  }

  /** The processes of agents were looked at: what waited for that is judged anew. */
  settle(): void {
    const calls = this.#ports.calls.list();
    const { ledgers, hookless } = this.#ports;
    for (const judged of this.#recent.all)
      if (ledgers.isAwaited(judged.traces) || hookless.isAwaited(judged.bareTrace))
        this.#judgeAnew(judged, calls);
  }

  /**
   * Keeps rows of a clock that was set back since as they were judged: its instants will come
   * again.
   */
  followClock(now: WallMs): void {
    const latest = now + limits.sessions.clockSlackMs;
    const isPast = ({ row, facts }: Judged) =>
      row.snapshot.at <= latest && facts.writtenAt <= latest;
    if (!this.#recent.all.every(isPast)) this.#recent.keep(isPast);
  }

  /** It went while no agent was known to be at work: only now is it worth a look when. */
  #timeLate(judged: Judged): void {
    if (judged.isTimed !== undefined) return;
    const { path, at: seen } = judged.row.snapshot;
    const directory = directoryChanged(this.#ports, path);
    const { known } = judged;
    const times = { changed: null, directoryChanged: directory, hinted: null, seen, known };
    judged.facts = { ...judged.facts, writtenAt: decideActTime(times) };
    judged.isTimed = judged.facts.writtenAt < seen;
  }

  #judgeAnew(judged: Judged, calls: readonly AgentCall[]): void {
    // A session that was named stays so: by now it may be in another turn.
    const { process } = judged.facts;
    if (process === null || !("session" in process)) {
      judged.facts = { ...judged.facts, process: this.#processOf(judged.held) ?? process };
    }
    const attributed = this.#decide(judged, calls);
    if (isSameAuthor(attributed.author, judged.author)) return;
    judged.author = attributed.author;
    this.#ports.amend(judged.row, attributed);
    this.#judgeTemporaries(judged, calls);
  }

  /** A temporary file is of who put it into the place of another. */
  #decide({ facts, ...judged }: Judged, calls: readonly AgentCall[]): Attributed {
    const arrivals = this.#namesakes(judged).filter(({ facts: { hash } }) => hash !== null);
    const isDeparture = facts.hash === null;
    const own = isDeparture ? findArrival(facts, arrivals) : undefined;
    // One act has one time, and that of a coming stands in the file.
    const writtenAt = own?.facts.writtenAt ?? facts.writtenAt;
    const known = own === undefined ? facts.known : writtenAt;
    const able = this.#ports.ledgers.without(judged.traces, calls, writtenAt);
    const trees = this.#ports.hookless.suspects(judged.bareTrace, writtenAt);
    const attributed = decideAuthor({ ...facts, writtenAt, known, calls: able, trees });
    const temporary = { author: attributed.author, writtenAt, isDeparture };
    const among = isDeparture ? arrivals.filter((arrival) => arrival === own) : arrivals;
    const onto = among.find(({ author, facts: { writtenAt } }) =>
      isTemporaryOf(temporary, { author, writtenAt }, calls),
    );
    return onto === undefined ? attributed : { author: onto.author, candidates: [] };
  }

  /** A file has come to a name: whence it went, and what it was before, may be of the same author. */
  #judgeTemporaries(onto: Judged, calls: readonly AgentCall[]): void {
    if (onto.facts.hash === null) return;
    const isKnown = onto.author.confidence === "hook";
    for (const other of this.#namesakes(onto))
      if (isKnown || other.facts.hash === null) this.#judgeAnew(other, calls);
  }

  #namesakes({ file, row }: Pick<Judged, "file" | "row">): readonly Judged[] {
    const all = file === undefined ? [] : this.#recent.ofFile(file);
    return all.filter((other) => other.row.snapshot.path !== row.snapshot.path);
  }

  /** The file is still open: what it holds since its first event was written by that process. */
  #writerFound(path: RelPath): void {
    const calls = this.#ports.calls.list();
    for (const judged of this.#recent.all) {
      const { snapshot } = judged.row;
      if (snapshot.path !== path || snapshot.hash === null) continue;
      judged.held = this.#writers.of(path);
      judged.facts = { ...judged.facts, process: null };
      this.#judgeAnew(judged, calls);
    }
  }

  /** Called now and then: forgets what no hook that is still to come can tell of. */
  forget(): void {
    const [now, { lateHookMs }] = [this.#ports.clock.wall(), limits.sessions];
    const before = now - lateHookMs;
    this.#recent.keep(({ row }) => Math.abs(row.snapshot.at - now) <= lateHookMs);
    this.#ports.calls.forget(before);
    this.#ports.ledgers.forget(before);
    this.#ports.hookless.forget(before);
    this.#vanishings.forget(before);
    this.#writers.forget(before);
  }

  /** Where what is written now could be of several, or of a command, the process tells more. */
  #urgencyOf(path: RelPath, at: WallMs): Urgency | undefined {
    const open = this.#ports.calls.open();
    if (open.length === 0) return this.#ports.hookless.isActive ? "rare" : undefined;
    // Of a tool that edits its end will tell.
    const calls = open.map((call) => (isCommand(call.reach) ? call : { ...call, endedAt: at }));
    const place = joinPath(this.#ports.root, path);
    const facts = { path: place, hash: null, writtenAt: at, known: null, calls, process: null };
    const { confidence } = decideAuthor(facts).author;
    return confidence === "window" || confidence === "ambiguous" ? "close" : undefined;
  }

  #processOf(held: Held | undefined): WriteFacts["process"] {
    return held === undefined ? null : asProcess(held, this.#ports.working());
  }

  #readFacts(
    { path, hash, at }: NewSnapshot,
    before: LatestHead | undefined,
    after: LatestHead | null,
  ): Omit<WriteFacts, "calls" | "process"> {
    // Rows are kept all the same: even the first hook of a session may be late.
    const isWatched = this.#ports.isWatchful();
    const place = joinPath(this.#ports.root, path);
    const hinted = after === null ? (this.#vanishings.of(path) ?? null) : null;
    const times = {
      changed: after === null ? null : toMs(after.stat.ctimeNs),
      directoryChanged: after === null && isWatched ? directoryChanged(this.#ports, path) : null,
      hinted,
      seen: at,
      known: knownUntil(before),
    };
    return {
      path: place,
      hash,
      writtenAt: decideActTime(times),
      known: times.known,
    };
  }
}
