import type { MonoMs, ProjectId } from "../base/brand.ts";
import type { ChosenIntent } from "./choose-intent.ts";

/** The sentinel's memory between two looks at the daemon. */
export interface Supervision {
  /** The process last started or seen, and how it has behaved. `undefined` when none is there. */
  readonly daemon: WatchedDaemon | undefined;
  /** The process that is being ended. */
  readonly stopping: Stopping | undefined;
  /** When the next start may happen at the earliest. */
  readonly startFrom: MonoMs | undefined;
  readonly lastStartAt: MonoMs | undefined;
  /** Ends since it last ran well for long; the back-off doubles with each. */
  readonly failures: number;
  /** Crashes within the crash window. */
  readonly crashes: readonly MonoMs[];
  /** Crashes in which a project was being worked on. */
  readonly projectCrashes: ReadonlyMap<ProjectId, number>;
  /** True after a crash loop: the next daemon records and does nothing else. */
  readonly safe: boolean;
}

export interface WatchedDaemon {
  /** `undefined` while the process just started has not been seen. */
  readonly pid: number | undefined;
  readonly since: MonoMs;
  /** When it first answered; a single missed round does not count. */
  readonly healthySince: MonoMs | undefined;
  /** Rounds in a row without answer that nothing explains. */
  readonly misses: number;
  /** Since when it does not answer, and announced why. */
  readonly silentSince?: MonoMs | undefined;
  /** The intent's generation it was last told to read. */
  readonly signalled: number | undefined;
}

export interface Stopping {
  readonly pid: number;
  readonly why: "hung" | "not_wanted";
  readonly termAt: MonoMs;
  readonly killAt: MonoMs | undefined;
}

/** Findings of one look at the world. */
export interface Observation {
  readonly now: MonoMs;
  readonly intent: ChosenIntent;
  readonly daemon: SeenDaemon;
  /** The note that an ended daemon left behind. Given once. */
  readonly lastWords?: LastWords;
  /** How the process that was started last ended; `code` is `null` where a signal ended it. Given once. */
  readonly exit?: { readonly code: number | null };
}

export type SeenDaemon =
  /** Nobody holds the daemon's lock, and the process last started has ended. */
  | { readonly kind: "absent" }
  /** A command holds the daemon's lock and does its work in its place. */
  | { readonly kind: "occupied"; readonly pid: number }
  /**
   * A process is there and did not answer within `limits.sentinel.answerMsMax`. `work`: what keeps it
   * from answering, where that is known; see `judgeSilence`.
   */
  | { readonly kind: "silent"; readonly pid: number; readonly work?: SilentWork }
  /** `generation`: of the intent it works by, when it says so. */
  | { readonly kind: "answering"; readonly pid: number; readonly generation?: number };

/** Why a daemon that does not answer is no hung one. */
export type SilentWork =
  /** It is in a system call that the disk has not finished, and could not even be killed. */
  | "blocked"
  /** It announced work that may keep it from answering for a while, and has not been stopped. */
  | "announced";

export interface LastWords {
  /** `restart`: a person asked for it. `stop`: it was told to end. `crash`: anything else. */
  readonly cause: "restart" | "stop" | "crash";
  /** The project it was working on when it crashed. */
  readonly project?: ProjectId;
}

/** The sentinel's next action. It looks again at the next tick, or at `until` if that is sooner. */
export type SupervisionAction =
  | { readonly kind: "none"; readonly reason: "healthy" | "not_wanted" | "newer_intent" }
  | {
      readonly kind: "wait";
      readonly until: MonoMs;
      readonly reason:
        | "back_off"
        | "safe_mode"
        | "starting"
        | "missed"
        | "stopping"
        /** A command holds the daemon's lock. */
        | "occupied"
        /** The daemon does not answer because of work that it announced, or of the disk. */
        | "working";
    }
  | {
      readonly kind: "start";
      /** Record, and do nothing else. */
      readonly safe: boolean;
      /** Projects to leave out, and to be marked so in the intent by the daemon. */
      readonly quarantine: readonly ProjectId[];
      readonly reason: "wanted" | "intent_unknown";
    }
  | {
      readonly kind: "signal";
      readonly pid: number;
      /** SIGHUP: read the intent again. */
      readonly signal: "SIGHUP" | "SIGTERM" | "SIGKILL";
      readonly reason: "intent_changed" | "hung" | "not_wanted";
    };

/** The memory of a sentinel that has just started. */
export const freshSupervision: Supervision = {
  daemon: undefined,
  stopping: undefined,
  startFrom: undefined,
  lastStartAt: undefined,
  failures: 0,
  crashes: [],
  projectCrashes: new Map(),
  safe: false,
};
