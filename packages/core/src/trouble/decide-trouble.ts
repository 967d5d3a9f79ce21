import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";
import type { Intent } from "../intent/intent.ts";
import { sayQuarantine } from "../intent/quarantine.ts";
import type { ConditionNote, ProjectTrouble, SupervisionNote, Trouble } from "./trouble.ts";

/** Facts that can be read without asking anybody. */
export interface TroubleFacts {
  /** `undefined` where it cannot be read: then it counts as "keep recording". */
  readonly intent: Intent | undefined;
  readonly holder: /** Nobody holds the daemon's lock. */
    | { readonly kind: "none" }
    /** `isHung`: it was seen to do nothing. */
    | { readonly kind: "daemon"; readonly pid: number; readonly isHung: boolean }
    | { readonly kind: "command"; readonly command: string };
  /** When anything was last known to be recorded. */
  readonly heartbeat: WallMs | undefined;
  /** Of the process that holds the lock; `undefined` while it has not said anything. */
  readonly condition: ConditionNote | undefined;
  /** Of a sentinel that runs. */
  readonly supervision: SupervisionNote | undefined;
}

/** The project that a command is about; `undefined` for all of them. */
export type TroubleScope =
  | { readonly id: ProjectId; readonly root: AbsPath; readonly recordedUntil?: WallMs | undefined }
  | undefined;

/** The worst of what keeps the scope from being recorded as it ought to be; `undefined`: nothing does. */
export function decideTrouble(facts: TroubleFacts, scope: TroubleScope): Trouble | undefined {
  const { intent, heartbeat: since, holder } = facts;
  const isKnown = intent?.projects.some(({ id }) => id === scope?.id) ?? true;
  if (scope !== undefined && !isKnown) {
    return { kind: "unwatched", since: scope.recordedUntil, root: scope.root };
  }
  if (intent?.projects.length === 0) return undefined;
  if (intent?.running === false) return { kind: "stopped", since };
  if (holder.kind === "command") return { kind: "occupied", since, command: holder.command };
  if (holder.kind === "none") {
    const { crashes = 0, until } = facts.supervision ?? {};
    return { kind: "absent", since, crashes, until };
  }
  if (holder.isHung) return { kind: "hung", since, pid: holder.pid };
  return ofProjects(facts, scope) ?? ofSafeMode(facts);
}

function ofProjects({ intent, condition }: TroubleFacts, scope: TroubleScope): Trouble | undefined {
  const intended = intent?.projects ?? [];
  const found = intended.flatMap((project): ProjectTrouble[] => {
    const { id, root, quarantined } = project;
    if (scope !== undefined && scope.id !== id) return [];
    if (quarantined !== undefined) {
      const { since } = quarantined;
      return [{ id, root, state: "quarantined", since, why: sayQuarantine(project) }];
    }
    const noted = condition?.projects.find((one) => one.id === id);
    return noted === undefined ? [] : [{ ...noted, root }];
  });
  const off = found.filter(({ state }) => state !== "sweeps");
  if (off.length > 1) return { kind: "projects", count: off.length, of: intended.length };
  const [worst = found[0]] = off;
  return worst === undefined ? undefined : { kind: "project", ...worst };
}

function ofSafeMode({ condition }: TroubleFacts): Trouble | undefined {
  const since = condition?.safeSince;
  return since === undefined ? undefined : { kind: "safe_mode", since };
}
