import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";

/** Why something is not recorded as it ought to be. One at a time is said: the worst. */
export type Trouble =
  /** A person stopped everything. */
  | { readonly kind: "stopped"; readonly since: WallMs | undefined }
  /** Nobody records; the next try comes at `until`, if anybody is there to try. */
  | {
      readonly kind: "absent";
      readonly since: WallMs | undefined;
      readonly crashes: number;
      readonly until: WallMs | undefined;
    }
  /** A command does its work in the daemon's place. */
  | { readonly kind: "occupied"; readonly since: WallMs | undefined; readonly command: string }
  /** A daemon is there and does nothing. */
  | { readonly kind: "hung"; readonly since: WallMs | undefined; readonly pid: number }
  /** Nobody asked that the directory be recorded (any more). */
  | { readonly kind: "unwatched"; readonly since: WallMs | undefined; readonly root: AbsPath }
  /** One project is not recorded, or, as `sweeps`, only now and then. */
  | ({ readonly kind: "project" } & ProjectTrouble)
  /** Several are not. */
  | { readonly kind: "projects"; readonly count: number; readonly of: number }
  /** All is recorded, but by a daemon that does nothing else. */
  | { readonly kind: "safe_mode"; readonly since: WallMs | undefined };

/** Why one project is not recorded, or only by sweeps. */
export interface ProjectTrouble {
  readonly id: ProjectId;
  readonly root: AbsPath;
  readonly state: "stopped" | "missing" | "error" | "quarantined" | "sweeps";
  readonly since: WallMs | undefined;
  /** One line. */
  readonly why: string;
}

/** What the daemon wrote of itself and its projects when that changed last. */
export interface ConditionNote {
  readonly pid: number;
  readonly safeSince: WallMs | undefined;
  readonly projects: readonly Omit<ProjectTrouble, "root">[];
}

/** What the sentinel wrote when it last began, or ended, to wait before the next start. */
export interface SupervisionNote {
  readonly pid: number;
  /** Crashes within the window that counts. */
  readonly crashes: number;
  readonly until: WallMs;
}

/** Work that may keep the daemon from answering, as the daemon itself announced it. */
export interface BusyNote {
  readonly pid: number;
  /** A word for it, as `restore`. */
  readonly what: string;
  readonly since: WallMs;
}
