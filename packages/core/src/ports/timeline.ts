import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { Author, AuthorFilter, Candidate } from "../timeline/author.ts";
import type { BurstMark } from "../timeline/burst-mark.ts";
import type { Checkpoint, NewCheckpoint } from "../timeline/checkpoint.ts";
import type { ReadsDirectories, SeenMode, WritesDirectories } from "../timeline/directory-mode.ts";
import type { Forgetting, NewForgetting, TextPlace } from "../timeline/forgetting.ts";
import type { Gap, GapReason, MissedStates } from "../timeline/gap.ts";
import type { ReadsHandovers, WritesHandovers } from "../timeline/handover.ts";
import type { Head } from "../timeline/head.ts";
import type { Horizon } from "../timeline/horizon.ts";
import type { JournalStep, Operation, OperationState } from "../timeline/operation.ts";
import type { KeptState, PastState, ThinnedState } from "../timeline/past-state.ts";
import type { Point } from "../timeline/point.ts";
import type { Reach } from "../timeline/reach.ts";
import type {
  NewSession,
  NewToolCall,
  NewTurn,
  OpenSession,
  Session,
  SessionEnd,
  ToolCall,
  Turn,
  TurnClose,
} from "../timeline/session.ts";
import type { SessionQuery, TurnQuery } from "../timeline/session-query.ts";
import type {
  EventType,
  LineCounts,
  NewSnapshot,
  RenameEvidence,
  Snapshot,
} from "../timeline/snapshot.ts";
import type { TakenOver } from "../timeline/taken-over.ts";
import type { UsageKey, UsageOf } from "../timeline/usage.ts";
import type { Blob } from "./object-store.ts";
import type { TimelineFacts } from "./timeline-facts.ts";
import type { ReadsNewest } from "./timeline-newest.ts";
import type { RetentionReader, RetentionWriter } from "./timeline-retention.ts";

/** A row together with what it makes of the path's head. */
export interface Recording {
  readonly snapshot: NewSnapshot;
  /** The path's new head without the row's id; `null` when the path has none any more (`delete`). */
  readonly head: Omit<Head, "snapshot"> | null;
  /** Who may have written it, when its author is ambiguous. */
  readonly candidates?: readonly Candidate[];
}

/** A burst that closed, or a rename that was found: what the row becomes. */
export interface Settlement {
  readonly id: SnapshotId;
  /** Event and counts relative to the state before the burst, when the burst had several rows. */
  readonly event?: EventType;
  readonly counts?: LineCounts | null;
  /** With event `rename`: where the file came from, and what tells so. */
  readonly renamedFrom?: RelPath;
  readonly evidence?: RenameEvidence;
  /** For the row of the old name. */
  readonly cause?: "renamed";
}

/** Who wrote a recorded row, found out after it was recorded. Replaces what was believed before. */
export interface Attribution {
  readonly id: SnapshotId;
  readonly author: Author;
  readonly candidates?: readonly Candidate[];
}

/** Everything that is committed together, in this order of rows. */
export interface Batch {
  /** Contents that are not durable in the object store yet; committed with their rows. */
  readonly inbox: readonly Blob[];
  readonly recordings: readonly Recording[];
  /** Heads whose file was touched but whose content and mode are the recorded ones. */
  readonly restats: readonly Pick<Head, "path" | "stat" | "racy">[];
  readonly settlements: readonly Settlement[];
  readonly attributions?: readonly Attribution[];
  /** Modes of directories that differ from what was known; they had them before the recordings. */
  readonly directories?: readonly SeenMode[];
}

/** The newest versions by the two times at which the clock showed an instant. `later` is meant by it. */
export interface ShownTwice {
  readonly later: SnapshotId;
  /** `undefined`: nothing was recorded by then. */
  readonly earlier: SnapshotId | undefined;
}

/** Which rows a listing wants. Every given condition must hold. */
export interface SnapshotQuery {
  /** Any of these files, or anything below any of these directories. Empty: the whole project. */
  readonly within: readonly RelPath[];
  /** What the clock showed when the row was recorded; both inclusive. */
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
  readonly author?: AuthorFilter;
  /** Only rows beyond this one: older when `order` is `newest`, newer when `oldest`. */
  readonly after?: SnapshotId;
  readonly order: "newest" | "oldest";
}

/** What any program may ask of a project's timeline, daemon or not. */
export interface TimelineReader
  extends RetentionReader,
    ReadsHandovers,
    ReadsDirectories,
    Disposable {
  /** What stood at `point` within `within`, ordered by path: kept or not, but not what is not known. */
  stateAt(point: Point, within: readonly RelPath[]): Iterable<KeptState | ThinnedState>;
  /** What is known of one path at `point`. */
  pathAt(path: RelPath, point: Point): PastState;
  /** The same of many paths, while nothing is recorded or deleted. */
  pathsAt(point: Point): (path: RelPath) => PastState;
  /** The version with a content that is nearest in time to what stood at `path`, there, at `point`. */
  nearestKept(path: RelPath, point: Point): Snapshot | undefined;
  /** False for a point before the start of the history. */
  reaches(point: Point): boolean;
  /** `undefined` for an instant that the clock passed once, as far as rows tell. */
  shownTwice(at: WallMs): ShownTwice | undefined;
  /** Spans of the past of which not everything is known. */
  horizons(): Horizon[];
  /** The oldest row of exactly this path. */
  firstOf(path: RelPath): Snapshot | undefined;
  snapshot(id: SnapshotId): Snapshot | undefined;
  /** The row before `id` of the same path; only settled ones when asked. */
  previous(id: SnapshotId, settledOnly: boolean): Snapshot | undefined;
  /** The rename that took the file of this deletion on; `undefined` when its cause is another. */
  renameOf(departure: SnapshotId): Snapshot | undefined;
  /** Rows in order, lazily: the caller filters further and stops when it has enough. */
  find(query: SnapshotQuery): Iterable<Snapshot>;
  /** True when any row names the path, or a path below it. */
  knows(path: RelPath): boolean;
  /** Rows per time bucket: one count per boundary interval, `boundaries` ascending, length n+1. */
  density(query: SnapshotQuery, boundaries: readonly WallMs[]): number[];
  head(path: RelPath): Head | undefined;
  /** Up to `limit` heads after `after` (exclusive) in path byte order, within one directory's subtree. */
  heads(within: RelPath, after: RelPath | undefined, limit: number): Head[];
  gaps(since?: WallMs): Gap[];
  /** Mass changes that reach to `since` or later, oldest first. */
  bursts(since?: WallMs): BurstMark[];
  /** Newest first; with `before`, only operations older than that one. */
  operations(limit: number, before?: number): Operation[];
  operation(id: number): Operation | undefined;
  /** The steps of an operation, in the order of its plan; from that index on, at most so many. */
  steps(operation: number, from?: number, limit?: number): JournalStep[];
  /** Operations that are neither finished nor given up, oldest first: a crash left them. */
  unfinishedOperations(): Operation[];
  /** Newest first. */
  checkpoints(): Checkpoint[];
  /** The payload byte for byte; `undefined` when there is no such checkpoint or it has none. */
  checkpointPayload(id: number): Uint8Array | undefined;
  sessions(query: SessionQuery): Session[];
  /** By its id, by a prefix of it that no other id has, or by the agent's own name of it. */
  session(id: string): Session | undefined;
  /** The session that an agent calls so: the newest, where an earlier program wrote several. */
  agentSession(agent: string, agentSession: string): Session | undefined;
  turns(query: TurnQuery): Turn[];
  turn(id: number): Turn | undefined;
  /** The turn of the prompt that the agent calls so. */
  turnOfPrompt(session: string, promptId: string): Turn | undefined;
  /** In the order in which they began. */
  toolCalls(of: { readonly session: string } | { readonly turn: number }): ToolCall[];
  toolCall(id: number): ToolCall | undefined;
  /** Sessions that are not ended, in the order in which they began. */
  openSessions(): OpenSession[];
  /** Who may have written a row; empty when its author is not ambiguous. */
  candidates(snapshot: SnapshotId): Candidate[];
  /**
   * The newest row that says what stands at a path with this content; `undefined` when none does, or
   * when rows with it were deleted and it is not settled yet which are left.
   */
  contentRow(hash: BlobId): Snapshot | undefined;
  /** Orders to forget, oldest first. */
  forgettings(): Forgetting[];
  /** Everything that `scrub` looks into. */
  texts(): Iterable<Uint8Array>;
  /** Where `scrub` would change something. */
  findTexts(needles: readonly Uint8Array[]): TextPlace[];
  /** Histories that came from other programs, in the order in which they came. */
  imports(): TakenOver[];
  facts(): TimelineFacts;
  /** What the rows of these places (as in a `SnapshotQuery`) take, in groups; in no order. */
  usage<Key extends UsageKey>(by: Key, within: readonly RelPath[]): UsageOf[Key][];
  meta(key: string): string | undefined;
  /** A content that is committed but may not stand in the object store yet. */
  inboxed(hash: BlobId): Uint8Array | undefined;
}

/** The one writer of a project's timeline. Every method that writes is durable when it returns. */
export interface Timeline
  extends TimelineReader,
    RetentionWriter,
    ReadsNewest,
    WritesHandovers,
    WritesDirectories {
  /** Commits the batch in one transaction; the ids are those of `recordings`, in order. */
  commit(batch: Batch): SnapshotId[];
  openGap(gap: { readonly from: WallMs; readonly to: WallMs; readonly reason: GapReason }): number;
  /** Moves the end of a gap on; one that is closed already stays as it is. */
  extendGap(id: number, to: WallMs): void;
  closeGap(id: number, closed: { readonly at: WallMs; readonly pathsDiffered: number }): void;
  /** Writes gaps with reason `too_fast`, or what they have become; gives their ids, in order. */
  noteMissed(missed: readonly MissedStates[]): number[];
  /** Marks a mass change whose first change comes after `before`, and counts its paths. */
  markBurst(mark: Pick<BurstMark, "before" | "from" | "to">): number;
  /** The mass change goes on until `to`: counts its paths anew, up to the newest row. */
  extendBurst(id: number, to: WallMs): void;
  /** Writes the journal of an operation, in state `staging`, with all these steps or none. */
  startOperation(
    operation: Pick<Operation, "kind" | "startedAt" | "argv" | "before" | "plan" | "inverts">,
    steps: readonly Omit<JournalStep, "failure">[],
  ): number;
  /** Adds more steps to one that is staged, behind those it has: all of them or none. */
  addSteps(id: number, steps: readonly Omit<JournalStep, "failure">[]): void;
  /**
   * The one point from which the operation counts as decided: `staging` becomes `committed`. `copies`:
   * what the copies in its rescue directory hold, by the index of the step.
   */
  commitOperation(id: number, copies?: ReadonlyMap<number, BlobId>): void;
  /** `failures`: steps by their index that were not carried out, each with why. */
  finishOperation(
    id: number,
    end: {
      readonly at: WallMs;
      readonly state: Extract<OperationState, "done" | "partial" | "abandoned">;
      readonly failures?: ReadonlyMap<number, string>;
    },
  ): void;
  openSession(session: NewSession): void;
  /** One that is ended stays as it is; so with turns. */
  endSession(id: string, end: { readonly at: WallMs; readonly by: SessionEnd }): void;
  /** One that ended is open again from `at` on, and rested since its end; an open one stays as it is. */
  reopenSession(id: string, at: WallMs): void;
  /** The first turn of a session without a label gives it one. A prompt that has a turn keeps it. */
  openTurn(turn: NewTurn): number;
  /** A turn that has no name of its prompt gets this one, unless another turn of its session has it. */
  nameTurn(id: number, promptId: string): void;
  endTurn(id: number, end: TurnClose): void;
  openToolCall(call: NewToolCall): number;
  /** `reach`: what it wrote, where its end tells more than its start. The first end counts. */
  endToolCall(id: number, end: { readonly at: WallMs; readonly reach?: Reach }): void;
  addCheckpoint(checkpoint: NewCheckpoint): number;
  /** False when there is no such checkpoint. */
  deleteCheckpoint(id: number): boolean;
  pinCheckpoint(id: number, pinned: boolean): boolean;
  setMeta(key: string, value: string): void;
  /**
   * The history starts at the point from now on: a state before it is refused, and what is left of rows
   * before it goes. Rows are not deleted by it. `known`: ids at which the state is known all the same.
   */
  startAt(point: Point, known: readonly number[]): void;
  /** Deletes what is left of rows that are meant. */
  deleteTraces(isMeant: (path: RelPath, id: SnapshotId) => boolean): void;
  /** Writes orders to forget down, `pending`, all at once. Their ids in order. */
  addForgettings(orders: readonly NewForgetting[]): number[];
  /** What is done names no contents any more. */
  finishForgetting(id: number, snapshots: number): void;
  /** What matches its pattern may be recorded again; false when it did not forbid that. */
  endForgetting(id: number): boolean;
  /**
   * Takes these bytes out of everything but rows and contents: payloads that hold them go, in labels,
   * messages, prompts and commands they are masked. None of the needles is shorter than 8 bytes. The
   * places that were changed: those of `findTexts`.
   */
  scrub(needles: readonly Uint8Array[]): TextPlace[];
  /**
   * Gives free pages back, some at a time, and then empties the write-ahead log into the file, so that
   * no deleted bytes are left in either. `busy` while somebody reads an older state.
   */
  compact(): "more" | "busy" | "done";
  /** Digests in the inbox that were committed before `before`; all when omitted. */
  inboxHashes(before?: WallMs): { readonly hash: BlobId; readonly bytes: number }[];
  dropFromInbox(hashes: readonly BlobId[]): void;
  /**
   * False when another file, or none, stands where the one that is open was opened: what would be
   * written now nobody would find.
   */
  isInPlace(): boolean;
  /** Lets go of the file and of all that was believed about it; the next call opens it afresh. */
  reopen(): void;
  /** Gives unused memory and pages back; called when a project falls idle. */
  relax(): void;
}
