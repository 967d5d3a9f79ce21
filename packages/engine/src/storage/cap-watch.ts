import {
  type CapLevel,
  type Clock,
  decideCapLevel,
  type HomeSize,
  isRelieved,
  type Log,
  limits,
  type MonoMs,
  planRelief,
  type ReliefStep,
  type RetentionPolicy,
  reliefShare,
  sayFailure,
  sumHome,
  systemCode,
  UnfError,
  type WallMs,
} from "@unf/core";
import type { Project } from "../project/project.ts";
import { pruneProject } from "../retention/prune-project.ts";

/** What the settings and the disk say now. Unit: bytes. */
export interface CapWish {
  readonly capBytes: number;
  /** 0: projects have none of their own. */
  readonly projectCapBytes: number;
  readonly policy: RetentionPolicy;
  /** False: history does not thin by itself, whatever the caps say. */
  readonly isAutomatic: boolean;
}

export interface CapPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly wish: () => CapWish;
  /** From when ages are counted: a clock that is wrong must not have everything thinned. */
  readonly agesFrom: () => WallMs;
  /** Looks at every file of the home, in slices. */
  readonly measure: () => Promise<HomeSize>;
  /** Does the work for one project after the other, also for those that are not watched any more. */
  readonly eachProject: (work: (project: Project) => Promise<void>) => Promise<void>;
  /** Deletes what no version needs any more, at once. */
  readonly collect: () => Promise<unknown>;
}

/** How the store stands to its cap, as it was measured last. */
export interface CapFacts {
  readonly capBytes: number;
  /** `undefined` before the first measuring. */
  readonly usedBytes: number | undefined;
  readonly measuredAt: WallMs | undefined;
  readonly level: CapLevel;
  /** Thinning did not help: what is left is what retention always keeps. Recording goes on. */
  readonly isHelpless: boolean;
}

/**
 * Keeps the store within what it may take, by thinning history; never by not recording. Whoever owns
 * it calls `look` now and then; what is due runs beside everything else, one at a time.
 */
export class CapWatch {
  readonly #ports: CapPorts;
  #used: number | undefined;
  #measuredAt: { readonly wall: WallMs; readonly mono: MonoMs } | undefined;
  #level: CapLevel = "good";
  #isHelpless = false;
  #triedAt: MonoMs | undefined;
  /** Contents of the rows since the last measuring; some of them were there before. */
  #written = 0;
  #wasLow = false;
  #isDoubted = false;
  #running: Promise<void> | undefined;

  constructor(ports: CapPorts) {
    this.#ports = ports;
  }

  get facts(): CapFacts {
    const { capBytes } = this.#ports.wish();
    // The cap may be another by now.
    const level = this.#used === undefined ? "good" : decideCapLevel(this.#used, capBytes);
    return {
      capBytes,
      usedBytes: this.#used,
      measuredAt: this.#measuredAt?.wall,
      level,
      isHelpless: this.#isHelpless && level === "full",
    };
  }

  /** Resolves when nothing runs. */
  get idle(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  /** A row with a content of this size was recorded. */
  noteWritten(bytes: number): void {
    this.#written += bytes + limits.cap.rowBytes;
  }

  /** What the store takes has changed: it is measured at the next look. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Starts what is due. `isLow`: the disk of the home has little left. Never fails. */
  look(isLow: boolean): void {
    const becameLow = isLow && !this.#wasLow;
    if (this.#running !== undefined) return;
    this.#wasLow = isLow;
    if (!becameLow && !this.#isDue()) return;
    this.#running = this.#run(becameLow)
      .catch((thrown: unknown) => {
        if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
        this.#ports.log.warn("cap.failed", { why: sayFailure(thrown) });
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  #isDue(): boolean {
    if (this.#measuredAt === undefined || this.#used === undefined || this.#isDoubted) return true;
    // The cap is another by now.
    if (this.#level !== this.facts.level) return true;
    const ms = this.#ports.clock.mono() - this.#measuredAt.mono;
    // Where nothing helps there is nothing to hurry for: a walk a minute would never end.
    const isHurried =
      !this.#isHelpless && this.#used + this.#written >= this.#ports.wish().capBytes;
    return ms >= (isHurried ? limits.cap.hurriedMs : limits.cap.measureMs);
  }

  async #run(becameLow: boolean): Promise<void> {
    await this.#measure();
    if (becameLow) await this.#tidy();
    if (this.#level === "full" && this.#mayTry()) await this.#relieve();
    if (this.#level !== "full") this.#isHelpless = false;
    await this.#keepProjectCaps();
  }

  async #measure(): Promise<number> {
    const { clock, log, measure, wish } = this.#ports;
    const writtenBefore = this.#written;
    this.#isDoubted = false;
    const used = sumHome(await measure());
    this.#used = used;
    this.#written -= writtenBefore;
    this.#measuredAt = { wall: clock.wall(), mono: clock.mono() };
    const before = this.#level;
    const { capBytes } = wish();
    this.#level = decideCapLevel(used, capBytes);
    if (this.#level !== before) {
      log.warn("cap.level", { level: this.#level, before, usedBytes: used, capBytes });
    }
    return used;
  }

  /** What the policy would do anyway, earlier. */
  async #tidy(): Promise<void> {
    this.#ports.log.warn("cap.disk_low");
    const [step] = planRelief(this.#ports.wish());
    if (step !== undefined) await this.#thin(step, 1);
    await this.#ports.collect();
    await this.#measure();
  }

  #mayTry(): boolean {
    if (!this.#isHelpless || this.#triedAt === undefined) return true;
    return this.#ports.clock.mono() - this.#triedAt >= limits.cap.retryMs;
  }

  async #relieve(): Promise<void> {
    const { clock, log, wish, collect } = this.#ports;
    this.#triedAt = clock.mono();
    let used = this.#used ?? 0;
    for (const step of planRelief(wish())) {
      await this.#thin(step, reliefShare(used, wish().capBytes));
      await collect();
      used = await this.#measure();
      if (!isRelieved(used, wish().capBytes)) continue;
      log.info("cap.relieved", { usedBytes: used });
      this.#isHelpless = false;
      return;
    }
    this.#isHelpless = this.#level === "full";
    if (!this.#isHelpless) return;
    log.error("cap.exceeded", { usedBytes: used, capBytes: wish().capBytes });
  }

  async #thin(step: ReliefStep, share: number): Promise<void> {
    await this.#ports.eachProject(async (project) => {
      const { contentBytes } = project.suspension.readFacts();
      const maxBytes = step.shrinks ? Math.floor(contentBytes * share) : null;
      await this.#prune(project, step.policy, maxBytes);
    });
  }

  async #keepProjectCaps(): Promise<void> {
    const { projectCapBytes, ...rest } = this.#ports.wish();
    if (projectCapBytes === 0) return;
    await this.#ports.eachProject(async (project) => {
      for (const step of planRelief(rest)) {
        const { contentBytes, timelineBytes } = project.suspension.readFacts();
        if (contentBytes + timelineBytes < projectCapBytes) break;
        const aim = Math.max(0, projectCapBytes * limits.cap.relievedShare - timelineBytes);
        await this.#prune(project, step.policy, step.shrinks ? Math.floor(aim) : null);
      }
    });
  }

  async #prune(project: Project, policy: RetentionPolicy, maxBytes: number | null): Promise<void> {
    const { agesFrom, log } = this.#ports;
    const { lastId } = project.suspension.readFacts();
    if (lastId === null || project.suspension.isOn || project.isClosing) return;
    const wish = { policy, now: agesFrom(), upTo: lastId, include: [], exclude: [], maxBytes };
    const order = { wish, planId: undefined, cause: "cap", argv: [] } as const;
    const { deleted, freedBytes } = await pruneProject(project, order);
    if (deleted > 0) log.info("cap.thinned", { root: project.ports.root, deleted, freedBytes });
  }
}
