import { type AbsPath, joinPath, type RelPath, systemCode, UnfError } from "@unf/core/base";
import type { EntryKind } from "@unf/core/ports";
import {
  isLinkMode,
  type JournalStep,
  type Operation,
  type Step,
  type StepState,
} from "@unf/core/timeline";
import type { Site } from "../../site/site.ts";
import { eachStep } from "../plan/each-step.ts";
import { clearStaged } from "../stage/clear-staged.ts";
import { pending } from "../stage/failures.ts";
import { keepUnseen } from "../stage/keep-unseen.ts";
import { dropRescues, isRescued, rescueEntry, rescueFile } from "../stage/rescue.ts";
import { securePath } from "../stage/secure.ts";
import { type OnSkipped, Skipped, unlessSkipped } from "../stage/skip.ts";
import { planTemporaries, stageContents } from "../stage/stage.ts";
import { stagePorts } from "../stage/stage-ports.ts";
import {
  clearStagedLeft,
  clearTemporaries,
  isStagedLeft,
  noteStagedLeft,
} from "../stage/staged-left.ts";
import type { Seen } from "../stage/swap.ts";
import { at, isDirectory, statAt, type Worktree } from "../stage/worktree.ts";
import { applySteps } from "./apply-steps.ts";
import { recordSteps } from "./record-steps.ts";

/**
 * Ends what a crash, or a disk that failed, left half done: an operation that was not committed is
 * cleared away, a committed one is carried out, but for the steps that the system refuses for good: those
 * are set aside, each with why. A file that somebody changed since is recorded before it is replaced;
 * `onLeft` is called before the first is taken up. Throws `pending` when the disk fails.
 */
export async function recoverOperations(site: Site, onLeft?: () => void): Promise<void> {
  const { timeline, fs, root } = site.ports;
  const left = timeline.unfinishedOperations();
  if (left.length > 0) onLeft?.();
  else if (!isStagedLeft(site)) return;
  using tree = fs.openTree(root);
  const worktree = { root, fs, tree };
  await clearStagedLeft(site, worktree);
  site.loop.pause();
  site.mass.operates();
  try {
    for (const operation of left) await recoverOne(site, worktree, operation);
  } finally {
    site.mass.operated();
    site.loop.resume();
  }
}

/** As `recoverOperations`; what cannot be finished now is tried again before the next operation. */
export async function tryRecoverOperations(site: Site, onLeft: () => void): Promise<void> {
  try {
    await recoverOperations(site, onLeft);
  } catch (thrown) {
    if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
    site.ports.log.warn("operation.pending", { root: site.ports.root, error: thrown });
  }
}

async function recoverOne(site: Site, worktree: Worktree, { id, state }: Operation): Promise<void> {
  const { timeline, clock, log, rescueDirectory } = site.ports;
  try {
    const steps = await readSteps(site, id);
    const keep = state === "committed" ? keepUnseen(site, worktree, id) : undefined;
    const breathe = () => clock.breathe();
    if (!(await clearStaged(worktree, { id, steps, breathe }, keep))) noteStagedLeft(site, id);
    if (state === "staging") {
      await dropRescues(worktree, steps, { directory: rescueDirectory(id), breathe });
      timeline.finishOperation(id, { at: clock.wall(), state: "abandoned" });
    } else {
      const failures = await carryOut(site, worktree, { id, steps });
      const end = failures.size === 0 ? "done" : "partial";
      timeline.finishOperation(id, { at: clock.wall(), state: end, failures });
    }
    log.info("operation.recovered", { operation: id });
  } catch (thrown) {
    throw pending(id, thrown);
  }
}

/** The whole journal of it; others have their turn in between. */
async function readSteps({ ports }: Site, id: number): Promise<readonly JournalStep[]> {
  const steps: JournalStep[] = [];
  for (const step of eachStep(ports.timeline, id)) {
    steps.push(step);
    if (steps.length % readEvery === 0) await ports.clock.breathe();
  }
  return steps;
}

/** So many steps, and the loop has its turn. */
const readEvery = 500;

interface Left {
  readonly id: number;
  readonly steps: readonly Step[];
}

/** Does what is left to do. Gives the steps, by index, that cannot be done, each with why. */
async function carryOut(
  site: Site,
  worktree: Worktree,
  { id, steps }: Left,
): Promise<ReadonlyMap<number, string>> {
  const { clock, rescueDirectory } = site.ports;
  const skipped = new Skipped();
  const onSkipped = skipped.note;
  const open = await findOpen(site, worktree, steps, onSkipped);
  removeUnfinished(worktree, open, onSkipped);
  const staged = planTemporaries(worktree, skipped.rest(open), `${id}-again`, steps);
  try {
    await stageContents({ ...stagePorts(site, worktree), onSkipped }, staged, id);
    await applySteps(
      {
        worktree,
        digest: site.context.digest,
        maxFileBytes: site.context.maxFileBytes,
        secure: ({ path }, address) => keep(site, worktree, { path, address, operation: id }),
        rescue: ({ path }, address) =>
          void rescueEntry(worktree, { path, address }, rescueDirectory(id)),
        onDone: () => undefined,
        onSkipped,
        breathe: () => clock.breathe(),
      },
      skipped.rest(staged),
    );
  } finally {
    await clearTemporaries(site, worktree, { id, steps: staged });
  }
  await recordSteps(site, worktree, { steps: skipped.rest(steps), operation: id });
  const failed = [...steps.entries()].filter(([, { path }]) => skipped.why.has(path));
  return new Map(failed.map(([index, { path }]) => [index, skipped.why.get(path) ?? ""]));
}

/** The steps that are left to do, but for those whose place cannot even be looked at. */
async function findOpen(
  site: Site,
  worktree: Worktree,
  steps: readonly Step[],
  onSkipped: OnSkipped,
): Promise<readonly Step[]> {
  const open: Step[] = [];
  for (const [index, step] of steps.entries()) {
    unlessSkipped(step, onSkipped, () => {
      if (!stands(site, worktree, step.path, step.to)) open.push(step);
    });
    if (index % lookEvery === lookEvery - 1) await site.ports.clock.breathe();
  }
  return open;
}

/** So many looks, and the loop has its turn. */
const lookEvery = 64;

/** Directories that were made and did not get their mode any more; they are made anew. */
function removeUnfinished(worktree: Worktree, open: readonly Step[], onSkipped: OnSkipped): void {
  for (const step of open.filter(({ to }) => to.kind === "directory").reverse()) {
    unlessSkipped(step, onSkipped, () => {
      if (isDirectory(worktree, step.path))
        at(worktree, step.path, (place) => worktree.fs.removeDirectory(place));
    });
  }
}

interface EntryToKeep {
  readonly path: RelPath;
  readonly address: AbsPath;
  readonly operation: number;
}

/** Records what stands at the path, or rescues what cannot be recorded. Gives what that is. */
function keep(site: Site, worktree: Worktree, { path, address, operation }: EntryToKeep): Seen {
  const standing = securePath(site, path, address);
  if (standing.kind !== "unrecordable") return standing.seen;
  const directory = site.ports.rescueDirectory(operation);
  // Before it is rescued: what changes from then on is not what is kept.
  const stat = worktree.fs.lstat(address);
  const own = joinPath(directory, path);
  const kept = isRescued(worktree, address, own) ? own : rescueFile(worktree, path, directory);
  return { stat, isLinked: isRescued(worktree, address, kept) };
}

/** True when the path is as the step wants it. Of a file that cannot be recorded nobody can tell. */
function stands(site: Site, worktree: Worktree, path: RelPath, wanted: StepState): boolean {
  const stat = statAt(worktree, path);
  if (wanted.kind === "absent") return stat === undefined;
  if (wanted.kind === "rescued" || stat === undefined) return false;
  if (stat.kind !== kindOf(wanted)) return false;
  if ((stat.mode & 0o777) !== (wanted.mode & 0o777) && stat.kind !== "link") return false;
  if (wanted.kind === "directory") return true;
  const read = at(worktree, path, (address) => worktree.fs.read(address, wanted.bytes));
  return read?.kind === "content" && site.context.digest(read.bytes) === wanted.hash;
}

function kindOf(wanted: Exclude<StepState, { readonly kind: "absent" }>): EntryKind {
  if (wanted.kind === "directory") return "directory";
  return isLinkMode(wanted.mode) ? "link" : "file";
}
