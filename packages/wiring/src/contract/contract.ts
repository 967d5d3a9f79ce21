import type { ProcessSight } from "@unf/core/attribution";
import type { AbsPath, RelPath, WallMs } from "@unf/core/base";
import type { Config } from "@unf/core/config";
import type { SettingChange } from "@unf/core/consent";
import type { PathTest } from "@unf/core/exchange";
import type { Filter } from "@unf/core/filter";
import type { ForgetOrder, ForgetSearch } from "@unf/core/forget";
import type { ProjectOptions } from "@unf/core/intent";
import type { OopsPlan, UndoPlan } from "@unf/core/operations";
import type { OwnEntry, TimelineReader } from "@unf/core/ports";
import type { RestorePlan, RestoreRequest } from "@unf/core/restore";
import type { PrunePlan } from "@unf/core/retention";
import type { ServiceEntry, ServiceManager } from "@unf/core/service";
import type { HomeSize } from "@unf/core/storage";
import type { Snapshot } from "@unf/core/timeline";
import type { Trouble, TroubleScope } from "@unf/core/trouble";
import type { Estimate } from "@unf/core/watching";
import type { ForgetPlan, OopsScope, OopsWish, PruneWish } from "@unf/engine";
import type {
  Canary,
  DoctorFacts,
  ForgetSideEffects,
  ProjectEntry,
  VerifyOrder,
  VerifyReport,
} from "@unf/maintenance";
import type {
  DaemonStatus,
  ImportParams,
  ImportReply,
  InterruptParams,
  InterruptReply,
  Method,
  Progress,
  Requests,
  SnapshotNotice,
} from "@unf/protocol";

import type { BusyNote } from "@unf/system";
import type { ServicePlan, ServiceReport } from "../service/report.ts";

/** A change of `config.toml` that `unf config` did not make. */
export interface OutsideChange {
  /** `undefined` when the file is gone. */
  readonly at: WallMs | undefined;
  /** The line that is not TOML; `undefined` when the file can be read. */
  readonly brokenAt: number | undefined;
  readonly changes: readonly SettingChange[];
  /** The settings as they are now. */
  readonly config: Config;
}

/** History of one project, read directly from disk, daemon or not. */
export interface ProjectReader extends Disposable {
  readonly project: ProjectEntry;
  readonly timeline: TimelineReader;
  /** Bytes of a recorded version. Throws `store_damaged` when they are lost, `not_found` for a deletion. */
  content(snapshot: Snapshot): Uint8Array;
  /** False when the content of a version is not there any more. Looks at its size only. */
  isKept(snapshot: Snapshot): boolean;
  /**
   * What the restore would do right now; reads disk and timeline, changes nothing. `onLooked` hears of
   * each file that was looked at.
   */
  planRestore(request: RestoreRequest, onLooked?: () => void): RestorePlan;
  /** What the undo or redo would do right now. Throws `not_found` when there is nothing to take back. */
  planInvert(kind: "undo" | "redo", operation: number | null, onLooked?: () => void): UndoPlan;
  /** Which rows orders to forget mean, and what hangs on them. */
  planForget(orders: readonly ForgetOrder[]): ForgetPlan;
  /** What the `oops` would take back right now. Throws `not_found` when there is nothing. */
  planOops(wish: OopsWish, onLooked?: () => void): OopsPreview;
  /** What the prune would remove right now, counted by path. */
  planPrune(wish: PruneWish): Promise<PrunePlan>;
}

export type { OopsWish, PruneWish } from "@unf/engine";
export type { ProjectEntry } from "@unf/maintenance";

/** A planned `oops`. */
export interface OopsPreview {
  readonly plan: OopsPlan;
  /** What is taken back, the newest first. */
  readonly scopes: readonly OopsScope[];
  /** Files that may be of somebody else or another turn: nothing is done to them. */
  readonly doubtful: readonly RelPath[];
}

/** Everything the CLI reads of a home. Opening it creates nothing. */
export interface HomeReader extends Disposable {
  readonly home: AbsPath;
  /** Watched projects by root, then those with history only. */
  projects(): readonly ProjectEntry[];
  open(project: ProjectEntry): ProjectReader;
}

/** What decides whether a file of a project is recorded. */
export interface ProjectRules {
  readonly filter: Filter;
  readonly maxFileBytes: number;
}

/** Someone who may write: the daemon over its socket, or this process when no daemon runs. */
export interface Writer extends AsyncDisposable {
  /** `process`: no daemon runs and this process holds its lock. */
  readonly kind: "daemon" | "process";
  request<M extends Method>(
    method: M,
    params: Requests[M]["params"],
    onProgress?: (progress: Progress) => void,
  ): Promise<Requests[M]["reply"]>;
  /**
   * Asks that an order which is under way ends early, and says how far it is. One that this process
   * carries out ends in any case: what is decided is left to the next recorder.
   */
  interrupt(params: InterruptParams): Promise<InterruptReply>;
}

/** What watching a directory would add to the store at first. */
export interface WatchEstimate extends Estimate {
  /** What the store may take. */
  readonly capBytes: number;
}

/** A command that holds the daemon's lock. */
export interface Occupant {
  readonly pid: number;
  /** As a person knows it, `unf restore`. */
  readonly command: string;
  readonly since: WallMs | undefined;
}

/** A daemon that records as long as this process waits for it. */
export interface Foreground {
  readonly pid: number;
  /** Resolves when it has ended, with its exit code; `null`: a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Resolves when it answers. Throws `daemon_unavailable`, `refused`. */
  ready(): Promise<void>;
  /** Has it record what is pending and end; resolves when it has. */
  end(): Promise<void>;
}

export interface Running {
  readonly daemon: DaemonStatus | undefined;
  /** Pid of the sentinel; `undefined` when none is alive. */
  readonly sentinel: number | undefined;
  /** The command that does the daemon's work in its place, and keeps it from being started. */
  readonly occupant?: Occupant | undefined;
  /** What a daemon that gives no answer announced to be working on. */
  readonly busy?: BusyNote | undefined;
  /** What the intent file wants. */
  readonly intended: boolean;
  /** When anything was last known to be recorded; `undefined` while a daemon runs, and when none ever did. */
  readonly recordedUntil?: WallMs | undefined;
}

/** What `@unf/wiring` offers to the CLI. */
export interface Wiring {
  /** `$UNF_HOME`, or `.unfudged` in the user's home directory. */
  homeDirectory(env: Readonly<Record<string, string | undefined>>): AbsPath;
  /**
   * Throws `foreign_store`, `newer_store`; a home that does not exist yet reads as empty. `onCopy`:
   * a timeline cannot be read in place, on a full or read-only disk, so a copy of it is.
   */
  openHomeReader(home: AbsPath, onCopy?: () => void): HomeReader;
  /**
   * Known projects that were recorded in this very directory and are no longer where they were:
   * what `unf watch --relink` takes. Watched ones first.
   */
  findMoved(home: AbsPath, root: AbsPath): Promise<readonly ProjectEntry[]>;
  /**
   * Connects to the daemon. `start`: creates the home and starts sentinel and daemon first when they
   * do not run. `process`: when none runs, takes the daemon's lock in this process; what writes
   * to one project, its `flush`, `repair` and `collect` are answered then. `never`: throws `daemon_unavailable` when none runs.
   */
  openWriter(home: AbsPath, missing: "start" | "process" | "never"): Promise<Writer>;
  /** Starts a daemon in the foreground, without a sentinel. Throws `refused` where one records already. */
  startForeground(home: AbsPath): Promise<Foreground>;
  /** Asks daemon and sentinel without starting anything. */
  inspectRunning(home: AbsPath): Promise<Running>;
  /** What keeps the scope from being recorded as it should be. Cheap: reads a few small files. */
  readTrouble(home: AbsPath, scope: TroubleScope): Promise<Trouble | undefined>;
  /** Starts sentinel (and through it the daemon) when the intent wants them and they are not there. Cheap. */
  ensureRunning(home: AbsPath): Promise<void>;
  /** Sets the intent to not running and ends both; resolves when they are gone. */
  stopAll(
    home: AbsPath,
  ): Promise<{ readonly daemon: number | undefined; readonly sentinel: number | undefined }>;
  /** How unf is started at login or boot. Asks no other program where nothing is enabled. */
  readService(home: AbsPath): Promise<ServiceReport>;
  /** What enabling would write, by the manager that is named or by the best one here. Throws `refused`. */
  planService(home: AbsPath, manager: ServiceManager | undefined): Promise<ServicePlan>;
  /** Writes what was planned, or nothing. Throws `refused`, `failed`. */
  enableService(home: AbsPath, plan: ServicePlan): Promise<void>;
  /**
   * Takes out exactly what enabling wrote; `undefined` where nothing is enabled. `force`: also when it
   * was edited; else that is a `conflict`.
   */
  disableService(
    home: AbsPath,
    how: { readonly force: boolean },
  ): Promise<ServiceEntry | undefined>;
  /** Remembers what the person said when it was offered. */
  answerService(home: AbsPath, answer: "yes" | "no"): void;
  /** Has what starts unf name this installation, when what it names is gone. Cheap. */
  keepService(home: AbsPath): Promise<void>;
  /** Examines the home; changes nothing, and lets the recorder go on. */
  verifyHome(home: AbsPath, order: VerifyOrder): Promise<VerifyReport>;
  /** Which files hold secrets by what they are called, by the settings of the home. */
  secretPaths(config: Config): PathTest;
  /** What the request `import` would do right now; reads both stores and writes nothing. */
  planImport(home: AbsPath, params: ImportParams): Promise<ImportReply>;
  /**
   * Makes the home where there is none, so that something can be written before anything runs.
   * `isScratch`: one that is to be thrown away; throws `refused` where another one is there.
   * `isDryRun`: only looks whether it may be made.
   */
  makeHome(
    home: AbsPath,
    how?: { readonly isScratch?: boolean; readonly isDryRun?: boolean },
  ): void;
  /** Whether there is a home, and whether it was made to be thrown away. */
  readHomeKind(home: AbsPath): "absent" | "lasting" | "scratch";
  /**
   * What another program did to the settings since anybody asked; `undefined` when nothing. Tells it
   * once: the next one is not told again.
   */
  takeOutsideChange(home: AbsPath): Promise<OutsideChange | undefined>;
  /** What carrying orders to forget out would change beside the rows of `plan`. Changes nothing. */
  readForgetSideEffects(
    home: AbsPath,
    project: ProjectReader,
    orders: readonly ForgetOrder[],
    plan: ForgetPlan,
  ): Promise<ForgetSideEffects>;
  /** Searches for what was forgotten that are due, or found something. */
  readSearches(home: AbsPath): Promise<readonly ForgetSearch[]>;
  /** Everything that `unf doctor` judges. Changes nothing. */
  readDoctorFacts(home: AbsPath): Promise<DoctorFacts>;
  /** Which evidence of authors the system gives to who asks. */
  readProcessSight(): Promise<ProcessSight>;
  /** Counts by names and sizes what a first sweep of the directory would record. `root` is canonical. */
  estimateWatch(home: AbsPath, root: AbsPath, options: ProjectOptions): Promise<WatchEstimate>;
  /** Looks at every file of the home: what it takes on its disk. */
  measureHome(home: AbsPath): Promise<HomeSize>;
  /** Shows with a recorder of its own that writing, recording and restoring work here. */
  runCanary(): Promise<Canary>;
  /** Takes other users' access to these directories away. */
  makePrivate(entries: readonly OwnEntry[]): Promise<void>;
  /** New snapshots as they are recorded, until the iterator is closed. */
  follow(home: AbsPath, root: AbsPath | undefined): AsyncIterable<SnapshotNotice>;
}
