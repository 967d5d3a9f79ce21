import type { AbsPath, WallMs } from "@unf/core/base";
import type { BusyNote, Trouble, TroubleScope } from "@unf/core/trouble";
import type {
  DaemonStatus,
  InterruptParams,
  InterruptReply,
  Method,
  Progress,
  Requests,
} from "@unf/protocol";

/** Those who record: whether they run, and how they are started, asked and ended. */
export interface RecordingAccess {
  /** Asks daemon and sentinel without starting anything. */
  inspectRunning(home: AbsPath): Promise<Running>;
  /**
   * Reads what keeps the scope from being recorded as it should be. Cheap: reads a few small files.
   */
  readTrouble(home: AbsPath, scope: TroubleScope): Promise<Trouble | undefined>;
  /**
   * Connects to the daemon. `start`: creates the home and starts sentinel and daemon first when they
   * do not run. `process`: when none runs, takes the daemon's lock in this process; what writes
   * to one project, its `flush`, `repair` and `collect` are answered then. `never`: throws `daemon_unavailable` when none runs.
   */
  openWriter(home: AbsPath, missing: "start" | "process" | "never"): Promise<Writer>;
  /** Starts a daemon in the foreground, without a sentinel. Throws `refused` where one records already. */
  startForeground(home: AbsPath): Promise<Foreground>;
  /** Starts sentinel (and through it the daemon) when the intent wants them and they are not there. Cheap. */
  ensureRunning(home: AbsPath): Promise<void>;
  /**
   * Deletes the home with all that was ever recorded. Returns the names in it that are not unf's, and stay.
   * Throws `daemon_unavailable` while a program holds it.
   */
  removeHome(home: AbsPath): Promise<readonly string[]>;
  /** Sets the intent to not running and ends both; resolves when they are gone. */
  stopAll(
    home: AbsPath,
  ): Promise<{ readonly daemon: number | undefined; readonly sentinel: number | undefined }>;
}

export interface Running {
  readonly daemon: DaemonStatus | undefined;
  /** Pid of the sentinel; `undefined` when none is alive. */
  readonly sentinel: number | undefined;
  /** The command that does the daemon's work in its place, and keeps it from being started. */
  readonly occupant?: Occupant | undefined;
  /** The work announced by a daemon that gives no answer. */
  readonly busy?: BusyNote | undefined;
  /** The intent file wants recording to run. */
  readonly intended: boolean;
  /** When anything was last known to be recorded; `undefined` while a daemon runs, and when none ever did. */
  readonly recordedUntil?: WallMs | undefined;
}

/** A command that holds the daemon's lock. */
export interface Occupant {
  readonly pid: number;
  /** As a person knows it, `unf restore`. */
  readonly command: string;
  readonly since: WallMs | undefined;
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
