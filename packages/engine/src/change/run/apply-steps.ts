import { type AbsPath, baseName, joinPath, parentPath, type RelPath } from "@unf/core/base";
import { isContent } from "@unf/core/operations";
import { type OnSkipped, unlessSkipped } from "../stage/skip.ts";
import { type StagedStep, syncOneByOneMax } from "../stage/stage.ts";
import {
  busy,
  putInPlace,
  type Seen,
  type SwapPorts,
  systemFailure,
  takeAway,
} from "../stage/swap.ts";
import { at, mustReach, type Worktree } from "../stage/worktree.ts";

export interface ApplyPorts extends Pick<SwapPorts, "digest" | "maxFileBytes"> {
  readonly worktree: Worktree;
  /**
   * Called just before the entry at `address` is replaced or removed: what stands there, which is
   * what it gives, can be had back after it.
   */
  readonly secure: (step: StagedStep, address: AbsPath) => Seen;
  /** Keeps what came out of its place unseen and cannot go back there. */
  readonly rescue: (step: StagedStep, address: AbsPath) => void;
  /** Called after each part of a step, in the order in which that was done. */
  readonly onDone: (step: StagedStep) => void;
  /** Called as soon as a file or link is in its place, or away from it. */
  readonly onPlaced?: (step: StagedStep, address: AbsPath) => void;
  /** Called with what of the replaced file's owner and attributes the new one could not have. */
  readonly onUnkept?: (step: StagedStep, unkept: readonly string[]) => void;
  /** Of a step that cannot be done, now or later: the others go on when it is given. */
  readonly onSkipped?: OnSkipped;
  readonly breathe: () => Promise<void>;
}

/** So many steps, and the loop has its turn. */
const breathEvery = 64;

/**
 * Changes the tree: removes files, then directories from the deepest up, makes directories, and
 * moves the staged contents into place. Durable when it resolves. May be repeated with the same
 * steps whose temporaries are there. Throws the system's failure of the step that could not be done.
 */
export async function applySteps(ports: ApplyPorts, steps: readonly StagedStep[]): Promise<void> {
  const phases = [
    { steps: steps.filter(isRemoval), work: removeFile },
    { steps: steps.filter(isDirectoryRemoval).reverse(), work: removeDirectory },
    { steps: steps.filter(({ to }) => to.kind === "directory"), work: makeDirectory },
    { steps: steps.filter(({ to }) => isContent(to)), work: place },
  ];
  let done = 0;
  for (const { steps: phase, work } of phases) {
    for (const step of phase) {
      attempt(ports, step, work);
      done += 1;
      if (done % breathEvery === 0) await ports.breathe();
    }
  }
  await syncDirectories(ports.worktree, steps);
}

function attempt(
  ports: ApplyPorts,
  step: StagedStep,
  work: (ports: ApplyPorts, step: StagedStep) => void,
): void {
  if (unlessSkipped(step, ports.onSkipped, () => work(ports, step))) ports.onDone(step);
}

/** Files and links that go; those that another content replaces are replaced by its rename. */
function isRemoval({ from, to }: StagedStep): boolean {
  return isContent(from) && !isContent(to);
}

function isDirectoryRemoval({ from, to }: StagedStep): boolean {
  return from.kind === "directory" && to.kind !== "directory";
}

function removeFile(ports: ApplyPorts, step: StagedStep): void {
  const { path, aside } = step;
  ports.worktree.tree.within(parentPath(path), (directory) => {
    const place = joinPath(directory, baseName(path) as RelPath);
    const away = joinPath(directory, baseName(aside) as RelPath);
    untilSeen(() => {
      const seen = ports.secure(step, place);
      const onPlaced = () => ports.onPlaced?.(step, place);
      return takeAway(swapPorts(ports, step), { aside: away, place, seen, onPlaced });
    });
  });
}

/** Somebody may have put a file into it meanwhile: then it stays, and no harm is done. */
function removeDirectory({ worktree }: ApplyPorts, { path, to }: StagedStep): void {
  const isGone = at(worktree, path, (address) => worktree.fs.removeDirectory(address)) === true;
  if (isGone || !isContent(to)) return;
  mustReach(worktree, path, (address) => {
    if (worktree.fs.lstat(address)?.kind === "directory") throw systemFailure("ENOTEMPTY");
  });
}

function makeDirectory({ worktree }: ApplyPorts, { path, to }: StagedStep): void {
  mustReach(worktree, path, (address) => {
    if (worktree.fs.lstat(address)?.kind === "directory") return;
    worktree.fs.makeDirectory(address, "mode" in to ? to.mode & 0o777 : 0o755);
    worktree.fs.adopt(address);
  });
}

function place(ports: ApplyPorts, step: StagedStep): void {
  const { worktree, secure, onPlaced, onUnkept } = ports;
  const { path, temporary } = step;
  if (temporary === null) return;
  mustReach(worktree, temporary, (aside) =>
    mustReach(worktree, path, (place) => {
      untilSeen(() => {
        const seen = secure(step, place);
        if (seen.stat !== undefined) {
          const unkept = worktree.fs.keepAttributes(place, aside);
          if (unkept.length > 0) onUnkept?.(step, unkept);
        }
        const swap = { aside, place, seen, onPlaced: () => onPlaced?.(step, place) };
        return putInPlace(swapPorts(ports, step), swap);
      });
    }),
  );
}

function swapPorts({ worktree, digest, maxFileBytes, rescue }: ApplyPorts, step: StagedStep) {
  return { fs: worktree.fs, digest, maxFileBytes, rescue: (from: AbsPath) => rescue(step, from) };
}

/** A program that is faster than the look at a place is waited for a few times. */
const triesMax = 5;

function untilSeen(work: () => boolean): void {
  for (let tries = 0; tries < triesMax; tries += 1) if (work()) return;
  throw busy();
}

/** All of them up to the root: any may be new, and a new directory is an entry of the one above. */
async function syncDirectories(
  { root, fs, tree }: Worktree,
  steps: readonly StagedStep[],
): Promise<void> {
  const touched = new Set<RelPath>();
  for (const { path } of steps) {
    for (let above = parentPath(path); !touched.has(above); above = parentPath(above))
      touched.add(above);
  }
  if (touched.size > syncOneByOneMax) await fs.flushAll(root);
  else for (const directory of touched) tree.within(directory, (place) => fs.syncDirectory(place));
}
