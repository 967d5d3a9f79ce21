import type { Site } from "../../site/site.ts";
import { clearStaged } from "./clear-staged.ts";
import { removeTemporaries, type StagedStep } from "./stage.ts";
import type { Worktree } from "./worktree.ts";

/** In `meta`: JSON, the operations of which the system did not let a temporary be removed. */
const key = "staged_left";

/** Removes the temporaries of an operation's steps; what the system does not let go is noted for later. */
export async function clearTemporaries(
  site: Site,
  worktree: Worktree,
  { id, steps }: { readonly id: number; readonly steps: readonly StagedStep[] },
): Promise<void> {
  // Not the order's breath: one that is to end early draws none, and has to clear up.
  const breathe = () => site.ports.clock.breathe();
  if (!(await removeTemporaries(worktree, steps, breathe))) noteStagedLeft(site, id);
}

/** Temporaries of the operation lie where the system does not let them be removed. */
export function noteStagedLeft({ ports: { timeline, log } }: Site, operation: number): void {
  const noted = readNoted(timeline.meta(key));
  log.warn("operation.staged_left", { operation });
  if (!noted.includes(operation)) timeline.setMeta(key, JSON.stringify([...noted, operation]));
}

/** True when there is something to be removed that could not be when it was made. */
export function isStagedLeft({ ports: { timeline } }: Site): boolean {
  return readNoted(timeline.meta(key)).length > 0;
}

/** Removes what may be removed by now of what was noted. */
export async function clearStagedLeft({ ports }: Site, worktree: Worktree): Promise<void> {
  const { timeline, clock } = ports;
  const noted = readNoted(timeline.meta(key));
  if (noted.length === 0) return;
  const left: number[] = [];
  for (const id of noted) {
    const staged = { id, steps: timeline.steps(id), breathe: () => clock.breathe() };
    if (!(await clearStaged(worktree, staged))) left.push(id);
  }
  if (left.length < noted.length) timeline.setMeta(key, JSON.stringify(left));
}

function readNoted(text: string | undefined): number[] {
  if (text === undefined) return [];
  const noted: unknown = JSON.parse(text);
  return Array.isArray(noted) ? noted.filter((id) => Number.isSafeInteger(id)) : [];
}
