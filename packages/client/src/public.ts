/// <reference lib="esnext.disposable" />
// The types of the package `unf`. The build copies this very file beside the bundle, so it imports
// nothing; `public.test.ts` holds that the program is what is declared here.

/**
 * Opens a project for reading its history, setting checkpoints and going back to them.
 *
 * `directory` is the root of a project that `unf watch` has recorded; with `watch: false` any
 * directory that `unf watch` would take. A daemon is not needed: where none runs, what writes is
 * done in this process while it holds the daemon's lock.
 *
 * Fails with code `not_watched` when nothing of this very directory was ever recorded. While the
 * disk of the records is full or read-only, a copy of the history is read, as it is now.
 */
export declare function openProject(directory: string, options?: OpenOptions): Promise<Project>;

export interface OpenOptions {
  /** Where unf keeps its records: an absolute path. `$UNF_HOME`, else `~/.unfudged`. */
  readonly home?: string;
  /**
   * False: the directory need not be watched, and is not by this. Its history begins where it has
   * none; it is looked at by `checkpoint`, `flush`, `hasChanges`, `diffStat` with what is now, and
   * restores, and not in between. The records may lie in a directory of the program's own (`home`),
   * which is made where it is not there. A directory that is watched stays so.
   */
  readonly watch?: false;
}

/**
 * A project's history. Paths are relative to `root`, with `/` between names; of a name that is not
 * UTF-8, each odd byte is written `//hh`. Versions, checkpoints and operations are named by their
 * numbers: `v1234`, `cp:3` and `op-91` on the command line are 1234, 3 and 91 here.
 *
 * What writes is done one after the other, in the order of the calls. Every method may fail with an
 * `UnfError`.
 */
export interface Project {
  /** Absolute path of the directory, links followed. */
  readonly root: string;

  /**
   * Records everything that is on disk and names this instant. It copies no file, whatever the size
   * of the project. When nothing has changed since a checkpoint that says the same, that one is
   * returned, with `created: false`.
   */
  checkpoint(options?: CheckpointOptions): Promise<Checkpoint & { readonly created: boolean }>;

  /** All checkpoints, newest first. */
  checkpoints(): Promise<Checkpoint[]>;

  /** The payload of a checkpoint, byte for byte; `undefined` when it was set without one. */
  payload(checkpoint: number): Promise<Uint8Array | undefined>;

  /** Files that differ between a checkpoint and now, or another checkpoint, with their lines. */
  diffStat(checkpoint: number, options?: DiffStatOptions): Promise<DiffStat>;

  /** True when any recorded file differs from the checkpoint now; stops at the first that does. */
  hasChanges(checkpoint: number): Promise<boolean>;

  /**
   * Brings files back: to a checkpoint, to an instant, or one version of one file. All of it is done
   * or nothing is, and what stood there is recorded before. Files created later stay unless `exact`.
   */
  restore(target: RestoreTarget, options?: RestoreOptions): Promise<Restored>;

  /** Takes back the last restore that stands, or the operation named. Newer changes are kept. */
  undo(options?: InvertOptions): Promise<Inverted>;

  /** Takes back the last undo, or the one named. */
  redo(options?: InvertOptions): Promise<Inverted>;

  /**
   * Takes back what a coding agent did: the last turn that has something left to be taken back, or
   * what is named. Nothing that others wrote before, between or since is lost; `undo` takes it back.
   * Without any session of an agent it is the last run of changes. Fails with `not_found` when there
   * is nothing.
   */
  oops(options?: OopsOptions): Promise<TakenBack>;

  /** Operations of unf itself on the project, newest first. */
  operations(options?: OperationsOptions): Promise<Operation[]>;

  /** Every recorded file at a checkpoint and the digest of its content, in the order of paths. */
  treeAt(checkpoint: number): Promise<Map<string, string>>;

  /**
   * A recorded content by its digest, which is verified: 64 hex digits, or as the commands print it
   * with `b3:` before them. Of a link: the path it leads to.
   */
  read(hash: string): Promise<Uint8Array>;

  /**
   * Resolves when everything that was on disk before the call is recorded, with the newest version
   * then; `null` when the project has none.
   */
  flush(): Promise<number | null>;

  /** Lets go of the files of the history. No method may be called afterwards. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens checkpoints of a tree that lies on no disk. `store` is the directory of the history, for this
 * alone, made where it is not there: else `refused` or `foreign_store`. With `maxCheckpoints` (1 or
 * more) the oldest beyond so many go after each checkpoint, but those that are pinned.
 */
export declare function openTree(
  store: string,
  options?: { readonly maxCheckpoints?: number },
): Promise<TreeHistory>;

/** Contents by path, with one `/` between names; two in case or Unicode form are two. Text is kept as UTF-8. */
export type Tree =
  | ReadonlyMap<string, string | Uint8Array>
  | Readonly<Record<string, string | Uint8Array>>;

/** States of one tree. Who writes waits half a minute for other processes: `daemon_unavailable`, and nothing done. */
export interface TreeHistory {
  /**
   * Records the whole tree as it is when this is called: the cost is what differs. The same as the
   * newest is that one, with `created: false`. Durable when it resolves. Labels have any length.
   */
  checkpoint(
    tree: Tree,
    options?: CheckpointOptions,
  ): Promise<Checkpoint & { readonly created: boolean }>;
  /** All checkpoints, newest first. */
  checkpoints(): Promise<Checkpoint[]>;
  /** The payload of a checkpoint, byte for byte; `undefined` when it was set without one. */
  payload(checkpoint: number): Promise<Uint8Array | undefined>;
  /** The whole tree, in the order of paths: the caller's own copy. */
  restore(checkpoint: number): Promise<Map<string, Uint8Array>>;
  /** One file of it; `undefined` when there was none. */
  read(checkpoint: number, path: string): Promise<Uint8Array | undefined>;
  diffStat(checkpoint: number, to: number): Promise<DiffStat>;
  /** A patch that `git apply` takes; of a binary file one line says that it differs. */
  diff(checkpoint: number, to: number): Promise<string>;
  /** Keeps it whatever `maxCheckpoints` says. False when there is no such checkpoint. */
  pin(checkpoint: number, pinned: boolean): Promise<boolean>;
  /** Deletes the name of a state; the contents stay until `unf prune`. False when there is none. */
  delete(checkpoint: number): Promise<boolean>;
  /** Lets go of the files of the history. No method may be called afterwards. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface CheckpointOptions {
  /**
   * A name. It may repeat: on the command line it then means the newest checkpoint that has it. Of a
   * text with several lines or more than 200 characters, such as a prompt, the beginning of the first
   * line is the name and the whole is the message, unless there is another one.
   */
  readonly label?: string;
  /** At most 262,144 UTF-16 units. */
  readonly message?: string;
  /** Your program's own data for this state of the files; at most 16 MiB. Text is kept as UTF-8. */
  readonly payload?: string | Uint8Array;
  /** Keep it whatever is pruned. */
  readonly pinned?: boolean;
}

export interface Checkpoint {
  /** Counts up within the project and is never used twice. */
  readonly id: number;
  readonly label: string | null;
  readonly message: string | null;
  readonly at: Date;
  /** The newest version that belongs to it; 0 when nothing was recorded yet. */
  readonly version: number;
  /** Recorded files at that instant. */
  readonly files: number;
  /** Size of the payload; `null` when there is none. */
  readonly payloadBytes: number | null;
  readonly pinned: boolean;
}

export interface DiffStatOptions {
  /** The checkpoint to compare with instead of what is on disk now. */
  readonly to?: number;
}

export interface DiffStat {
  /** In the order of paths. A renamed file is one that was deleted and one that was created. */
  readonly files: readonly FileStat[];
  /** Lines of all files together. */
  readonly added: number;
  readonly removed: number;
}

export interface FileStat {
  readonly path: string;
  readonly status: "created" | "modified" | "deleted";
  /** Lines, counted as git does; `null` of a binary file, and when a content is lost. Both 0 where only the mode changed. */
  readonly added: number | null;
  readonly removed: number | null;
}

/** A checkpoint; an instant; or one version of one file. */
export type RestoreTarget = number | { readonly at: Date } | { readonly version: number };

export interface RestoreOptions {
  /** Only say what would be done. */
  readonly dryRun?: boolean;
  /** Also delete files that were created later, as far as their content is recorded. */
  readonly exact?: boolean;
  /** Only these files and directories. For a version: the one path to write it to. */
  readonly within?: readonly string[];
  /** Only paths that match one of these globs, which are written as in ignore files. */
  readonly include?: readonly string[];
  /** No path that matches one of these. */
  readonly exclude?: readonly string[];
  /**
   * Carry out exactly what a dry run showed. Fails with code `conflict`, and changes nothing, when
   * that would be something else by now.
   */
  readonly planId?: string;
}

export interface Restored {
  /** Equal plans have equal ids. */
  readonly planId: string;
  /** In the order of paths, without files that are as wanted already. */
  readonly actions: readonly RestoreAction[];
  /** For `undo`; `null` after a dry run and when there was nothing to do. */
  readonly operation: number | null;
  /** Only of an instant that a clock which was set back showed twice: the later one is meant. */
  readonly shownTwice?: ShownTwice;
}

/** The newest versions by the two times at which the clock showed an instant; `{ version }` names others. */
export interface ShownTwice {
  readonly later: number;
  /** `null`: nothing was recorded by then. */
  readonly earlier: number | null;
}

/** Action on a file, planned or done. */
export interface ActionOutcome {
  readonly path: string;
  /** True when the file is not as asked: it could not be done, or not safely. `why` says why. */
  readonly failed: boolean;
  /** A word such as `content_lost`, `content_withheld` or the system's code; only where there is something to say. */
  readonly why?: string;
  /** Where content that cannot be recorded was put before it was replaced. */
  readonly rescued?: string;
}

export interface RestoreAction extends ActionOutcome {
  /** `kept_newer`: created later and left alone, or, with `absence_unknown`, nobody knows. `refused`: cannot be done safely. */
  readonly action: "write" | "chmod" | "delete" | "kept_newer" | "kept_changed" | "refused";
  /** The version that stood there; `null` when none did, or what did is not recorded yet. */
  readonly from: number | null;
  /** The version that is put there. */
  readonly to: number | null;
}

export interface InvertOptions {
  /** The operation to take back, instead of the last one. */
  readonly operation?: number;
  readonly dryRun?: boolean;
  /** As in `RestoreOptions`. */
  readonly planId?: string;
}

export interface Inverted {
  readonly planId: string;
  /** The operation that is taken back. */
  readonly inverted: number;
  /** The operation that did it; `null` after a dry run and when there was nothing to do. */
  readonly operation: number | null;
  readonly actions: readonly InvertAction[];
}

export interface InvertAction extends ActionOutcome {
  /** `kept`: the newer text of somebody else stays; `why` says what they did. */
  readonly action: "write" | "chmod" | "delete" | "kept" | "refused";
  /** The file was changed since: what is written has both changes. */
  readonly merged: boolean;
}

/** At most one of `turn`, `session`, `last` and `burst`; `agent` goes with `session` and `last`. */
export interface OopsOptions {
  /**
   * One turn, or several in any order: 12 or `"t-12"`, or as its agent calls the prompt, or the first six
   * or more characters of that.
   */
  readonly turn?: number | string | readonly (number | string)[];
  /** All turns of a session: `s-7f3a`, or as its agent calls it, as for `turn`. */
  readonly session?: string;
  /** So many turns, the newest first; 1 unless given. */
  readonly last?: number;
  /** Only what this agent did. */
  readonly agent?: string;
  /** The last run of changes, of whomever. */
  readonly burst?: boolean;
  /**
   * Only what was done to these files, and below these directories. A file that was renamed counts under
   * both names.
   */
  readonly within?: readonly string[];
  /**
   * By path, the numbers of the hunks to take back, from 1 on, as a dry run with `listHunks` counted them:
   * to take them back takes its `planId`. Of other files nothing, unless `within` names them.
   */
  readonly hunks?: Readonly<Record<string, readonly number[]>>;
  /** Of a dry run: also each hunk that would change. */
  readonly listHunks?: boolean;
  readonly dryRun?: boolean;
  /** As in `RestoreOptions`. */
  readonly planId?: string;
}

export interface TakenBack {
  readonly planId: string;
  /** The operation that did it; `null` after a dry run and when nothing could be taken back. */
  readonly operation: number | null;
  readonly actions: readonly InvertAction[];
  /** Files that may as well be of somebody else's doing: they are left alone. */
  readonly doubtful: readonly string[];
  /** With `listHunks`, in the order of the actions: what can be taken back by itself. */
  readonly hunks?: readonly OopsHunk[];
}

/** A stretch of a text file as it would change. Files that come or go whole, or are no text, have none. */
export interface OopsHunk {
  readonly path: string;
  /** Within its file, from 1 on. */
  readonly number: number;
  /** First line of what is there now, from 1 on; of an insertion the line before it. */
  readonly start: number;
  /** As in a unified diff: after ` `, `-` (goes) or `+` (comes) the line without its end. */
  readonly lines: readonly string[];
}

export interface OperationsOptions {
  /** At most this many; 100 unless given. */
  readonly limit?: number;
}

export interface Operation {
  /** Counts up within the project. */
  readonly id: number;
  readonly kind: "restore" | "undo" | "redo";
  readonly startedAt: Date;
  /** `null` until it is done, partial or abandoned. */
  readonly finishedAt: Date | null;
  /** The same as a command line, without `unf`. */
  readonly argv: readonly string[];
  /**
   * `partial`: done but for some files. `abandoned`: given up, the project is as it was before.
   * `staging` and `committed` are under way, or are ended by the next operation after a crash.
   */
  readonly state: "staging" | "committed" | "done" | "partial" | "abandoned";
  /** Files and links written or removed. */
  readonly files: number;
  /** The operation that this one takes back; `null` for a restore. */
  readonly inverts: number | null;
}

/** A failure of the world. Recognise it by `code`, never by its text. */
export interface UnfError extends Error {
  readonly name: "UnfError";
  readonly code: ErrorCode;
  /** One sentence or command for a person: what to do next. */
  readonly hint: string | undefined;
}

/** The codes of unf's errors; each has an exit code on the command line. */
export type ErrorCode =
  | "failed"
  | "usage"
  | "bad_time"
  | "future_time"
  | "bad_config"
  | "unsupported_node"
  | "not_watched"
  | "not_found"
  | "needs_confirmation"
  | "refused"
  | "foreign_store"
  | "newer_store"
  | "conflict"
  | "daemon_unavailable"
  | "lock_held"
  | "lock_lost"
  | "store_damaged"
  | "content_withheld"
  | "content_thinned"
  | "partial"
  | "no_space"
  | "pending"
  | "interrupted";
