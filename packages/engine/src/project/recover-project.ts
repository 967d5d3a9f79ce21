import type { WallMs } from "@unf/core/base";
import { formatUtc, parseUtc } from "@unf/core/time";
import { tryRecoverOperations } from "../change/run/recover-operations.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { GapLedger } from "../site/gap-ledger.ts";
import type { RootGuard } from "../site/root-guard.ts";
import type { Site } from "../site/site.ts";
import type { Suspension } from "../site/suspension.ts";
import type { Maintenance } from "./maintenance.ts";
import { noteFileLimit } from "./recording-limit.ts";

export interface RecoveredProject extends Site {
  readonly suspension: Suspension;
  readonly guard: RootGuard;
  readonly gaps: GapLedger;
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  readonly sessions: Pick<Sessions, "restore" | "lives">;
}

export interface RecoverOrder {
  /** The last recorder was cut off: what it wrote last is looked at before it is relied on. */
  readonly thorough: boolean;
  /** When somebody was last known to record. */
  readonly heartbeat: WallMs | undefined;
}

/** In `meta`: when a recorder that closed the project in order, or found nothing in it, last recorded it. */
const recordedUntil = "recorded_until";

/**
 * Finishes what an earlier recorder left undone. Gives until when the project was recorded, as its
 * newest row, its last recorder or the heartbeat says; `undefined` when it never was, or its timeline
 * cannot be read.
 */
export async function recoverProject(
  project: RecoveredProject,
  maintenance: Maintenance,
  { thorough, heartbeat }: RecoverOrder,
): Promise<WallMs | undefined> {
  const { suspension, guard, gaps, sessions } = project;
  // Before recovery: what that records is newer than the absence.
  const { lastAt } = suspension.readFacts();
  const known = [lastAt ?? undefined, readWord(project)].filter((time) => time !== undefined);
  const until = known.length === 0 ? undefined : (Math.max(...known, heartbeat ?? 0) as WallMs);
  maintenance.leftovers.note();
  const isHere = guard.adoptReplaced();
  const context = thorough ? project.context : undefined;
  await suspension.shelter(() => maintenance.recover(gaps, context));
  // Only now: what lasts since an earlier recorder is then known, and is gone on with.
  suspension.look();
  if (suspension.isOn) return until;
  await suspension.shelter(async () => {
    noteFileLimit(project.ports.timeline, project.context.maxFileBytes);
    project.ports.heldFiles?.save();
  });
  sessions.restore();
  if (!isHere) return until;
  const onLeft = () => {
    // Killed again before `start`, the next recorder sees but the rows of this recovery.
    if (until !== undefined) gaps.open("daemon_away", until);
  };
  // An order may come as soon as the project is open, and would take up the same.
  await project.exclusively(() => tryRecoverOperations(project, onLeft));
  return until;
}

/** Leaves a word by which the next recorder of the project knows since when nobody recorded it. */
export function leaveWord({ suspension, ports }: RecoveredProject): void {
  const { timeline, watch, clock } = ports;
  if (watch !== undefined && !suspension.isOn)
    timeline.setMeta(recordedUntil, formatUtc(clock.wall()));
}

/** After the first sweep, if there was one: where nothing was found, no row says that somebody looked. */
export function leaveFirstWord<T>(project: RecoveredProject, report: T | undefined): T | undefined {
  if (report !== undefined && project.suspension.readFacts().lastId === null) leaveWord(project);
  return report;
}

/** `undefined` where no recorder closed the project in order, or the timeline cannot be read. */
function readWord({ suspension, ports }: RecoveredProject): WallMs | undefined {
  try {
    return parseUtc(ports.timeline.meta(recordedUntil) ?? "");
  } catch (thrown) {
    if (!suspension.take(thrown)) throw thrown;
    return undefined;
  }
}
