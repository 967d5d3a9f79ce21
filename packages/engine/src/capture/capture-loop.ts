import {
  type Burst,
  type BurstLimits,
  type Clock,
  decideDue,
  isOver,
  type MonoMs,
  type RelPath,
  stepCaptured,
  stepHeld,
  stepTouched,
} from "@unf/core";
import { isSameAct } from "../attribution/attribution.ts";
import { DueQueue } from "./due-queue.ts";
import type { LatestHead, Row } from "./recorder.ts";
import { settleBurst } from "./settle-burst.ts";
import { type CaptureContext, type CaptureOutcome, takeSnapshot } from "./take-snapshot.ts";

export interface CaptureLoopPorts {
  readonly clock: Clock;
  readonly context: CaptureContext;
  readonly limits: BurstLimits & {
    /** Longest the loop works before it lets sockets and watchers have their turn. Unit: ms. */
    readonly sliceMs: number;
    /** Most paths with an open burst; beyond it the project is swept instead. */
    readonly openBurstsMax: number;
  };
  /** False while the root is away: then nothing is captured, so nothing is recorded as deleted. */
  readonly isRootThere: () => boolean;
  /** What was touched turned out to be a directory. */
  readonly onDirectory: (path: RelPath) => void;
  /** A path vanished that has no head: it may have been a directory. */
  readonly onAbsent: (path: RelPath) => void;
  readonly onCrowded: (path: RelPath) => void;
  readonly onCreated: (path: RelPath) => void;
  readonly onFailure: (thrown: unknown) => void;
  /** Rows or settlements may wait for a commit now. */
  readonly onWorked: () => void;
}

interface Open {
  burst: Burst;
  /** What the path held before the burst's first row. */
  before: LatestHead | undefined;
  /** The burst's newest row. */
  last: Row | undefined;
  /** What that row made of the path. */
  after: LatestHead | undefined;
  rows: number;
  dueAt: MonoMs;
  /** Its earliest entry in the queue, so that a path touched without end has one, not thousands. */
  queuedAt: MonoMs | undefined;
}

/**
 * Turns touches into captures, and those into settled snapshots, at the times the burst rules say. The
 * only place where open bursts live; a path is here from its first touch until it has lain still.
 */
export class CaptureLoop implements Disposable {
  readonly #ports: CaptureLoopPorts;
  readonly #open = new Map<RelPath, Open>();
  readonly #due = new DueQueue<RelPath>();
  #alarm: Disposable | undefined;
  #alarmAt = Number.POSITIVE_INFINITY;
  #paused = false;

  constructor(ports: CaptureLoopPorts) {
    this.#ports = ports;
  }

  /** Paths whose last touch has not been captured, or whose burst is still open. */
  get openBursts(): number {
    return this.#open.size;
  }

  /** Entries that wait for their time: about one for each open burst, however often it is touched. */
  get queued(): number {
    return this.#due.size;
  }

  /** Hands a path to its burst as if it had been touched; false when it has none. */
  touchedIfOpen(path: RelPath, closed = false): boolean {
    if (!this.#open.has(path)) return false;
    this.touched(path, closed);
    return true;
  }

  touched(path: RelPath, closed: boolean): void {
    const at = this.#ports.clock.mono();
    let open = this.#open.get(path);
    if (open === undefined) {
      if (this.#open.size >= this.#ports.limits.openBurstsMax) {
        this.#ports.onCrowded(path);
        return;
      }
      open = {
        burst: stepTouched(undefined, { at, closed }),
        before: undefined,
        last: undefined,
        after: undefined,
        rows: 0,
        dueAt: at,
        queuedAt: undefined,
      };
      this.#open.set(path, open);
    } else {
      open.burst = stepTouched(open.burst, { at, closed });
    }
    this.#schedule(path, open);
  }

  /** Reads the path now: what it holds belongs to what was, and not to what comes. */
  look(path: RelPath): void {
    this.touched(path, true);
    const open = this.#open.get(path);
    if (open === undefined || this.#paused) return;
    const unsure = this.#capture(path, open, false);
    if (unsure !== undefined) this.#lookAgain(path, unsure);
    if (this.#open.get(path) === open) this.#schedule(path, open);
    this.#ports.onWorked();
  }

  /** Paths that were touched and not read since. */
  *touchedPaths(): Iterable<RelPath> {
    for (const [path, { burst }] of this.#open) if (burst.dirtySince !== undefined) yield path;
  }

  /**
   * Captures every touched path now and closes every burst: what was on disk is recorded and
   * settled when it resolves. Rows still need a commit.
   */
  async drain(): Promise<void> {
    const { clock, limits } = this.#ports;
    let sliceEnd = clock.mono() + limits.sliceMs;
    for (const [path, open] of [...this.#open]) {
      if (this.#open.get(path) !== open) continue;
      if (open.burst.dirtySince !== undefined) {
        const unsure = this.#capture(path, open, true);
        if (unsure !== undefined) {
          await this.#ports.context.signatures.resolve(unsure);
          if (this.#open.get(path) === open) this.#capture(path, open, true);
        }
      }
      this.#settle(path, open);
      if (clock.mono() >= sliceEnd) {
        await clock.breathe();
        sliceEnd = clock.mono() + limits.sliceMs;
      }
    }
  }

  /** While paused nothing is captured; touches are kept. Used while unf itself writes the tree. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#ring(this.#ports.clock.mono());
  }

  /** Forgets every burst: the sweep that follows finds what they were about. */
  drop(): void {
    this.#open.clear();
    this.#due.clear();
  }

  [Symbol.dispose](): void {
    this.#alarm?.[Symbol.dispose]();
    this.#paused = true;
    this.drop();
  }

  #schedule(path: RelPath, open: Open): void {
    const due = decideDue(open.burst, this.#ports.limits).at;
    open.dueAt = due;
    if (open.queuedAt !== undefined && open.queuedAt <= due) return;
    open.queuedAt = due;
    this.#due.push(due, path);
    this.#ring(due);
  }

  #ring(at: MonoMs): void {
    if (at >= this.#alarmAt) return;
    this.#alarm?.[Symbol.dispose]();
    this.#alarmAt = at;
    this.#alarm = this.#ports.clock.alarm(at, () => {
      this.#alarmAt = Number.POSITIVE_INFINITY;
      this.#work();
    });
  }

  #work(): void {
    if (this.#paused) return;
    const { clock, limits } = this.#ports;
    const sliceEnd = clock.mono() + limits.sliceMs;
    for (let steps = 0; ; steps += 1) {
      const next = this.#due.peek();
      const now = clock.mono();
      if (next === undefined || next.at > now || (steps > 0 && now >= sliceEnd)) {
        if (next !== undefined) this.#ring(Math.max(next.at, now) as MonoMs); // others had a turn
        this.#ports.onWorked();
        return;
      }
      this.#due.pop();
      const open = this.#open.get(next.key);
      if (open?.queuedAt !== next.at) continue;
      open.queuedAt = undefined;
      if (open.dueAt <= next.at) this.#step(next.key, open);
      else this.#schedule(next.key, open);
    }
  }

  #step(path: RelPath, open: Open): void {
    if (decideDue(open.burst, this.#ports.limits).what === "settle") {
      this.#settle(path, open);
      return;
    }
    const isLast = isOver(open.burst, this.#ports.clock.mono(), this.#ports.limits);
    const unsure = this.#capture(path, open, false);
    if (unsure !== undefined) this.#lookAgain(path, unsure);
    if (this.#open.get(path) !== open) return;
    if (isLast && open.burst.dirtySince !== undefined && open.burst.heldUntil === undefined) {
      // It changed even while it was read. Its burst ends all the same and the next one begins.
      this.#settle(path, open);
      this.touched(path, false);
    } else {
      this.#schedule(path, open);
    }
  }

  /** Gives back first bytes whose signature must be resolved before the path can be judged. */
  #capture(path: RelPath, open: Open, force: boolean): Uint8Array | undefined {
    const { clock, context, limits } = this.#ports;
    if (!this.#ports.isRootThere()) {
      this.#settle(path, open);
      return undefined;
    }
    const now = clock.mono();
    if (open.rows === 0) open.before = context.recorder.head(path);
    const heldLongEnough = open.burst.heldUntil !== undefined && now >= open.burst.heldUntil;
    const outcome = takeSnapshot(context, path, {
      cause: "event",
      at: clock.wall(),
      settled: false,
      reread: open.burst.closed,
      force: force || heldLongEnough,
    });
    if (outcome.kind === "hold") {
      open.burst = stepHeld(open.burst, now, limits) ?? stepCaptured(open.burst, now);
      return undefined;
    }
    this.#took(path, open, outcome, now);
    return outcome.kind === "unsure" ? outcome.firstBytes : undefined;
  }

  #lookAgain(path: RelPath, firstBytes: Uint8Array): void {
    this.#ports.context.signatures.resolve(firstBytes).then(
      () => this.touched(path, true),
      (thrown: unknown) => this.#ports.onFailure(thrown),
    );
  }

  #took(path: RelPath, open: Open, outcome: CaptureOutcome, now: MonoMs): void {
    const captured = stepCaptured(open.burst, now);
    // What kept changing while it was read is touched anew: the next look is due as for a hot file.
    open.burst =
      outcome.kind === "unstable"
        ? stepTouched(captured, { at: now, closed: captured.closed })
        : captured;
    const row = "row" in outcome ? outcome.row : undefined;
    if (row !== undefined && open.last !== undefined && !isSameAct(row, open.last))
      this.#part(open);
    const isNew = open.rows === 0 && open.before === undefined;
    if (isNew && (row !== undefined || outcome.kind === "skipped")) this.#ports.onCreated(path);
    if (row !== undefined) {
      open.last = row;
      open.after = this.#ports.context.recorder.head(path);
      open.rows += 1;
    }
    if (outcome.kind === "directory") this.#ports.onDirectory(path);
    if (outcome.kind === "absent") this.#ports.onAbsent(path);
    // Other bursts without rows stay open, so that a hot file that is not recorded backs off too.
    const isNoFile = outcome.kind === "directory" || outcome.kind === "absent";
    if (isNoFile && open.rows === 0) this.#open.delete(path);
  }

  #settle(path: RelPath, open: Open): void {
    if (this.#open.get(path) !== open) return;
    this.#open.delete(path);
    settleBurst(this.#ports.context, open, this.#ports.context.recorder.head(path));
  }

  /** Somebody else wrote on: what was written until then is settled, and a new burst of rows begins. */
  #part(open: Open): void {
    settleBurst(this.#ports.context, open, open.after);
    Object.assign(open, { before: open.after, rows: 0 });
  }
}
