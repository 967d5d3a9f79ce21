import { type MonoMs, sayFailure, systemCode, UnfError, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock, Log } from "@unf/core/ports";
import type { PathShare, RetentionPolicy, SizeOf } from "@unf/core/retention";
import {
  type CapLevel,
  decideCapLevel,
  excessOf,
  type HomeSize,
  reliefPolicies,
  sumHistory,
} from "@unf/core/storage";
import type { Site } from "../../site/site.ts";
import { decayProject } from "../retention/prune-project.ts";
import { carryOutRelief, planRelief, type Relief, type ReliefOrder } from "./relief.ts";

/** Bounds by the settings and the disk at the moment. Unit: bytes. */
export interface CapBounds {
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
  readonly bounds: () => CapBounds;
  /** From when ages are counted: a clock that is wrong must not have everything thinned. */
  readonly agesFrom: () => WallMs;
  /** Looks at every file of the home, in slices. */
  readonly measure: () => Promise<HomeSize>;
  /** Does the work for one project after the other, also for those that are not watched any more. */
  readonly eachProject: (work: (site: Site) => Promise<void>) => Promise<void>;
  /** Reads what each content gives back to the disk when it goes. */
  readonly readSizes: () => Promise<SizeOf>;
  /** Moves what no version needs any more into the trash. */
  readonly collect: () => Promise<unknown>;
  /** Deletes from the trash what has lain there longest, until so much is given back. */
  readonly emptyOldest: (bytes: number) => Promise<unknown>;
}

/** How the store stands to its cap, as it was measured last. */
export interface CapFacts {
  readonly capBytes: number;
  /** `undefined` before the first measuring. */
  readonly usedBytes: number | undefined;
  readonly measuredAt: WallMs | undefined;
  readonly level: CapLevel;
  /** The part that may go could not cover the excess, so that nothing went. Recording goes on. */
  readonly isHelpless: boolean;
  /** Paths that take most, the largest first; known once the cap was reached. */
  readonly culprits: readonly PathShare[];
  /** The history that went last because of the cap. */
  readonly relieved: Relieved | undefined;
}

/** History that went for the cap: said before, and counted afterwards. */
export interface Relieved {
  readonly at: WallMs;
  readonly versions: number;
  readonly freedBytes: number;
  /** Paths that paid for it, the one that paid most first. */
  readonly charged: readonly PathShare[];
}

/** The need of the home's disk for space. `0` bytes: it is not below `store.min_free`. */
export interface DiskNeed {
  /** It has little left. */
  readonly isLow: boolean;
  /** Space that is missing until recording may go on. Unit: bytes. */
  readonly missingBytes: number;
}

/** Gone from the history and not from the disk yet: a pack is written anew later. */
interface Owed {
  readonly bytes: number;
  readonly until: MonoMs;
}

/**
 * Keeps the store within what it may take, by thinning the history of what takes most; never by not
 * recording, and never in vain. Whoever owns
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
  #wasShort = false;
  #isDoubted = false;
  #running: Promise<void> | undefined;
  #culprits: readonly PathShare[] = [];
  #relieved: Relieved | undefined;
  #owed: Owed | undefined;

  constructor(ports: CapPorts) {
    this.#ports = ports;
  }

  get facts(): CapFacts {
    const { capBytes } = this.#ports.bounds();
    // The cap may be another by now.
    const level = this.#used === undefined ? "good" : decideCapLevel(this.#used, capBytes);
    return {
      capBytes,
      usedBytes: this.#used,
      measuredAt: this.#measuredAt?.wall,
      level,
      isHelpless: this.#isHelpless && level === "full",
      culprits: level === "good" ? [] : this.#culprits,
      relieved: this.#relieved,
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

  /** Notes that the store's size has changed: it is measured at the next look. */
  invalidate(): void {
    this.#isDoubted = true;
  }

  /** Starts what is due. Never fails. */
  look({ isLow, missingBytes }: DiskNeed): void {
    const isShort = missingBytes > 0;
    const became = { low: isLow && !this.#wasLow, short: isShort && !this.#wasShort };
    if (this.#running !== undefined) return;
    this.#wasLow = isLow;
    this.#wasShort = isShort;
    if (!became.low && !became.short && !this.#isDue()) return;
    this.#running = this.#run(became.low, became.short ? missingBytes : 0)
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
      !this.#isHelpless && this.#used + this.#written >= this.#ports.bounds().capBytes;
    return ms >= (isHurried ? limits.cap.hurriedMs : limits.cap.measureMs);
  }

  async #run(becameLow: boolean, missingBytes: number): Promise<void> {
    if (missingBytes > 0) await this.#ports.emptyOldest(missingBytes);
    await this.#measure();
    if (becameLow) await this.#tidy();
    if (this.#level === "full" && this.#mayTry()) await this.#relieve();
    if (this.#level !== "full") this.#isHelpless = false;
    await this.#keepProjectCaps();
  }

  async #measure(): Promise<number> {
    const { clock, log, measure, bounds } = this.#ports;
    const writtenBefore = this.#written;
    this.#isDoubted = false;
    const owed = this.#owed !== undefined && clock.mono() < this.#owed.until ? this.#owed.bytes : 0;
    const used = Math.max(0, sumHistory(await measure()) - owed);
    this.#used = used;
    this.#written -= writtenBefore;
    this.#measuredAt = { wall: clock.wall(), mono: clock.mono() };
    const before = this.#level;
    const { capBytes } = bounds();
    this.#level = decideCapLevel(used, capBytes);
    if (this.#level !== before) {
      log.warn("cap.level", { level: this.#level, before, usedBytes: used, capBytes });
    }
    return used;
  }

  /** Does earlier what the policy would do anyway. */
  async #tidy(): Promise<void> {
    const { log, bounds, agesFrom, eachProject, collect } = this.#ports;
    log.warn("cap.disk_low");
    const { policy, isAutomatic } = bounds();
    if (isAutomatic)
      await eachProject(async (project) => void (await decayProject(project, policy, agesFrom())));
    await collect();
    await this.#measure();
  }

  #mayTry(): boolean {
    if (!this.#isHelpless || this.#triedAt === undefined) return true;
    return this.#ports.clock.mono() - this.#triedAt >= limits.cap.retryMs;
  }

  async #relieve(): Promise<void> {
    const { clock, log, bounds, collect, readSizes } = this.#ports;
    this.#triedAt = clock.mono();
    const used = this.#used ?? 0;
    const order = {
      excess: excessOf(used, bounds().capBytes),
      policies: reliefPolicies(bounds()),
      sizeOf: await readSizes(),
    };
    const relief = await planRelief(this.#relief(), order);
    this.#culprits = relief.culprits;
    const { plan } = relief;
    this.#isHelpless = plan === undefined;
    if (plan === undefined) {
      log.error("cap.exceeded", { usedBytes: used, ...bounds(), most: relief.culprits });
      return;
    }
    await this.#carryOut(relief, order);
    await collect();
    // A content in a pack goes only once enough of that is unneeded: no path is charged for it twice.
    const left = await this.#measure();
    const bytes = Math.max(0, left - (used - plan.freedBytes));
    if (bytes === 0) return;
    const until = clock.mono() + 2 * limits.collect.trashMs;
    this.#owed = { bytes: bytes + (this.#owed?.bytes ?? 0), until: until as MonoMs };
    await this.#measure();
  }

  /** Says what goes and what that frees, then has it go. */
  async #carryOut({ plan }: Relief, { excess }: ReliefOrder): Promise<void> {
    if (plan === undefined) return;
    const { clock, log } = this.#ports;
    const { versions, freedBytes, charged } = plan;
    log.warn("cap.plan", { excessBytes: excess.wantedBytes, versions, freedBytes, charged });
    const deleted = await carryOutRelief(this.#relief(), plan);
    this.#relieved = { at: clock.wall(), versions: deleted, freedBytes, charged };
    log.warn("cap.thinned", { deleted, freedBytes });
  }

  #relief() {
    return { eachProject: this.#ports.eachProject, now: this.#ports.agesFrom };
  }

  async #keepProjectCaps(): Promise<void> {
    const { projectCapBytes, ...rest } = this.#ports.bounds();
    if (projectCapBytes === 0) return;
    await this.#ports.eachProject(async (project) => {
      if (project.suspension.isOn || project.isClosing) return;
      const { contentBytes, timelineBytes } = project.suspension.readFacts();
      if (contentBytes + timelineBytes < projectCapBytes) return;
      const order = {
        excess: excessOf(contentBytes + timelineBytes, projectCapBytes),
        policies: reliefPolicies(rest),
        sizeOf: (_: unknown, bytes: number) => bytes,
      };
      const alone = { ...this.#relief(), eachProject: (work: Work) => work(project) };
      const relief = await planRelief(alone, order);
      if (relief.plan !== undefined) {
        this.#ports.log.warn("cap.project", { root: project.ports.root });
        await this.#carryOut(relief, order);
      }
    });
  }
}

type Work = (site: Site) => Promise<void>;
