import type { RelPath, WallMs } from "@unf/core/base";
import type { Clock, Timeline } from "@unf/core/ports";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { SkipReason } from "../capture/capture-outcome.ts";
import type { KnownDirectories } from "./known-directories.ts";
import type { MassChange } from "./mass-change.ts";
import type { Skipped } from "./skipped.ts";
import type { DeletionRule, VanishVerdict } from "./vanished.ts";

export interface Progress {
  readonly files: number;
  readonly recorded: number;
}

export interface SweepPorts {
  readonly clock: Clock;
  readonly context: CaptureContext;
  readonly timeline: Timeline;
  readonly skipped: Skipped;
  readonly known: KnownDirectories;
  /** The rules above what is swept are those by which it was judged before. */
  readonly isTrusted: boolean;
  readonly sliceMs: number;
  readonly deletions: DeletionRule;
  /**
   * A file changed since then is read although its stat is the recorded one: a power cut may have
   * taken its content and left its stamps.
   */
  readonly doubtfulSince: WallMs | undefined;
  readonly owner: SweepOwner;
  /** A path whose burst is open is left to that: it is told to look, and the row will be its own. */
  readonly loop: Pick<CaptureLoop, "touchedIfOpen">;
  /** Told of each file that was found changed, but for a baseline and for what leaves the record. */
  readonly mass: Pick<MassChange, "found">;
  readonly onProgress: (progress: Progress) => void;
}

/** The project that is swept. */
export interface SweepOwner {
  /** False once the root is away or the store has failed: the sweep ends there, nothing is deleted. */
  mayRecord(): boolean;
  /** These ignore files differed from what was recorded of them: the first few of many. */
  onRulesChanged(paths: readonly RelPath[]): void;
}

export interface SweepReport {
  /** Recordable files and links on disk. */
  readonly files: number;
  /** Rows written: paths that differed from the timeline. */
  readonly recorded: number;
  readonly bytes: number;
  readonly skipped: Readonly<Record<SkipReason, number>>;
  /** Unless `few`, nothing was recorded as deleted. */
  readonly vanished: VanishVerdict;
  /** False when the root went away before the end, or deletions were held back. */
  readonly complete: boolean;
}
