import {
  decideWriter,
  type SessionProcesses,
  type WriteFacts,
  type WriterOrigin,
} from "@unf/core/attribution";
import { type AbsPath, joinPath, type MonoMs, type RelPath, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock, Hint, OpenWriter, WriterProbe } from "@unf/core/ports";

/** A session that is at work, with what is named in its rows. */
export interface WorkingSession extends SessionProcesses {
  readonly turn: number | null;
  /** It is not in the timeline yet, or rests: to be called where something is known to be its work. */
  readonly begin?: (at: number) => void;
}

export interface WritersPorts {
  readonly root: AbsPath;
  readonly clock: Clock;
  /** Left out where the system does not tell who writes. */
  readonly writers?: WriterProbe | undefined;
  readonly working: () => readonly WorkingSession[];
  /** `undefined` where it is known otherwise, or nobody's concern, who writes the path now. */
  readonly urgencyOf: (path: RelPath, at: WallMs) => Urgency | undefined;
  /** It was found later than at the first look: what was said of the file since may be wrong. */
  readonly onFound: (path: RelPath) => void;
}

/** `rare`: what is written in one go is let be, and all else looked for now and then. */
export type Urgency = "close" | "rare";

/** Writers that held a file open, and from when to when. */
export interface Held {
  /** None where somebody else held it, too. */
  readonly writers: readonly OpenWriter[];
  readonly startedAt: WallMs;
  /** `null` while it is not known to be closed. */
  readonly endedAt: WallMs | null;
}

/**
 * Decides whose work the writers did; `undefined` where that cannot be told. It may be told later:
 * the hook of a session may be heard of after its command has begun to write.
 */
function decideOrigin(
  { writers }: Held,
  working: readonly SessionProcesses[],
): WriterOrigin | undefined {
  return agreed(writers.map((writer) => decideWriter(writer, working)));
}

/** The same as evidence; `null` where it says nothing. */
export function asProcess(held: Held, working: readonly WorkingSession[]): WriteFacts["process"] {
  const { startedAt, endedAt } = held;
  const origin = decideOrigin(held, working);
  if (origin === undefined) return null;
  if (origin.kind === "stranger") return { strangerTo: origin.to, startedAt, endedAt };
  const own = working.find(({ session }) => session === origin.session);
  if (own === undefined) return null;
  const { agent, session, turn } = own;
  if (own.begin !== undefined) {
    own.begin(startedAt);
    return null;
  }
  return origin.kind === "hint"
    ? { hinted: { agent, session, turn }, startedAt, endedAt }
    : { agent, session, turn, startedAt, endedAt };
}

/** A file that somebody wrote to and has not closed. */
interface Sought {
  readonly since: WallMs;
  readonly urgency: Urgency;
  looks: number;
}

/**
 * Which processes were seen to write. A file is looked for at its first event, and some times more
 * as long as its writer has not closed it; what is written in one go is mostly missed.
 */
export class Writers implements Disposable {
  readonly #ports: WritersPorts;
  /** The earliest first, as the next. */
  readonly #held = new Map<RelPath, Held>();
  readonly #sought = new Map<RelPath, Sought>();
  readonly #lastSought = new Map<RelPath, WallMs>();
  /** When a file was last told to be closed. */
  readonly #closed = new Map<RelPath, WallMs>();
  /** Processes that were found before: who wrote once writes again. */
  #likely: readonly number[] = [];
  #alarm: { readonly at: MonoMs; readonly handle: Disposable } | undefined;

  constructor(ports: WritersPorts) {
    this.#ports = ports;
  }

  onHints(hints: readonly Hint[], at: WallMs): void {
    if (this.#ports.writers === undefined) return;
    const last = new Map<RelPath, boolean>();
    for (const hint of hints) {
      if (hint.kind === "touched") last.set(hint.path, hint.closed);
      else if (hint.kind === "gone") this.#lose(hint.path);
    }
    let isPressing = false;
    for (const [path, closed] of last) {
      const urgency = closed ? undefined : this.#urgencyOf(path, at);
      if (closed) this.#close(path, at);
      else if (urgency !== undefined) {
        this.#sought.delete(path);
        bound(this.#sought.set(path, { since: this.#openSince(path, at), urgency, looks: 0 }));
        this.#lastSought.delete(path);
        bound(this.#lastSought.set(path, at));
        isPressing ||= urgency === "close";
      }
    }
    if (isPressing) this.#look();
    else this.#lookAgain();
  }

  /** The last time that the file was seen to be written by anybody. */
  of(path: RelPath): Held | undefined {
    return this.#held.get(path);
  }

  forget(before: number): void {
    for (const [path, { startedAt, endedAt }] of this.#held)
      if ((endedAt ?? startedAt) < before) this.#held.delete(path);
    for (const times of [this.#closed, this.#lastSought])
      for (const [path, at] of times) if (at < before) times.delete(path);
    for (const [path, { since }] of this.#sought) if (since < before) this.#sought.delete(path);
  }

  [Symbol.dispose](): void {
    this.#alarm?.handle[Symbol.dispose]();
    this.#sought.clear();
  }

  #urgencyOf(path: RelPath, at: WallMs): Urgency | undefined {
    if (this.#sought.has(path) || this.#held.get(path)?.endedAt === null) return undefined;
    const lastAt = this.#lastSought.get(path) ?? Number.NEGATIVE_INFINITY;
    if (at - lastAt < limits.sessions.probe.sameFileMs) return undefined;
    return this.#ports.urgencyOf(path, at);
  }

  /**
   * From when on what was written is of who has the file open at `at`: everybody before has closed
   * it, also in the millisecond to which that was cut. An event comes later than the write it tells
   * of, on a loaded machine much later.
   */
  #openSince(path: RelPath, at: WallMs): WallMs {
    const { clockSlackMs, probe } = limits.sessions;
    const closed = this.#closed.get(path) ?? Number.NEGATIVE_INFINITY;
    return Math.max(closed + 1 + clockSlackMs, at - probe.lateEventMs) as WallMs;
  }

  /** Looks once for those that are sought, and again in a while for whom it did not find. */
  #look(): void {
    const now = this.#leftToSeek().slice(0, limits.sessions.probe.probedPathsMax);
    const since = Math.min(...now.map(([, one]) => one.since)) as WallMs;
    const found = this.#ask(
      now.map(([path]) => path),
      since,
    );
    for (const [path, state] of now) {
      const own = found.get(path) ?? [];
      state.looks += 1;
      if (own.length > 0) this.#found(path, state, own);
    }
    this.#lookAgain();
  }

  #leftToSeek(): readonly (readonly [RelPath, Sought])[] {
    const { looksMax, rareLooksMax } = limits.sessions.probe;
    const most = { close: looksMax, rare: rareLooksMax };
    return [...this.#sought].filter(([, { looks, urgency }]) => looks < most[urgency]);
  }

  #lookAgain(): void {
    if (this.#sought.size === 0) return;
    const left = this.#leftToSeek();
    if (left.length === 0) return;
    const { clock } = this.#ports;
    const { lookEveryMs, rareEveryMs } = limits.sessions.probe;
    const isPressing = left.some(([, { urgency }]) => urgency === "close");
    const at = (clock.mono() + (isPressing ? lookEveryMs : rareEveryMs)) as MonoMs;
    if (this.#alarm !== undefined && this.#alarm.at <= at) return;
    this.#alarm?.handle[Symbol.dispose]();
    const handle = clock.alarm(at, () => {
      this.#alarm = undefined;
      this.#look();
    });
    this.#alarm = { at, handle };
  }

  #ask(paths: readonly RelPath[], since: WallMs): ReadonlyMap<RelPath, readonly OpenWriter[]> {
    const { root, writers } = this.#ports;
    const marks = this.#ports.working().flatMap(({ processes }) => processes);
    if (paths.length === 0 || marks.length === 0 || writers === undefined) return new Map();
    const places = new Map(paths.map((path) => [joinPath(root, path), path]));
    const likely = [...this.#likely, ...marks.map(({ pid }) => pid)];
    const found = writers.writersOf([...places.keys()], likely, since);
    return Map.groupBy(found, ({ path }) => places.get(path) ?? ("" as RelPath));
  }

  #found(path: RelPath, { since, looks }: Sought, writers: readonly OpenWriter[]): void {
    this.#sought.delete(path);
    this.#held.delete(path);
    bound(this.#held.set(path, { writers, startedAt: since, endedAt: null }));
    const pids = writers.flatMap(({ lineage }) => lineage.slice(0, 1).map(({ pid }) => pid));
    this.#likely = [...new Set([...pids, ...this.#likely])].slice(0, limits.sessions.processesMax);
    if (looks > 1) this.#ports.onFound(path);
  }

  /** Where somebody holds it still, somebody else has closed it: it has several writers. */
  #close(path: RelPath, at: WallMs): void {
    this.#sought.delete(path);
    this.#closed.delete(path);
    bound(this.#closed.set(path, at));
    const held = this.#held.get(path);
    if (held?.endedAt !== null) return;
    const isShared = this.#ask([path], held.startedAt).size > 0;
    this.#held.set(path, { ...held, endedAt: at, ...(isShared ? { writers: [] } : {}) });
  }

  #lose(path: RelPath): void {
    this.#held.delete(path);
    this.#sought.delete(path);
  }
}

/** The origin that all have; `undefined` when they differ or one of them cannot say. */
function agreed(origins: readonly (WriterOrigin | undefined)[]): WriterOrigin | undefined {
  const [first, ...others] = origins;
  if (first === undefined) return undefined;
  return others.reduce<WriterOrigin | undefined>((one, other) => agree(one, other), first);
}

function agree(
  one: WriterOrigin | undefined,
  other: WriterOrigin | undefined,
): WriterOrigin | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.kind !== "stranger")
    return other.kind === one.kind && other.session === one.session ? one : undefined;
  if (other.kind !== "stranger") return undefined;
  return { kind: "stranger", to: one.to.filter((session) => other.to.includes(session)) };
}

function bound(map: Map<RelPath, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > limits.sessions.judgedRowsMax && oldest !== undefined) map.delete(oldest);
}
