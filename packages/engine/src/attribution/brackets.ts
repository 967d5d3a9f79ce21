import { type AbsPath, joinPath, parentPath, type RelPath, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ChargedFiles, Clock, Hint } from "@unf/core/ports";
import type { LatestHead } from "../record/recorder.ts";
import { toMs } from "./directory-changed.ts";

/** A look at processes began and ended then. */
export interface Timed {
  readonly from: WallMs;
  readonly to: WallMs;
}

export interface Look<R extends Timed> {
  readonly nth: number;
  readonly what: R;
}

/** The last complete look of each kind. */
export type Looks<R extends Timed> = ReadonlyMap<string, Look<R>>;

/** The facts that date a change. */
export interface Trace<R extends Timed> {
  readonly path: RelPath;
  readonly before: LatestHead | undefined;
  readonly after: LatestHead | null;
  /** The path still names the file that it named before. */
  readonly isSame: boolean;
  /** Looks that were over before anything of the change was done. */
  readonly looks: Looks<R> | undefined;
  /** When the file was made, where it is another than the one before. */
  readonly bornAt: number | null;
  readonly seenAt: WallMs;
  /** Looks that had been made when it was seen. */
  readonly looksMade: number;
}

export interface BracketsPorts {
  readonly root: AbsPath;
  readonly clock: Pick<Clock, "wall">;
  /** Left out where the system does not tell of processes. */
  readonly files?: ChargedFiles | undefined;
  readonly project: AttributedProject;
}

/** The project whose changes are attributed. */
export interface AttributedProject {
  /** True once the watcher has told of everything that happened until now. */
  barrier(): Promise<boolean>;
  /** A failure that nobody waits for. */
  onFailure(thrown: unknown): void;
}

/**
 * Between which looks at processes a change was made: the one that was over, with all events of before
 * heard, when the first event of the change came, and the first that began after it was read. Looks of
 * several kinds have a key each.
 */
export class Brackets<R extends Timed> {
  readonly #ports: BracketsPorts;
  readonly #kept: number;
  #last: Looks<R> = new Map();
  /** As `#last` was when the watcher had told of everything up to then. */
  #delivered: Looks<R> = new Map();
  /** The earliest first. */
  readonly #looks = new Map<string, readonly Look<R>[]>();
  #looksMade = 0;
  /** Of paths that were told of since they were recorded: `#delivered` at the first time. */
  readonly #hinted = new Map<RelPath, Looks<R>>();
  /** Events were lost: what was told of is no longer all, until everything was swept. */
  #blindUntil = 0;

  /** `kept`: looks of one kind that are kept. */
  constructor(ports: BracketsPorts, kept: number) {
    this.#ports = ports;
    this.#kept = kept;
  }

  onHints(hints: readonly Hint[]): void {
    if (!this.isLooking) return;
    for (const hint of hints) {
      if (lossy.has(hint.kind)) this.#goBlind();
      if (!("path" in hint) || this.#hinted.has(hint.path)) continue;
      this.#hinted.set(hint.path, this.#delivered);
      const [oldest] = this.#hinted.keys();
      if (this.#hinted.size > limits.sessions.judgedRowsMax && oldest !== undefined)
        this.#hinted.delete(oldest);
    }
  }

  /** The last complete look of that kind. */
  last(key: string): R | undefined {
    return this.#last.get(key)?.what;
  }

  /** False while nobody has looked for long. */
  get isLooking(): boolean {
    return this.#last.size > 0;
  }

  /** A look was made. `isComplete`: else it only tells that the clock went on. */
  looked(key: string, what: R, isComplete = true): void {
    // A clock that was set back would put looks before what was written before them.
    if (what.from < (this.#last.get(key)?.what.to ?? 0)) this.#goBlind();
    if (!isComplete) return;
    this.#looksMade += 1;
    const look = { nth: this.#looksMade, what };
    this.#last = new Map(this.#last).set(key, look);
    const looks = [...(this.#looks.get(key) ?? []), look];
    this.#looks.set(key, looks.slice(-this.#kept));
  }

  /** The last looks count once all events are heard that came before this. */
  takeBarrier(): void {
    const { clock, project } = this.#ports;
    const looks = this.#last;
    project.barrier().then(
      (isAll) => {
        if (isAll && clock.wall() >= this.#blindUntil) this.#delivered = looks;
      },
      (thrown: unknown) => project.onFailure(thrown),
    );
  }

  #goBlind(): void {
    this.#delivered = new Map();
    this.#looks.clear();
    this.#blindUntil = this.#ports.clock.wall() + limits.sessions.lateHookMs;
  }

  /** A row is recorded. */
  trace(path: RelPath, before: LatestHead | undefined, after: LatestHead | null): Trace<R> {
    const looks = this.#hintedOf(path);
    this.#hinted.delete(path);
    const born = after === null || !this.isLooking ? null : this.#bornAt(path, after);
    const isSame = after !== null && isSameFile(before, after, born);
    return {
      ...{ path, before, after, isSame, looks, looksMade: this.#looksMade },
      bornAt: isSame ? null : born,
      seenAt: this.#ports.clock.wall(),
    };
  }

  /** The first look that began after the change was read, and will do; `undefined` while there is none. */
  after(trace: Trace<R>, key: string, willDo = (_: R): boolean => true): R | undefined {
    const begin = countedFrom(trace);
    const isAfter = ({ nth, what }: Look<R>) =>
      nth > trace.looksMade && what.from >= begin && willDo(what);
    return this.#looks.get(key)?.find(isAfter)?.what;
  }

  /** The last look that was over before the file that stands there was changed, or made. */
  before(trace: Trace<R>, key: string): R | undefined {
    const { after, bornAt, isSame } = trace;
    if (after === null || isSame) return trace.looks?.get(key)?.what;
    if (bornAt === null) return undefined;
    // A stamp is of the kernel's last tick, so never ahead of the clock; that is read in whole milliseconds.
    const latest = bornAt - 1;
    return this.#looks.get(key)?.findLast(({ what }) => what.to <= latest)?.what;
  }

  /** The looks of that kind that are kept, the earliest first. */
  all(key: string): readonly R[] {
    return (this.#looks.get(key) ?? []).map(({ what }) => what);
  }

  forget(before: number): void {
    for (const [key, looks] of this.#looks)
      if ((looks.at(-1)?.what.to ?? 0) < before) this.#looks.delete(key);
    this.#last = since(this.#last, before);
    this.#delivered = since(this.#delivered, before);
    for (const [path, looks] of this.#hinted)
      if (since(looks, before).size === 0) this.#hinted.delete(path);
  }

  #hintedOf(path: RelPath): Looks<R> | undefined {
    for (let at = path; at !== ""; at = parentPath(at)) {
      const looks = this.#hinted.get(at);
      if (looks !== undefined) return looks;
    }
    return undefined;
  }

  #bornAt(path: RelPath, { stat }: LatestHead): number | null {
    const birth = this.#ports.files?.birthOf(joinPath(this.#ports.root, path));
    // One with its number that came since is younger than what was recorded.
    const isSame = birth?.ino === stat.ino && birth.bornAt <= toMs(stat.ctimeNs);
    return isSame ? birth.bornAt : null;
  }
}

const lossy: ReadonlySet<Hint["kind"]> = new Set(["overflow", "unwatched", "dead", "root_lost"]);

/** When all that was done to the file is counted: a write is told of a little before that. */
export function countedFrom({ seenAt }: Pick<Trace<Timed>, "seenAt">): number {
  return seenAt + limits.sessions.life.countedMs;
}

/** A file that was deleted may leave its number to one that was made since. */
function isSameFile(
  before: LatestHead | undefined,
  after: LatestHead,
  bornAt: number | null,
): boolean {
  if (before?.stat.ino !== after.stat.ino || before.stat.dev !== after.stat.dev) return false;
  return bornAt === null || bornAt <= toMs(before.stat.ctimeNs);
}

function since<R extends Timed>(looks: Looks<R>, before: number): Looks<R> {
  const left = [...looks].filter(([, { what }]) => what.to >= before);
  return left.length === looks.size ? looks : new Map(left);
}
