import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { FileMode, Unrecordable } from "./snapshot.ts";

/** The order that a person gave. `undo` and `redo` take back the operation named in `inverts`. */
export type OperationKind = "restore" | "undo" | "redo";

/**
 * How far it came. `staging`: written down, nothing in the project is changed but for temporaries.
 * `committed`: decided; it will be carried out, if need be by the next start. `done`: carried out.
 * `partial`: carried out but for some steps, which say why. `abandoned`: given up; the project is as
 * it was before.
 */
export type OperationState = "staging" | "committed" | "done" | "partial" | "abandoned";

/** Something unf itself did to the disk. */
export interface Operation {
  /** Shown as `op-<id>`; counts up per project. */
  readonly id: number;
  readonly kind: OperationKind;
  readonly startedAt: WallMs;
  /** `null` until it is done, partial or abandoned. */
  readonly finishedAt: WallMs | null;
  /** The command's words as a person typed them, without `unf`. */
  readonly argv: readonly string[];
  /** Position in the timeline just before the operation: the state to return to. */
  readonly before: number;
  /** The newest row of the operation, once it is finished; `null` until then. */
  readonly after: number | null;
  /** Id of the plan it carried out. */
  readonly plan: string;
  /** The operation that this one takes back; `null` for a restore. */
  readonly inverts: number | null;
  readonly state: OperationState;
  /** Files and links written or removed; directories do not count. */
  readonly files: number;
}

/** State of a path before or after a step. */
export type StepState =
  | { readonly kind: "absent" }
  | { readonly kind: "directory"; readonly mode: FileMode }
  /** Content that the timeline holds. `kind` follows from `mode`: a file or a link. */
  | {
      readonly kind: "recorded";
      readonly hash: BlobId;
      readonly bytes: number;
      readonly mode: FileMode;
      readonly snapshot: SnapshotId | null;
      /** It was not kept; never in a journal. */
      readonly withheld?: true;
      readonly unrecordable?: Unrecordable;
    }
  /**
   * A file that cannot be recorded: it lies in the rescue directory of that operation, under its
   * own path. `null`: of the operation that this step belongs to.
   */
  | {
      readonly kind: "rescued";
      readonly operation: number | null;
      readonly bytes: number;
      readonly mode: FileMode;
      /** Of a copy, what it must hold to be put back. Left out: the file itself was kept, with what was written to it since. */
      readonly digest?: BlobId;
    };

/** One path of an operation: what stood there and what is to stand there. */
export interface Step {
  readonly path: RelPath;
  readonly from: StepState;
  readonly to: StepState;
}

/** A step as the journal holds it, in the order in which the plan names them. */
export interface JournalStep extends Step {
  /** Where the new content waits until it is renamed into place; `null` when nothing is staged. */
  readonly temporary: RelPath | null;
  /** Set when the step could not be carried out although the others were: the system's code or a word. */
  readonly failure: string | null;
}

/** The steps that are kept of an operation: what an undo or a redo needs. */
export interface Journal {
  readonly operation: number;
  readonly steps: number;
  /** Some of what it replaced is kept by nothing but its rescue. */
  readonly hasRescues: boolean;
  /** It has begun to go: no step counts any more. */
  readonly isCut: boolean;
}
