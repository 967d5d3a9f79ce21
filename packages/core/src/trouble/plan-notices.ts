import type { MonoMs, ProjectId, WallMs } from "../base/brand.ts";
import type { Intent } from "../intent/intent.ts";
import type { Supervision, SupervisionAction } from "../intent/supervision.ts";
import { escapeForDisplay } from "../query/escape.ts";
import type { ConditionNote } from "./trouble.ts";

/** Something that a person ought to know although nobody asked. */
export interface Notice {
  /** The same for as long as the event lasts: it is told once. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

export interface NoticeFacts {
  readonly state: Supervision;
  readonly action: SupervisionAction;
  readonly now: MonoMs;
  /** `undefined` where it cannot be read. */
  readonly intent: Intent | undefined;
  /** Of the daemon that answers. */
  readonly condition: ConditionNote | undefined;
}

/** A daemon that is back within so long is nothing to call a person for. */
const briefMs = 30_000;

/** Lists what goes on now that a person would want to know; empty when all is over. */
export function planNotices({ state, action, now, intent, condition }: NoticeFacts): Notice[] {
  const nameOf = (id: ProjectId): string =>
    escapeForDisplay(intent?.projects.find((one) => one.id === id)?.root ?? `project ${id}`);
  const notices: Notice[] = [];
  const isWaiting = isBackingOff(action) && action.until - now >= briefMs;
  // Told when it begins; it is over once the daemon has been well for long.
  if (isWaiting || state.safe) {
    notices.push({
      key: "crashes",
      title: "unf is not recording",
      text: `The recorder crashed ${state.crashes.length} times and is started again later. See: unf status`,
    });
  }
  const quarantined = intent?.projects.filter((one) => one.quarantined !== undefined) ?? [];
  const asked = action.kind === "start" ? action.quarantine : [];
  for (const id of new Set([...asked, ...quarantined.map((one) => one.id)])) {
    notices.push({
      key: `quarantine ${id}`,
      title: "unf left out a project",
      text: `${nameOf(id)} crashed the recorder. To try again: unf watch ${nameOf(id)}`,
    });
  }
  for (const { id, state: kind, why } of condition?.projects ?? []) {
    if (kind !== "stopped" && kind !== "error") continue;
    notices.push({
      key: `${kind} ${id}`,
      title: "unf is not recording",
      text: `${nameOf(id)}: ${escapeForDisplay(why)}. See: unf status`,
    });
  }
  return notices;
}

/** Until when the next start is put off, after how many crashes; `undefined` while nothing is put off. */
export function planWait(
  state: Supervision,
  action: SupervisionAction,
  { now, wall }: { readonly now: MonoMs; readonly wall: WallMs },
): { readonly crashes: number; readonly until: WallMs } | undefined {
  if (!isBackingOff(action)) return undefined;
  return {
    crashes: state.crashes.length,
    until: (wall + Math.round(action.until - now)) as WallMs,
  };
}

function isBackingOff(
  action: SupervisionAction,
): action is Extract<SupervisionAction, { kind: "wait" }> {
  return action.kind === "wait" && (action.reason === "back_off" || action.reason === "safe_mode");
}
