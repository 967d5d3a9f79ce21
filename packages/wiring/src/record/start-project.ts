import type { WallMs } from "@unf/core/base";
import type { Project, SweepReport } from "@unf/engine";
import { systemClock } from "@unf/system";

export interface StartOptions {
  /** When the last daemon was known to record; `undefined` when none recorded this project. */
  readonly heartbeat?: WallMs | undefined;
  /** The last recorder was killed: what it wrote last is looked at before it is relied on. */
  readonly wasCutOff?: boolean;
  /** How a project that was never recorded starts; those recorded before are swept. */
  readonly baseline?: "baseline" | "none" | undefined;
  readonly onProgress?:
    | ((seen: { readonly files: number; readonly recorded: number }) => void)
    | undefined;
}

/** `undefined`: the root is not there, or no sweep was wanted. */
export type FirstSweep = () => Promise<SweepReport | undefined>;

/** Makes a project that was just opened say what is true: watches it, then sweeps it. */
export async function startProject(
  project: Project,
  options: StartOptions,
): Promise<SweepReport | undefined> {
  return (await watchProject(project, options))();
}

/**
 * Finishes what the recorder before left undone, opens a gap for the time nobody recorded, and
 * watches: changes are recorded from here on. What was there before is found by the sweep it gives.
 */
export async function watchProject(
  project: Project,
  { heartbeat, wasCutOff, baseline = "baseline", onProgress }: StartOptions,
): Promise<FirstSweep> {
  const recordedUntil = await project.recover(wasCutOff, heartbeat);
  const { suspension } = project;
  const isNew =
    recordedUntil === undefined && suspension.readFacts().lastId === null && !suspension.isOn;
  const start = {
    cause: isNew ? baseline : "sweep",
    ...(isNew ? {} : { awaySince: recordedUntil ?? sinceUnknown(project, heartbeat) }),
    ...(onProgress === undefined ? {} : { onProgress }),
  } as const;
  const isWatched = await project.attach(start);
  return async () => (isWatched ? project.sweepFirst(start) : undefined);
}

/** The heartbeat's age, where the timeline could not be read before recovery had it in order. */
function sinceUnknown({ suspension }: Project, heartbeat: WallMs | undefined): WallMs {
  const unknown = suspension.isOn ? 0 : systemClock.wall();
  const lastRow = suspension.readFacts().lastAt ?? unknown;
  return Math.max(lastRow, heartbeat ?? 0) as WallMs;
}
