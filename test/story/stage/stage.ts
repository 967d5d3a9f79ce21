import type { Hint, Point, RetentionPolicy, SnapshotId } from "@unf/core";
import type { Picture } from "../../engine/stage.ts";

export type StageName = "engine" | "program";

/** Which files a person wants back, and how. */
export interface RestoreWish {
  readonly target: Point | { readonly version: SnapshotId };
  /** Files and directories; empty: everything. */
  readonly within: readonly string[];
  readonly deletions: "keep" | "remove";
  readonly overwrite: "always" | "if-changed" | "never";
}

/** What became of an order that changes files. */
export interface Changed {
  /** `undefined`: there was nothing to do. */
  readonly operation: number | undefined;
  /** Of an undo or redo: the operation it took back. */
  readonly inverted?: number;
  /** Paths that it says it left as they are, each with the reason. */
  readonly left: ReadonlyMap<string, string>;
  /** What an oops took back. */
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

/** What an agent's hooks tell. `paths`: what a tool says it is going to write. */
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

/** What only happens where the clock is an argument. Units: ms. */
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

/** What only happens to processes. */
export interface Processes {
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
  /** What a watcher may say of what was just done. */
  tell(...hints: readonly Hint[]): void;
  /** Returns when what is on disk is recorded. */
  flush(): Promise<void>;
  now(): number;
  /** The newest version. */
  newest(): { readonly id: SnapshotId; readonly at: number } | undefined;
  stateAt(point: Point): Picture;
  /** True when these bytes can be had from the store or the rescue directories. */
  gives(bytes: Buffer): boolean;
  /** Every fault that reading all of the store finds. */
  verify(): Promise<string[]>;
  hear(who: AgentName, telling: Telling): Promise<void>;
  restore(wish: RestoreWish): Promise<Outcome>;
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
  /** The same somewhere in a restore: the later, the more `patience` it has, from 0 to 200. */
  dieIn(wish: RestoreWish, patience: number): Promise<void>;
}
