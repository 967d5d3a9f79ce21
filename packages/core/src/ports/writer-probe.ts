import type { AbsPath, WallMs } from "../base/brand.ts";

/** A process, told apart from a later one that got the same number. */
export interface ProcessMark {
  readonly pid: number;
  /** When it was started, in clock ticks since boot. */
  readonly startTicks: number;
}

/** A process that holds a file open for writing. */
export interface OpenWriter {
  readonly path: AbsPath;
  /**
   * It and the processes above it, the nearest first, as far as the system tells. It ends before
   * those that adopt whatever lost its parent: being below them says nothing.
   */
  readonly lineage: readonly ProcessMark[];
  /** The agent's own name of a session that its environment tells; `null` when none, or hidden. */
  readonly session: string | null;
  /** The agent whose variables are in its environment: it may have got them from anybody. */
  readonly agent?: string | null;
  /** The nearest of these in which a person types, as an editor is; `null` where none is. */
  readonly typedIn?: ProcessMark | null;
  /** A person may type in it: it has a terminal, or one of these is such a program. */
  readonly isInteractive: boolean;
}

/** Asks the system which processes write. */
export interface WriterProbe {
  /**
   * Finds the processes that hold these files open for writing right now, and may have written
   * anything at all since then. It looks for a bounded time, at `likely` first, and not more often
   * than it may: whom it does not find may be there all the same.
   */
  writersOf(
    paths: readonly AbsPath[],
    likely: readonly number[],
    since: WallMs,
  ): readonly OpenWriter[];
}
