import {
  type AbsPath,
  baseName,
  joinPath,
  parentPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import { isContent } from "@unf/core/operations";
import type { FileSystem } from "@unf/core/ports";
import type { JournalStep } from "@unf/core/timeline";
import { unlessRefused } from "./failures.ts";
import { pieces } from "./pieces.ts";
import type { Worktree } from "./worktree.ts";

/**
 * Removes whatever an operation has staged: the temporaries that its journal names, and those that
 * were made while it was applied, taken back or recovered, of which nobody kept a list. All of them
 * lie in directories above the files it was to write. `keep` is called before each of them goes. False
 * when the system refuses for good to remove one.
 */
export async function clearStaged(
  worktree: Worktree,
  { id, steps, breathe }: Staged,
  keep?: KeepStaged,
): Promise<boolean> {
  const { fs, tree } = worktree;
  const journalled = Map.groupBy(
    steps.flatMap((step) => step.temporary ?? []),
    parentPath,
  );
  let isClear = true;
  const clear = (work: () => void) => {
    if (!unlessRefused(work)) isClear = false;
  };
  const removeOne = (place: AbsPath, name: string) => {
    const address = joinPath(place, name as RelPath);
    if (fs.lstat(address) === undefined) return;
    const step = steps[positionOf(name, id) ?? -1];
    if (step !== undefined) keep?.(step, address);
    fs.remove(address);
  };
  for (const directory of directoriesAbove(steps)) {
    const within = (work: (place: AbsPath) => void) =>
      clear(() => void tree.within(directory, work));
    const names = new Set(journalled.get(directory)?.map(baseName));
    within((place) => {
      for (const name of namesIn(fs, place))
        if (positionOf(name, id) !== undefined) names.add(name);
    });
    for (const piece of pieces([...names])) {
      within((place) => {
        for (const name of piece) clear(() => removeOne(place, name));
      });
      await breathe();
    }
    // Even if none is there: nobody would look for one that a power cut brings back.
    within((place) => fs.syncDirectory(place));
    await breathe();
  }
  return isClear;
}

interface Staged {
  readonly id: number;
  readonly steps: readonly JournalStep[];
  /** Others have their turn. */
  readonly breathe: () => Promise<void>;
}

/** Called with what lies at the address as a temporary of the step, to be removed. */
export type KeepStaged = (step: JournalStep, address: AbsPath) => void;

/** The place in the journal of the step that a temporary was made for; `undefined` when it is none. */
function positionOf(name: string, operation: number): number | undefined {
  const [, id, position] = /^\.unf-([0-9]+)(?:-[a-z]+)?-([0-9]+)\.(?:new|old)$/.exec(name) ?? [];
  return id === String(operation) ? Number(position) : undefined;
}

/** None of a directory that may be entered and not listed. */
function namesIn(fs: FileSystem, place: AbsPath): string[] {
  try {
    return (fs.list(place) ?? []).map(({ name }) => name);
  } catch (thrown) {
    if (systemCode(thrown) === "EACCES") return [];
    throw thrown;
  }
}

/** Those of the steps that write, or that wrote before they were taken back. */
function directoriesAbove(steps: readonly JournalStep[]): ReadonlySet<RelPath> {
  const directories = new Set<RelPath>();
  for (const { path, from, to } of steps) {
    if (!isContent(from) && !isContent(to)) continue;
    for (let above = parentPath(path); !directories.has(above); above = parentPath(above))
      directories.add(above);
  }
  return directories;
}
