import { limits } from "@unf/core/config";
import type { ProjectLimits } from "@unf/engine";
import type { Random } from "../engine/random.ts";

/**
 * The likelihoods of one world. Drawn once a seed: a world in which everything goes wrong a little
 * finds less than one in which some things never happen and others all the time.
 */
export interface Temperament {
  /** Resolution of the disk's time stamps. Unit: ms. */
  readonly stampMs: number;
  /** How much time each look at the clock takes, so that work is cut into slices. Unit: ms. */
  readonly creepMs: number;
  readonly projects: number;
  readonly limits: ProjectLimits;
  readonly maxFileBytes: number;
  /** Likelihood of a person's change in each call of the disk. */
  readonly inside: number;
  /** Likelihood of an end of the process in each writing call. */
  readonly insideDeath: number;
  /** That such an end, or one between two steps, is a power cut and not a kill. */
  readonly powerCut: number;
  /** That the disk saves a change that was not synced. */
  readonly keep: number;
  /** That a file that lost content in a power cut keeps the stamps of what it lost. */
  readonly keepStamps: number;
  readonly reuseInodes: boolean;
  /** The fates that may befall each hint. */
  readonly hintDropped: number;
  readonly hintDoubled: number;
  readonly hintsShuffled: number;
  /** Hints the watcher's queue holds. */
  readonly queueMax: number;
  /** False: what the queue could not hold is lost without a word. */
  readonly tellsOverflow: boolean;
  /** Likelihood a step that the watcher dies or takes the root for lost. */
  readonly watcherDies: number;
  /** Likelihood a step that objects are collected. */
  readonly collects: number;
  /** Likelihood of a world in which history is pruned. */
  readonly prunes: number;
  readonly clockJumps: boolean;
  readonly diskFills: boolean;
  readonly ignoreFiles: boolean;
  /** Unreadable files and directories, FIFOs, hard links. */
  readonly oddFiles: boolean;
}

export function drawTemperament(random: Random): Temperament {
  const often = (chance: number, value: number) => (random.chance(chance) ? value : 0);
  const isCalm = random.chance(0.25);
  const clockJumps = random.chance(0.3);
  const isFaithful = random.chance(0.35);
  return {
    stampMs: random.pick([1, 4, 10]),
    creepMs: random.pick([0, 0, 0.2, 2]),
    projects: random.chance(0.25) ? 2 : 1,
    limits: drawLimits(random),
    maxFileBytes: 2000,
    inside: isCalm ? 0 : random.pick([0, 0.02, 0.1]),
    insideDeath: isCalm ? 0 : random.pick([0, 0, 0.005, 0.02]),
    powerCut: random.pick([0.3, 0.7, 1]),
    keep: random.pick([0, 0.3, 0.7, 1]),
    // A clock that jumps makes old stamps of new ones; a crash right then is one fault too many.
    keepStamps: clockJumps ? 0 : random.pick([0, 0.5]),
    reuseInodes: random.chance(0.7),
    hintDropped: isFaithful ? 0 : often(0.6, random.pick([0.05, 0.3, 0.9])),
    hintDoubled: often(0.4, 0.2),
    hintsShuffled: isFaithful ? 0 : often(0.4, 0.5),
    queueMax: isFaithful ? 100_000 : random.pick([3, 12, 100_000]),
    tellsOverflow: random.chance(0.8),
    watcherDies: isFaithful ? 0 : often(0.4, 0.02),
    clockJumps,
    diskFills: !isCalm && random.chance(0.15),
    ignoreFiles: random.chance(0.6),
    oddFiles: random.chance(0.6),
    collects: often(0.5, 0.04),
    prunes: 0.4,
  };
}

/** The bounds of the programs, but for some that a small world would never reach. */
function drawLimits(random: Random): ProjectLimits {
  return {
    burst: limits.burst,
    pace: limits.pace,
    commit: {
      ...limits.commit,
      inboxBlobsMax: random.pick([1, 3, 256]),
      bulkRowsMax: random.pick([2, 8, 4096]),
    },
    mass: limits.mass,
    vanish: limits.vanish,
    sliceMs: random.pick([1, limits.daemon.sliceMs]),
    // So few that nearly every operation is journalled in slices.
    journalSteps: 2,
    openBurstsMax: random.pick([2, 16_384, 16_384]),
    inboxMs: random.pick([500, limits.commit.inboxMs]),
    sweepEveryMs: random.pick([5000, limits.sweep.everyMs]),
    degradedSweepEveryMs: random.pick([2000, limits.sweep.degradedEveryMs]),
    idleMs: random.pick([2000, limits.timeline.idleMs]),
    skippedMax: random.pick([1, limits.sweep.skippedMax]),
    writeBackMs: limits.sweep.writeBackMs,
  };
}
