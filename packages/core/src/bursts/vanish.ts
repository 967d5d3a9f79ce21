import type { MonoMs } from "../base/brand.ts";

/** When so many files are missing that the disk is asked twice. Reasons in `config/limits.ts`. */
export interface VanishLimits {
  /** More missing files than this … */
  readonly pathsMin: number;
  /** … and more than this share of the recorded ones. */
  readonly share: number;
  readonly waitMs: number;
}

/** More missing paths than this are a mass vanish in a project with `files` recorded files. */
export function massVanishMax(files: number, { pathsMin, share }: VanishLimits): number {
  return Math.max(pathsMin, Math.floor(files * share));
}

/** Why a sweep may be sure that what it does not find was deleted. */
export interface VanishFacts {
  /** Somebody waits for the timeline to be what is on disk: a flush or a restore. */
  readonly isBarrier: boolean;
  /** The system reported deletions in what is swept. */
  readonly wasReported: boolean;
  /** When a sweep first missed that many; `undefined` when none did. */
  readonly missingSince: MonoMs | undefined;
  readonly now: MonoMs;
}

/** Decides whether a sweep records many missing files as deleted, or leaves that to a later look. */
export function decideDeletions(facts: VanishFacts, { waitMs }: VanishLimits): "record" | "hold" {
  if (facts.isBarrier || facts.wasReported) return "record";
  const { missingSince, now } = facts;
  return missingSince !== undefined && now - missingSince >= waitMs ? "record" : "hold";
}
