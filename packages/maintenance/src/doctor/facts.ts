import type { ProcessSight } from "@unf/core/attribution";
import type { AbsPath, WallMs } from "@unf/core/base";
import type { OwnEntry } from "@unf/core/ports";
import type { ServiceManager } from "@unf/core/service";
import type { DaemonStatus, ProjectStatus } from "@unf/protocol";

export interface ProjectFacts {
  readonly root: AbsPath;
  readonly state: ProjectStatus["state"] | "stopped";
  readonly reason: string | undefined;
  /** Recorded files that were compared with the disk. */
  readonly looked: number;
  /** Of those, how many changed long enough ago to be recorded by now, and are not. */
  readonly unrecorded: number;
  /** Why it is looked at again and again instead of being told of changes; `undefined` where it is told. */
  readonly polled: string | undefined;
  /** Its disk takes names that differ only in case for one. */
  readonly foldsCase: boolean;
}

/** Facts that `unf doctor` knows of this machine and this home before it judges anything. */
export interface DoctorFacts {
  /** The version of Node that it is or, in another runtime, stands for. */
  readonly node: string;
  /** `node 24.21.0`, `bun 1.4.5`. */
  readonly runtime: string;
  readonly version: string;
  readonly home: AbsPath;
  /** Why the home is refused; `undefined` where it is not. */
  readonly homeProblem: string | undefined;
  readonly isHomeAbsent: boolean;
  /** The system runs below Windows (WSL). */
  readonly isBelowWindows: boolean;
  /** The home and its rooms. */
  readonly directories: readonly OwnEntry[];
  /** The socket and its directory; `undefined` when there is no socket. */
  readonly socket: { readonly file: OwnEntry; readonly directory: OwnEntry } | undefined;
  /** Name of the network file system that the home lies on. */
  readonly networkDisk: string | undefined;
  readonly freeBytes: number | undefined;
  readonly running: {
    readonly daemon: DaemonStatus | undefined;
    /** Pid of the sentinel. */
    readonly sentinel: number | undefined;
    /** The intent file wants recording to run. */
    readonly intended: boolean;
  };
  /** The service that starts unf at login or boot. */
  readonly service: {
    readonly state: "enabled" | "disabled" | "broken";
    readonly manager: ServiceManager | undefined;
    /** Why an enabled service does not start unf. */
    readonly problem: string | undefined;
  };
  /** Kernel's limits, and what the daemon and the user's other programs have of them; `undefined` off Linux. */
  readonly inotify:
    | {
        readonly max: number;
        readonly used: number | undefined;
        readonly others: { readonly count: number; readonly most: string | undefined };
        readonly instancesMax: number;
      }
    | undefined;
  /** The sight that the system allows of processes that write. */
  readonly sight: ProcessSight;
  readonly projects: readonly ProjectFacts[];
  readonly timelines: {
    readonly checked: number;
    readonly all: number;
    readonly faults: readonly { readonly root: AbsPath; readonly message: string }[];
  };
  /** True when the digest of every published test vector is right. */
  readonly isBlake3Right: boolean;
  readonly sqlite: string;
  readonly now: WallMs;
  /** Timestamp of the newest row of all projects. */
  readonly newest: WallMs | null;
}

/** Outcome for a file written into a throw-away project. */
export type Canary =
  | { readonly kind: "alive"; readonly recordedMs: number; readonly restoredMs: number }
  | { readonly kind: "dead"; readonly why: string };
