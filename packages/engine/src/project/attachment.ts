import { type MonoMs, type RelPath, UnfError, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Hint, RootWatch, WatchScope } from "@unf/core/ports";
import type { GapReason } from "@unf/core/timeline";
import { type ConditionFacts, isWatchLimit } from "../site/condition.ts";
import type { GapLedger } from "../site/gap-ledger.ts";
import type { ProjectPorts } from "../site/project-ports.ts";
import type { RootGuard } from "../site/root-guard.ts";
import { Refused } from "./refused.ts";

/** A project as the watch on its root sees it. */
export interface AttachedProject {
  readonly guard: RootGuard;
  /** Its filter says which directories are watched. */
  readonly context: { readonly filter: WatchScope };
  /** A gap begins once the root is not there, or hints cannot be relied on any more. */
  readonly gaps: Pick<GapLedger, "begin">;
  receive(hints: readonly Hint[]): void;
}

/** Without `watch` nothing is watched: a process that only restores. */
type AttachmentPorts = Pick<ProjectPorts, "clock" | "log" | "watch">;

/** More scattered directories than this are not tried again one by one. */
const scatteredMax = 64;

/** The watch on a project's root: whether there is one, and whether there is a root to watch. */
export class Attachment {
  readonly #ports: AttachmentPorts;
  readonly #project: AttachedProject;
  readonly #refused = new Refused();
  #watch: RootWatch | undefined;
  /** Counts what ends a watch, so that one that ended while it was being set up is not kept. */
  #epoch = 0;
  #away: string | undefined;
  /** Directories that are tried again just now and were not refused so far. */
  #tried = new Set<RelPath>();
  /** Everything is tried again: what is refused then is no news. */
  #isTryingAll = false;
  /** `undefined` until watching was asked for: nothing is tried again that was never begun. */
  #attachedAt: MonoMs | undefined;
  #failures = 0;
  #retryAt = 0;
  /** When a look last found the root in its place; `undefined` since it was not there. */
  #hereAt: WallMs | undefined;

  constructor(ports: AttachmentPorts, project: AttachedProject) {
    this.#ports = ports;
    this.#project = project;
  }

  get directories(): number {
    return this.#watch?.directories ?? 0;
  }

  get isAttached(): boolean {
    return this.#watch !== undefined;
  }

  /** Number of the watch: another one knows nothing of what happened before it. */
  get epoch(): number {
    return this.#epoch;
  }

  get isAway(): boolean {
    return this.#away !== undefined;
  }

  /** True while hints cannot be relied on, so that sweeps must come more often. */
  get isDegraded(): boolean {
    return this.#watch === undefined || this.#refused.codes.size > 0;
  }

  /** False while a gap goes on. A directory that may not be read is none: nothing of it is recorded. */
  get isCertain(): boolean {
    return this.#watch !== undefined && this.#refused.overLimit === undefined;
  }

  /** True while all of a root that is there is watched. */
  get isSteady(): boolean {
    return this.isCertain && !this.isDegraded && !this.isAway;
  }

  /** True while every change is told of, or comes with word that it was not. */
  get tellsAll(): boolean {
    return !this.isDegraded && this.#watch?.sweepEveryMs === undefined;
  }

  /** How often the backend itself wants the root to be swept. Unit: ms. */
  get sweepEveryMs(): number {
    return this.#watch?.sweepEveryMs ?? Number.POSITIVE_INFINITY;
  }

  get facts(): Pick<ConditionFacts, "rootAway" | "isWatched" | "refused"> {
    return {
      rootAway: this.#away,
      isWatched: this.#watch !== undefined,
      refused: this.#refused,
    };
  }

  /** Watches the root anew; false when it is not there. A watcher that fails is tried again later. */
  async attach(): Promise<boolean> {
    if (!this.#project.guard.adoptReplaced()) {
      this.lose(this.#project.guard.why);
      return false;
    }
    await this.detach();
    this.#refused.clear();
    this.#attachedAt = this.#ports.clock.mono();
    this.#retryAt = this.#attachedAt + limits.watch.retryMs;
    try {
      await this.#open();
    } catch (thrown) {
      if (thrown instanceof UnfError && thrown.code === "not_found") {
        // It vanished between the look and the watch.
        this.#project.guard.look();
        this.lose(this.#project.guard.why);
        return false;
      }
      this.died(thrown);
    }
    return true;
  }

  async #open(): Promise<void> {
    const epoch = this.#epoch;
    const project = this.#project;
    const scope: WatchScope = { covers: (directory) => project.context.filter.covers(directory) };
    const watch = await this.#ports.watch?.(scope, (hints) => project.receive(hints));
    if (epoch !== this.#epoch) {
      await watch?.[Symbol.asyncDispose]();
      return;
    }
    this.#watch = watch;
  }

  async detach(): Promise<void> {
    this.#epoch += 1;
    const watch = this.#watch;
    this.#watch = undefined;
    await watch?.[Symbol.asyncDispose]();
  }

  async rewatch(directory: RelPath): Promise<void> {
    await this.#watch?.rewatch(directory);
  }

  /** True when all events until now were told; false where that cannot be known. */
  async barrier(): Promise<boolean> {
    return (await this.#watch?.barrier(limits.watch.barrierMs)) === "ok";
  }

  /** Resolves when the watcher has told of everything that happened until now, as far as it can know. */
  async drain(): Promise<void> {
    await this.barrier();
    // A watcher that cannot know is asked in any case.
    await this.#settle();
  }

  /** Tries again, when it is time, what could not be watched. True when the root must be swept. */
  async retryWhenDue(): Promise<boolean> {
    const { clock, watch } = this.#ports;
    if (!this.isDegraded || this.isAway || clock.mono() < this.#retryAt) return false;
    if (watch === undefined || this.#attachedAt === undefined) return false;
    if (this.#watch === undefined) return this.attach();
    const startedAt = clock.mono();
    this.#retryAt = startedAt + limits.watch.retryMs;
    try {
      return await this.#retryRefused();
    } catch (thrown) {
      this.died(thrown);
      return true;
    } finally {
      // Walking a large tree must leave room for all else, however often there is room for a few more.
      const restMs = (clock.mono() - startedAt) / limits.watch.sweepShareMax;
      this.#retryAt = Math.max(this.#retryAt, startedAt + restMs);
    }
  }

  /** True when the directory must be swept now; one that was refused before is swept on a timer. */
  noteUnwatched(path: RelPath, code: string): boolean {
    this.#tried.delete(path);
    if (isWatchLimit(code)) this.#beginGap("watch_limit");
    return this.#refused.note(path, code) && !this.#isTryingAll;
  }

  /** The backend stopped by itself. */
  died(cause: unknown): void {
    const { clock, log } = this.#ports;
    const { restartMs, restartMsMax } = limits.watch;
    const now = clock.mono();
    // Long enough alive is a new beginning.
    const aliveMs = now - (this.#attachedAt ?? now);
    this.#failures = aliveMs > 2 * restartMsMax ? 1 : this.#failures + 1;
    this.#retryAt = now + Math.min(restartMs * 2 ** (this.#failures - 1), restartMsMax);
    this.detach().catch((thrown: unknown) => log.warn("watch.close", { error: String(thrown) }));
    log.error("watch.died", { error: String(cause) });
    this.#beginGap("watcher_failed");
  }

  /** The root is gone since then: until it is back nothing is watched and nothing is recorded as deleted. */
  lose(why: string, since = this.#ports.clock.wall()): void {
    if (this.#away !== undefined) return;
    this.#away = why;
    this.#ports.log.warn("root.lost", { why });
    this.#beginGap("root_unavailable", since);
    this.detach().catch((thrown: unknown) => this.died(thrown));
  }

  /** Looks at the root; true when it has come back: the caller attaches again. */
  look(): boolean {
    const { guard } = this.#project;
    const isHere = guard.look() === "here";
    if (this.#away === undefined) {
      // Its events may have been those of another directory ever since the last look.
      if (!isHere) this.lose(guard.why, this.#hereAt);
      else this.#hereAt = this.#ports.clock.wall();
      return false;
    }
    if (!isHere && !guard.adoptReplaced()) {
      this.#away = guard.why;
      return false;
    }
    this.#away = undefined;
    this.#hereAt = undefined;
    return true;
  }

  /**
   * Tries refused directories again; one that is refused again is reported again. True when something
   * else is watched by now.
   */
  async #retryRefused(): Promise<boolean> {
    const { overLimit, codes, hasMore } = this.#refused;
    // Where the system has no room for one, it has none for the others.
    if (overLimit !== undefined && !(await this.#tryAgain([overLimit]))) return false;
    if (overLimit !== undefined && (hasMore || codes.size > scatteredMax)) {
      await this.#tryAll();
      return true;
    }
    const some = [...codes.keys()].slice(0, scatteredMax);
    return (await this.#tryAgain(some)) || overLimit !== undefined;
  }

  /** True when one of them is watched by now. The others are tried again after all that remain. */
  async #tryAgain(directories: readonly RelPath[]): Promise<boolean> {
    this.#tried = new Set(directories);
    const before = new Map(this.#refused.codes);
    for (const path of directories) await this.rewatch(path);
    await this.#settle();
    for (const path of directories) {
      this.#refused.delete(path);
      const code = before.get(path);
      if (!this.#tried.has(path) && code !== undefined) this.#refused.note(path, code);
    }
    return this.#tried.size > 0;
  }

  async #tryAll(): Promise<void> {
    this.#refused.clear();
    this.#isTryingAll = true;
    try {
      await this.rewatch("" as RelPath);
      await this.#settle();
    } finally {
      this.#isTryingAll = false;
    }
  }

  /** Hints come a turn later than the attempt that they are about. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) await this.#ports.clock.breathe();
  }

  #beginGap(reason: GapReason, since = this.#ports.clock.wall()): void {
    this.#project.gaps.begin(reason, since);
  }
}
