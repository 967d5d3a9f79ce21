import type { RelPath, SnapshotId } from "../base/brand.ts";
import type { FileMode } from "./snapshot.ts";

/** A path at which a file stood at a point, or stands now, or both. */
export interface StatePair {
  readonly path: RelPath;
  /** `thinned`: it stood there, and what was in it is no longer kept. */
  readonly past: StandingFile | "thinned" | undefined;
  /** The same of what was recorded last. */
  readonly now: StandingFile | "thinned" | undefined;
  /** True where both stood there with the same content. */
  readonly isSameContent: boolean;
}

/** A file with a content that is kept, as far as a listing needs it. */
export interface StandingFile {
  readonly version: SnapshotId;
  readonly bytes: number;
  readonly mode: FileMode;
}

/** A part of the paths below a directory, in path order. */
export interface PathSpan {
  /** Empty: all of the project. */
  readonly below: RelPath;
  /** Only paths behind this one, which need not be there. */
  readonly after: RelPath | undefined;
  readonly limit: number;
}
