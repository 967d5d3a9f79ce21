import type { AbsPath, BlobId, ProjectId, RelPath, SnapshotId } from "@unf/core/base";

export interface VerifyOrder {
  /** Only this project; otherwise the whole home. */
  readonly project: ProjectId | undefined;
  readonly readData: boolean;
  readonly onProgress: (objects: number) => void;
  /** Timelines that somebody has examined already. */
  readonly examined?: ReadonlyMap<ProjectId, Examined>;
}

/** `quick`: only the file, without whether its indexes agree with its tables; `full`: what its tables say, too. */
export type ExamineDepth = "quick" | "full";

/** Faults of one timeline, one line each. */
export interface Examined {
  readonly wrong: readonly string[];
  /** The file itself is: every further answer of it would be a guess. */
  readonly isBroken: boolean;
}

/** A version whose content is concerned. */
export interface ConcernedVersion {
  readonly project: ProjectId;
  readonly root: AbsPath | undefined;
  readonly id: SnapshotId;
  readonly path: RelPath;
}

export interface ObjectError {
  readonly kind: "object";
  readonly fault: "missing" | "damaged";
  readonly hash: BlobId;
  readonly versions: readonly ConcernedVersion[];
}

export interface TimelineError {
  readonly kind: "timeline";
  readonly project: ProjectId;
  /** `undefined` when nothing says any more which directory it is about. */
  readonly root: AbsPath | undefined;
  readonly message: string;
}

export interface PackError {
  readonly kind: "pack";
  readonly name: string;
  readonly message: string;
}

export interface VerifyReport {
  readonly versions: number;
  readonly objects: number;
  /** `undefined` where not every timeline was read. */
  readonly unreferenced: number | undefined;
  /** Objects that wait to be deleted, which frees so much. */
  readonly trash: { readonly objects: number; readonly bytes: number };
  /** Temporaries of crashed programs. */
  readonly leftovers: number;
  readonly errors: readonly (ObjectError | TimelineError | PackError)[];
  /** Contents that an earlier repair found nowhere. */
  readonly lost: readonly ObjectError[];
}
