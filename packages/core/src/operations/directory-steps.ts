import type { RelPath } from "../base/brand.ts";
import { byPath, childPath, comparePaths, parentPath } from "../base/path.ts";
import { sortInSteps } from "../base/sort-in-steps.ts";
import type { Steps } from "../base/steps.ts";
import type { Step, StepState } from "../timeline/operation.ts";
import type { FileMode } from "../timeline/snapshot.ts";

/** Facts about directories on the disk. */
export interface DirectoryFacts {
  /** Mode of the directory at the path; `undefined` when no directory stands there. */
  readonly modeOf: (path: RelPath) => FileMode | undefined;
  /** Names in a directory; `undefined` when it cannot be listed: it then never counts as emptied. */
  readonly entries: (directory: RelPath) => readonly string[] | undefined;
  /** The mode a directory had; `undefined`: not known, and nobody but its owner may enter it then. */
  readonly formerMode?: (directory: RelPath) => FileMode | undefined;
  /** Whether a directory that holds nothing any more may go; all may when omitted. */
  readonly mayRemove?: (directory: RelPath) => boolean;
}

/**
 * Adds to the changes of files what they ask of directories: those that are missing above a new
 * file are made, those that lose their last entry are removed, as git does it. In path order.
 */
export function* planDirectories(changes: readonly Step[], facts: DirectoryFacts): Steps<Step[]> {
  const steps = new Map<RelPath, Step>();
  for (const step of changes) {
    steps.set(step.path, step);
    yield;
  }
  const made = new Map<RelPath, FileMode>();
  for (const { path, to } of changes) {
    if (isContent(to)) makeParents(parentPath(path), { steps, made, facts });
    yield;
  }
  const removed = new Set<RelPath>();
  const needed = new Set<RelPath>();
  for (const { path, from, to } of changes) {
    if (isContent(to)) addAncestors(needed, path);
    else if (isContent(from) && !made.has(path)) removed.add(path);
    yield;
  }
  for (const directory of yield* emptiedBy(removed, facts.entries, needed)) {
    const known = steps.get(directory);
    const mode = facts.modeOf(directory);
    const mayGo = facts.mayRemove?.(directory) ?? true;
    if (known === undefined && mode !== undefined && mayGo)
      steps.set(directory, { path: directory, from: { kind: "directory", mode }, to: absent });
  }
  return yield* sortInSteps([...steps.values()], byPath);
}

/**
 * The directories that hold nothing any more once `removed` are gone. A directory that was empty
 * before and held none of them stays. `needed`: those that are to hold something new.
 */
export function* emptiedBy(
  removed: ReadonlySet<RelPath>,
  entries: DirectoryFacts["entries"],
  needed: ReadonlySet<RelPath> = new Set(),
): Steps<Set<RelPath>> {
  const emptied = new Set<RelPath>();
  const above = new Set<RelPath>();
  for (const path of removed) {
    addAncestors(above, path);
    yield;
  }
  // The deepest first, so that a directory is asked once all below it are known.
  const candidates = [...above].sort((a, b) => comparePaths(b, a));
  for (const directory of candidates) {
    yield;
    if (directory === "" || needed.has(directory)) continue;
    const names = entries(directory);
    const isGone = (name: string) => {
      const path = childPath(directory, name);
      return removed.has(path) || emptied.has(path);
    };
    if (names?.every(isGone) === true) emptied.add(directory);
  }
  return emptied;
}

/** True for a state with something that can be read back: a file or a link. */
export function isContent(
  state: StepState,
): state is Extract<StepState, { readonly kind: "recorded" | "rescued" }> {
  return state.kind === "recorded" || state.kind === "rescued";
}

interface Making {
  readonly steps: Map<RelPath, Step>;
  readonly made: Map<RelPath, FileMode>;
  readonly facts: DirectoryFacts;
}

/** The mode that the directory has or will have. */
function makeParents(directory: RelPath, making: Making): FileMode {
  const { steps, made, facts } = making;
  const already = made.get(directory) ?? facts.modeOf(directory);
  if (already !== undefined || directory === "") return already ?? defaultMode;
  const above = makeParents(parentPath(directory), making);
  const former = facts.formerMode?.(directory) ?? above & ownersOnly;
  // The user who restores must be able to put something into it.
  const mode = directoryType | ((former | ownersOnly) & 0o777);
  made.set(directory, mode);
  // A file that stands where the directory is to be is a change already: it becomes the directory.
  const from = steps.get(directory)?.from ?? absent;
  steps.set(directory, { path: directory, from, to: { kind: "directory", mode } });
  return mode;
}

function addAncestors(ancestors: Set<RelPath>, path: RelPath): void {
  for (let above = parentPath(path); !ancestors.has(above); above = parentPath(above))
    ancestors.add(above);
}

const absent = { kind: "absent" } as const;
const directoryType = 0o040000;
const ownersOnly = 0o700;
const defaultMode = 0o040755;
