import type { BlobId, RelPath, SnapshotId, WallMs } from "../../base/brand.ts";
import type { Steps } from "../../base/steps.ts";
import type { AuthorFilter, Candidate } from "../../timeline/author.ts";
import type { Among, Origin } from "../../timeline/narrowing.ts";
import type { EventType, Snapshot } from "../../timeline/snapshot.ts";

/** Reads the rows themselves. */
export interface SnapshotReader {
  snapshot(id: SnapshotId): Snapshot | undefined;
  /** The oldest row of exactly this path. */
  firstOf(path: RelPath): Snapshot | undefined;
  /** The row before `id` of the same path; only settled ones when asked. */
  previous(id: SnapshotId, settledOnly: boolean): Snapshot | undefined;
  /** The rename that took the file of this deletion on; `undefined` when its cause is another. */
  renameOf(departure: SnapshotId): Snapshot | undefined;
  /**
   * The newest row that says what stands at a path with this content; `undefined` when none does, or
   * when rows with it were deleted and it is not settled yet which are left.
   */
  contentRow(hash: BlobId): Snapshot | undefined;
  /** Rows in order, lazily: the caller filters further and stops when it has enough. */
  find(query: SnapshotQuery): Iterable<Snapshot>;
  /** The same, with `undefined` wherever others may have a turn: much is looked at in which nothing is. */
  findInSteps(query: SnapshotQuery): Iterable<Snapshot | undefined>;
  /** True when any row names the path, or a path below it. */
  knows(path: RelPath): boolean;
  /**
   * Rows per time bucket, `boundaries` ascending, length n+1. The query's `author` is meant as listings
   * say it: a row is a person's only where no agent was about.
   */
  density(query: SnapshotQuery, boundaries: readonly WallMs[]): Steps<Density>;
  /** Candidates for a row's author; empty when that is not ambiguous. */
  candidates(snapshot: SnapshotId): Candidate[];
}

/** How many rows there are between instants: each list has one count per interval. */
export interface Density {
  readonly total: readonly number[];
  /** Those of a person. */
  readonly human: readonly number[];
  /** Those of agents, by name. What is neither is nobody's, of unf, or of an agent whose name is not known. */
  readonly agents: ReadonlyMap<string, readonly number[]>;
}

/** Which rows a listing wants. Every given condition must hold. */
export interface SnapshotQuery {
  /** Any of these files, or anything below any of these directories. Empty: the whole project. */
  readonly within: readonly RelPath[];
  /** Span in which the clock stood when the row was recorded; both ends inclusive. */
  readonly since?: WallMs;
  readonly until?: WallMs;
  /** The same of the row's stamp (`stampOf`): of a span of rows. */
  readonly stamped?: { readonly since?: WallMs; readonly until?: WallMs };
  readonly events?: readonly EventType[];
  /** Interim rows too. */
  readonly interim: boolean;
  /**
   * Deletions whose file left under another name (cause `renamed`): left out, or only they. Rows of
   * all causes when omitted.
   */
  readonly departures?: "hide" | "only";
  readonly session?: string;
  readonly turn?: number;
  /**
   * `human`: rows that a person can have written, as far as the row says. Of several each is meant.
   */
  readonly author?: AuthorFilter | readonly AuthorFilter[];
  /** Only rows that each of these lets through. */
  readonly among?: readonly Among[];
  readonly origins?: readonly Origin[];
  /** Only rows beyond this one: older when `order` is `newest`, newer when `oldest`. */
  readonly after?: SnapshotId;
  readonly order: "newest" | "oldest";
}
