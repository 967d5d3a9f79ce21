import type { RelPath } from "@unf/core/base";
import type { CallLives } from "../attribution/call-lives.ts";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { Committer } from "../record/committer.ts";
import type { MassChange } from "../sweep/mass-change.ts";
import type { Progress } from "../sweep/sweep-ports.ts";
import type { FlushReport, ProjectPorts } from "./project-ports.ts";
import type { RootGuard } from "./root-guard.ts";
import type { Suspension } from "./suspension.ts";

/**
 * A recorded project as every order on it sees it: restores, checkpoints, prunings. A `Project` is one;
 * no order knows more of it.
 */
export interface Site {
  readonly ports: ProjectPorts;
  readonly context: CaptureContext;
  readonly committer: Pick<Committer, "commit" | "finish">;
  readonly sessions: { readonly lives: Pick<CallLives, "settled"> };
  /** Paused while an operation changes the disk. */
  readonly loop: Pick<CaptureLoop, "pause" | "resume">;
  /** Told when an operation begins to change the disk, and when it is through. */
  readonly mass: Pick<MassChange, "operates" | "operated">;
  readonly guard: Pick<RootGuard, "makeAnew">;
  readonly suspension: Pick<Suspension, "check" | "isOn" | "readFacts">;
  /** From then on what takes long ends early. */
  readonly isClosing: boolean;
  /** Runs `work` after everything asked for before, and alone. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Records what is on disk within these directories, for work that runs exclusively already. */
  flushNow(within: readonly RelPath[], onProgress?: OnProgress): Promise<FlushReport>;
  /** An operation may have been left half done: it is taken up when nothing else is to do. */
  noteLeftovers(): void;
}

/** Hears how far a sweep is. */
export type OnProgress = (progress: Progress) => void;
