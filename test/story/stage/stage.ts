import type { SnapshotId } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import type { RetentionPolicy } from "@unf/core/retention";
import type { Point } from "@unf/core/timeline";
import type { Picture } from "../../engine/stage.ts";

export type StageName = "engine" | "program";

/** A project's answer about a point: the files that stood; of a path that is in neither see `Past.absence`. */
export interface Past {
  readonly kept: Picture;
  /** There, with a content that is no longer kept. */
  readonly thinned: ReadonlySet<string>;
  /** Whether a path that did not stand is known not to have been there. */
  readonly isAbsent: (path: string) => boolean;
}

/** Which files a person wants back, and how. */
export interface RestoreRequest {
  readonly target: Point | { readonly version: SnapshotId };
  /** Files and directories; empty: everything. */
  readonly within: readonly string[];
  /** Globs in gitignore syntax; empty: everything. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** `exact`: and it fails where the tree cannot be made so. */
  readonly deletions: "keep" | "remove" | "exact";
  readonly overwrite: "always" | "if-changed" | "never";
  /** It is looked at before, and exactly that plan is to be carried out: of processes. */
  readonly isPlanned?: boolean;
}

/** The outcome of an order that changes files. */
export interface Changed {
  /** `undefined`: there was nothing to do. */
  readonly operation: number | undefined;
  /** Of an undo or redo: the operation it took back. */
  readonly inverted?: number;
  /** Of a restore to exactly a state: that it says it succeeded. */
  readonly isExact?: boolean;
  /** Paths that it says it left as they are, each with the reason. */
  readonly left: ReadonlyMap<string, string>;
  /** The scopes that an oops took back. */
  readonly scopes?: readonly ("turn" | "session" | "rows")[];
}

/** An order that was refused as a whole, by the code it gave. */
export interface Refused {
  readonly refused: string;
}

export type Outcome = Changed | Refused;

export interface AgentName {
  readonly agent: string;
  readonly session: string;
}

/** A message of an agent's hooks. `paths`: those that a tool says it is going to write. */
export type Telling =
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "tool_start"; readonly call: string; readonly paths: readonly string[] }
  | { readonly kind: "tool_end"; readonly call: string; readonly paths: readonly string[] }
  | { readonly kind: "stop" }
  | { readonly kind: "session_end" };

/** How many versions went at a cap, and how the store stands to it then. */
export interface CapReport {
  readonly gone: number;
  readonly usedBytes: number;
  readonly capBytes: number;
}

/** Events that only happen where the clock is an argument. Units: ms. */
export interface Clockwork {
  /** So long nothing happens and nobody looks, as over a weekend. */
  readonly pass: (ms: number) => Promise<void>;
  /** The wall clock is set, by so much. */
  readonly jump: (ms: number) => Promise<void>;
  /** History thins by itself, by this policy. */
  readonly decay: (policy: RetentionPolicy) => Promise<void>;
  /** The store is looked at with so much room for the contents there are. */
  readonly cap: (share: number) => Promise<CapReport>;
}

/** Events that only happen to processes. */
export interface Processes {
  /** A directory of the project is one of its own while `work` goes on, by its absolute path. */
  readonly nested: (
    directory: string,
    work: (child: NestedChild) => Promise<void>,
  ) => Promise<void>;
  /** Everything that is recorded, written as git commits, and the files of the last one. */
  readonly exportedGit: () => Promise<Picture>;
  /** Versions from before the first one, oldest first, come along; false where that was refused. */
  readonly imported: (versions: readonly OldVersion[]) => Promise<boolean>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** The daemon's lock is removed while it runs; returns once it has ended. */
  readonly loseLock: () => Promise<void>;
  /** The state at a version, as an archive of it has it. */
  readonly exported: (id: SnapshotId) => Promise<Picture>;
  /** Deletes every version of a file, which goes on being recorded; false when that was refused. */
  readonly forget: (path: string) => Promise<boolean>;
  /** The daemon stands still meanwhile, as after Ctrl-Z. */
  readonly suspended: (work: () => Promise<void> | void) => Promise<void>;
}

/** A version of a path in the record of an earlier program; `null`: it was removed. */
export interface OldVersion {
  readonly path: string;
  readonly at: number;
  readonly content: string | null;
}

/** A project inside the project. */
export interface NestedChild {
  readonly flush: () => Promise<void>;
  /** An order of its own, of which everybody knows how it ends. */
  readonly unf: (...words: string[]) => Promise<void>;
}

/** Where a story is played: a project on disk, and what records it. */
export interface StoryStage extends AsyncDisposable {
  readonly name: StageName;
  readonly root: string;
  /** Files larger than this are not recorded. */
  readonly fileBytesMax: number;
  readonly clockwork?: Clockwork;
  readonly processes?: Processes;
  /** Between two acts: what happens next happens at a later instant. */
  rest(): Promise<void>;
  /** Has the watcher give these hints of what was just done. */
  tell(...hints: readonly Hint[]): void;
  /** Returns when what is on disk is recorded. */
  flush(): Promise<void>;
  now(): number;
  /** The newest version. */
  newest(): { readonly id: SnapshotId; readonly at: number } | undefined;
  /** Where each mass change begins, by the number of its mark. */
  marks(): ReadonlyMap<number, number>;
  /** `undefined`: it is refused, since the history does not reach back so far. */
  pastAt(point: Point): Past | undefined;
  /** True when these bytes can be had from the store or the rescue directories. */
  gives(bytes: Buffer): boolean;
  /** Every fault that reading all of the store finds. */
  verify(): Promise<string[]>;
  hear(who: AgentName, telling: Telling): Promise<void>;
  restore(request: RestoreRequest): Promise<Outcome>;
  invert(kind: "undo" | "redo"): Promise<Outcome>;
  oops(): Promise<Outcome>;
  /** Its number. */
  checkpoint(label: string): Promise<number>;
  /** Where the checkpoint lies; 0: before everything. */
  checkpointAt(id: number): number;
  /** How many versions a dry run names, and how many went. */
  prune(policy: RetentionPolicy): Promise<{ readonly named: number; readonly gone: number }>;
  pack(): Promise<void>;
  collect(emptyTrash: boolean): Promise<void>;
  /** Dies without a word; the next one takes over. */
  kill(): Promise<void>;
  /**
   * While `work` goes on, nothing below the directory, whose path is relative, can be written. Gives why
   * that cannot be had here, and then nothing was done.
   */
  readOnly(directory: string, work: () => Promise<void>): Promise<string | undefined>;
  /** While `work` goes on, there is no room on the disk, or none from some write on: as in `dieIn`. */
  full(patience: number, work: () => Promise<void>): Promise<string | undefined>;
  /** The same somewhere in a restore: the later, the more `patience` it has, from 0 to 200. */
  dieIn(request: RestoreRequest, patience: number): Promise<void>;
}
