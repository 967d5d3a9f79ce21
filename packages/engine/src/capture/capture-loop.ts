import type { MonoMs, RelPath } from "@unf/core/base";
import {
  decideDue,
  isOver,
  sparesGrowthUntil,
  stepCaptured,
  stepHeld,
  stepSpared,
  stepTouched,
  stepUnstable,
} from "@unf/core/capture";
import { isSameAct } from "../attribution/facts-of-rows.ts";
import type { CaptureLoopPorts } from "./capture-loop-ports.ts";
import type { CaptureOutcome } from "./capture-outcome.ts";
import { DueQueue } from "./due-queue.ts";
import { noteRow, type OpenBurst, openBurst } from "./open-burst.ts";
import { Pace } from "./pace.ts";
import { settleBurst } from "./settle-burst.ts";
import { stoodUnseen } from "./stood-unseen.ts";
import { takeSnapshot } from "./take-snapshot.ts";

/**
 * Turns touches into captures, and those into settled snapshots, at the times the burst rules say. The
 * only place where open bursts live; a path is here from its first touch until it has lain still.
 */
export class CaptureLoop implements Disposable {
  readonly #ports: CaptureLoopPorts;
  readonly #pace: Pace;
  readonly #open = new Map<RelPath, OpenBurst>();
  readonly #due = new DueQueue<RelPath>();
  #alarm: Disposable | undefined;
  #alarmAt = Number.POSITIVE_INFINITY;
  #paused = false;
  /** Paths whose first bytes are being looked at, so that nothing is recorded of them yet. */
  #unsure = 0;

  constructor(ports: CaptureLoopPorts) {
    this.#ports = ports;
    this.#pace = new Pace(ports.pace);
  }

  /** Paths whose last touch has not been captured, or whose burst is still open. */
  get openBursts(): number {
    return this.#open.size;
  }

  /** Entries that wait for their time: about one for each open burst, however often it is touched. */
  get queued(): number {
    return this.#due.size;
  }

  /** True while something that was read cannot be judged yet. */
  get isUnsure(): boolean {
    return this.#unsure > 0;
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
        this.#ports.observer.onCrowded(path);
        return;
      }
      open = openBurst(stepTouched(undefined, { at, closed }));
      this.#open.set(path, open);
    } else {
      const { context, limits } = this.#ports;
      const stoodMs = stoodUnseen(context, path, open, { at, limits });
      if (stoodMs !== undefined) this.#pace.missed.note(path, stoodMs);
      open.burst = stepTouched(open.burst, { at, closed });
    }
    this.#schedule(path, open);
  }

  /** Reads the path now: what it holds belongs to what was, and not to what comes. */
  look(path: RelPath): void {
    this.touched(path, true);
    const open = this.#open.get(path);
    if (open === undefined || this.#paused) return;
    const unsure = this.#capture(path, open, {});
    if (unsure !== undefined) this.#lookAgain(path, unsure);
    if (this.#open.get(path) === open) this.#schedule(path, open);
    this.#ports.observer.onWorked();
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
        const unsure = this.#capture(path, open, { force: true });
        if (unsure !== undefined) {
          await this.#ports.context.signatures.resolve(unsure);
          if (this.#open.get(path) === open) this.#capture(path, open, { force: true });
        }
      }
      this.#settle(path, open);
      if (clock.mono() >= sliceEnd) {
        await clock.breathe();
        sliceEnd = clock.mono() + limits.sliceMs;
      }
    }
    this.#pace.missed.write();
  }

  /** Called about once a second. */
  tick(): void {
    this.#pace.tick();
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

  #schedule(path: RelPath, open: OpenBurst): void {
    const { limits } = this.#ports;
    const isSlowed = open.isLeftOut || (open.burst.captures > 0 && this.#pace.isSlowed(path));
    const due = decideDue(open.burst, limits, isSlowed).at;
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
        this.#ports.observer.onWorked();
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

  #step(path: RelPath, open: OpenBurst): void {
    if (decideDue(open.burst, this.#ports.limits).what === "settle") {
      this.#settle(path, open);
      return;
    }
    const isLast = isOver(open.burst, this.#ports.clock.mono(), this.#ports.limits);
    const unsure = this.#capture(path, open, { mayWait: !isLast });
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

  /**
   * Gives back first bytes whose signature must be resolved before the path can be judged. `mayWait`:
   * what only grew may be left for later.
   */
  #capture(
    path: RelPath,
    open: OpenBurst,
    { force = false, mayWait = false }: { readonly force?: boolean; readonly mayWait?: boolean },
  ): Uint8Array | undefined {
    const { clock, context, limits } = this.#ports;
    if (!this.#ports.observer.isRootThere()) {
      this.#settle(path, open);
      return undefined;
    }
    const now = clock.mono();
    if (open.rows === 0) open.before = context.recorder.head(path);
    const heldLongEnough = open.burst.heldUntil !== undefined && now >= open.burst.heldUntil;
    const sparedUntil = mayWait ? sparesGrowthUntil(open.burst, now, limits) : undefined;
    const growth = sparedUntil === undefined ? ("note" as const) : ("spare" as const);
    const outcome = takeSnapshot(context, path, {
      cause: "event",
      at: clock.wall(),
      settled: false,
      reread: open.burst.closed,
      force: force || heldLongEnough,
      ...(open.burst.captures === 0 ? {} : { growth }),
    });
    if (outcome.kind === "spared" && sparedUntil !== undefined) {
      open.burst = stepSpared(open.burst, sparedUntil);
      return undefined;
    }
    if (outcome.kind === "hold") {
      open.burst = stepHeld(open.burst, now, limits) ?? stepCaptured(open.burst, now);
      return undefined;
    }
    this.#took(path, open, outcome, now);
    const row = "row" in outcome ? outcome.row : undefined;
    if (row !== undefined) {
      this.#pace.note(path, { bytes: row.snapshot.bytes, ms: clock.mono() - now });
    }
    return outcome.kind === "unsure" ? outcome.firstBytes : undefined;
  }

  #lookAgain(path: RelPath, firstBytes: Uint8Array): void {
    this.#unsure += 1;
    const end = () => {
      this.#unsure -= 1;
    };
    this.#ports.context.signatures
      .resolve(firstBytes)
      .then(
        () => this.touched(path, true),
        (thrown: unknown) => this.#ports.observer.onUnreadSignature(thrown),
      )
      .finally(end);
  }

  #took(path: RelPath, open: OpenBurst, outcome: CaptureOutcome, now: MonoMs): void {
    const grew = outcome.kind === "recorded" ? outcome.grew : undefined;
    open.burst =
      outcome.kind === "unstable"
        ? stepUnstable(open.burst, now)
        : stepCaptured(open.burst, now, grew);
    open.isLeftOut = outcome.kind === "skipped";
    const row = "row" in outcome ? outcome.row : undefined;
    if (row !== undefined && open.last !== undefined && !isSameAct(row, open.last))
      this.#part(open);
    const isNew = open.rows === 0 && open.before === undefined;
    if (isNew && (row !== undefined || outcome.kind === "skipped"))
      this.#ports.observer.onCreated(path);
    if (row !== undefined) noteRow(open, row, this.#ports.context.recorder.head(path));
    if (outcome.kind === "directory") this.#ports.observer.onDirectory(path);
    if (outcome.kind === "absent") this.#ports.observer.onAbsent(path);
    // Other bursts without rows stay open, so that a hot file that is not recorded backs off too.
    const isNoFile = outcome.kind === "directory" || outcome.kind === "absent";
    if (isNoFile && open.rows === 0) this.#open.delete(path);
  }

  #settle(path: RelPath, open: OpenBurst): void {
    if (this.#open.get(path) !== open) return;
    this.#open.delete(path);
    settleBurst(this.#ports.context, open, this.#ports.context.recorder.head(path));
  }

  /** Somebody else wrote on: what was written until then is settled, and a new burst of rows begins. */
  #part(open: OpenBurst): void {
    settleBurst(this.#ports.context, open, open.after);
    Object.assign(open, { before: open.after, rows: 0, stood: false });
  }
}
