import type { WallMs } from "@unf/core";
import type { Project, SweepReport } from "@unf/engine";
import { systemClock } from "@unf/system";

export interface StartWish {
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

/**
 * Makes a project that was just opened say what is true: finishes what the recorder before left
 * undone, opens a gap for the time nobody recorded, and sweeps. `undefined` report: the root is not
 * there, or no sweep was wanted.
 */
export async function startProject(
  project: Project,
  { heartbeat, wasCutOff, baseline = "baseline", onProgress }: StartWish,
): Promise<SweepReport | undefined> {
  const recordedUntil = await project.recover(wasCutOff, heartbeat);
  const { suspension } = project;
  const isNew = suspension.readFacts().lastId === null && !suspension.isOn;
  return project.start({
    cause: isNew ? baseline : "sweep",
    ...(isNew ? {} : { awaySince: recordedUntil ?? sinceUnknown(project, heartbeat) }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}

/** The heartbeat's age, where the timeline could not be read before recovery had it in order. */
function sinceUnknown({ suspension }: Project, heartbeat: WallMs | undefined): WallMs {
  const unknown = suspension.isOn ? 0 : systemClock.wall();
  const lastRow = suspension.readFacts().lastAt ?? unknown;
  return Math.max(lastRow, heartbeat ?? 0) as WallMs;
}
