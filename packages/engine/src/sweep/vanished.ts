import type { RelPath } from "@unf/core/base";

/** How a sweep deals with recorded files that are not on disk any more. */
export interface DeletionRule {
  /** `hold`: none is recorded before it is known how many they are. */
  readonly mode: "record" | "hold";
  /** How many paths are kept in memory at most until that is known. */
  readonly keptMax: number;
  /** More than this are a mass vanish. */
  readonly massMax: number;
  /** Called once, when a sweep that records them finds that many. */
  readonly onMass: () => void;
}

/** `many`: too many to keep, too few to doubt: another sweep may record them. */
export type VanishVerdict = "few" | "many" | "mass";

/** The recorded files that one sweep does not find. */
export class Vanished {
  readonly #rule: DeletionRule;
  readonly #kept: RelPath[] = [];
  #count = 0;

  constructor(rule: DeletionRule) {
    this.#rule = rule;
  }

  /** True when the path's deletion is to be recorded now. */
  isRecordedNow(path: RelPath): boolean {
    this.#count += 1;
    const { mode, massMax, keptMax, onMass } = this.#rule;
    if (mode === "record") {
      if (this.#count === massMax + 1) onMass();
      return true;
    }
    if (this.#count <= keptMax) this.#kept.push(path);
    return false;
  }

  get verdict(): VanishVerdict {
    if (this.#rule.mode === "record" || this.#count <= this.#rule.keptMax) return "few";
    return this.#count > this.#rule.massMax ? "mass" : "many";
  }

  /** Paths that were held back and may be recorded after all. */
  get released(): readonly RelPath[] {
    return this.verdict === "few" ? this.#kept : [];
  }
}
