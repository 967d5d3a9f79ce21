import {
  type AbsPath,
  type BlobId,
  childPath,
  joinPath,
  parentPath,
  type RelPath,
  UnfError,
} from "@unf/core/base";
import { isContent } from "@unf/core/operations";
import type { Digest } from "@unf/core/ports";
import { isLinkMode, type JournalStep, type Step, type StepState } from "@unf/core/timeline";
import { unlessRefused } from "./failures.ts";
import { pieces } from "./pieces.ts";
import { type OnSkipped, unlessSkipped } from "./skip.ts";
import { digestWhole } from "./whole-file.ts";
import { mustReach, nearestDirectory, type Worktree } from "./worktree.ts";

export interface StagePorts {
  readonly worktree: Worktree;
  readonly digest: Digest;
  /** Digest checked; `undefined` when it is lost or damaged. */
  readonly content: (hash: BlobId) => Uint8Array | undefined;
  /** Where an operation keeps what could not be recorded. */
  readonly rescueDirectory: (operation: number) => AbsPath;
  readonly breathe: () => Promise<void>;
  /** Called after each. */
  readonly onStaged?: () => void;
  /** Of a step whose content cannot be had or put: the others go on when it is given. */
  readonly onSkipped?: OnSkipped;
}

export interface StagedStep extends Omit<JournalStep, "failure"> {
  /** Where what stands in its place is put, to be looked at before it is removed. */
  readonly aside: RelPath;
}

/** The part of a step that the journal keeps. */
export function journalStep({
  path,
  from,
  to,
  temporary,
}: StagedStep): Omit<JournalStep, "failure"> {
  return { path, from, to, temporary };
}

/** Up to this many files are made durable one by one; more of them by one flush of the file system. */
export const syncOneByOneMax = 32;

/**
 * Gives every new content a temporary: `.unf-<token>-<n>.new` in the nearest directory above its
 * place that is there, so that staging makes no directory; what goes is put aside beside it as
 * `.old`. `n` is the step's place in `journal`.
 */
export function planTemporaries(
  worktree: Worktree,
  steps: readonly Step[],
  token: string,
  journal: readonly Step[] = steps,
): StagedStep[] {
  const positions =
    journal === steps ? undefined : new Map(journal.map(({ path }, index) => [path, index]));
  const nearest = new Map<RelPath, RelPath>();
  return steps.map((step, index) => {
    const named = { token, position: positions?.get(step.path) ?? index };
    if (!isContent(step.to)) return new NamedStep(step, null, named);
    const parent = parentPath(step.path);
    const directory = nearest.get(parent) ?? nearestDirectory(worktree, parent);
    nearest.set(parent, directory);
    return new NamedStep(step, directory, named);
  });
}

/** Makes its names when they are asked for: kept, they would be most of what a long plan takes. */
class NamedStep implements StagedStep {
  readonly path: RelPath;
  readonly from: StepState;
  readonly to: StepState;
  readonly #directory: RelPath | null;
  readonly #token: string;
  readonly #position: number;

  constructor(
    { path, from, to }: Step,
    directory: RelPath | null,
    { token, position }: { readonly token: string; readonly position: number },
  ) {
    this.path = path;
    this.from = from;
    this.to = to;
    this.#directory = directory;
    this.#token = token;
    this.#position = position;
  }

  get temporary(): RelPath | null {
    return this.#directory === null ? null : childPath(this.#directory, `${this.#name}.new`);
  }

  get aside(): RelPath {
    return childPath(parentPath(this.path), `${this.#name}.old`);
  }

  get #name(): string {
    return `.unf-${this.#token}-${this.#position}`;
  }
}

/** Writes every new content to its temporary. Durable when it resolves. */
export async function stageContents(
  ports: StagePorts,
  steps: readonly StagedStep[],
  operation: number,
): Promise<void> {
  const staged = steps.filter(({ temporary }) => temporary !== null);
  const isBulk = staged.length > syncOneByOneMax;
  for (const [index, step] of staged.entries()) {
    stageOne(ports, step, { operation, sync: !isBulk });
    ports.onStaged?.();
    if (index % syncOneByOneMax === 0) await ports.breathe();
  }
  if (isBulk) await ports.worktree.fs.flushAll(ports.worktree.root);
}

/**
 * Removes temporaries, and what was put aside. Those that are not there are no error; false when the system refuses for good
 * to remove one. Others have their turn in between.
 */
export async function removeTemporaries(
  { fs, tree }: Worktree,
  steps: readonly StagedStep[],
  breathe: () => Promise<void>,
): Promise<boolean> {
  const directories = new Set<RelPath>();
  let isClear = true;
  const clear = (work: () => void) => {
    if (!unlessRefused(work)) isClear = false;
  };
  for (const piece of pieces(steps)) {
    const temporaries = piece.map(({ temporary, aside }) => temporary ?? aside);
    for (const [directory, paths] of Map.groupBy(temporaries, parentPath)) {
      directories.add(directory);
      clear(() => {
        tree.within(directory, (place) => {
          for (const path of paths) clear(() => removeIfThere(fs, joinPath(place, leaf(path))));
        });
      });
    }
    if (steps.length > piece.length) await breathe();
  }
  for (const directory of directories) {
    // Even if they are gone already: nobody would look for one that a power cut brings back.
    clear(() => void tree.within(directory, (place) => fs.syncDirectory(place)));
    if (directories.size > 1) await breathe();
  }
  return isClear;
}

/** A disk that is read-only refuses to remove even what is not there. */
function removeIfThere(fs: Worktree["fs"], path: AbsPath): void {
  if (fs.lstat(path) !== undefined) fs.remove(path);
}

function stageOne(
  ports: StagePorts,
  step: StagedStep,
  how: { readonly operation: number; readonly sync: boolean },
): void {
  unlessSkipped(step, ports.onSkipped, () => writeTemporary(ports, step, how));
}

function writeTemporary(
  ports: StagePorts,
  { path, to, temporary }: StagedStep,
  { operation, sync }: { readonly operation: number; readonly sync: boolean },
): void {
  if (temporary === null) return;
  const { worktree, content, rescueDirectory } = ports;
  const { fs } = worktree;
  mustReach(worktree, temporary, (address) => {
    if (to.kind === "rescued") {
      fs.copyNew(joinPath(rescueDirectory(to.operation ?? operation), path), address);
      requireMade(ports, { path, address, made: to.digest });
    } else if (to.kind === "recorded") {
      const bytes = content(to.hash);
      if (bytes === undefined) throw lost(to.snapshot, path);
      const isLink = isLinkMode(to.mode);
      if (isLink) fs.symlink(address, bytes);
      else fs.writeNew(address, bytes, { mode: to.mode & 0o777, sync });
      if (fs.adopt(address) && sync && !isLink) fs.syncFile(address);
    }
  });
}

/** A rescue that was a copy must hold what was copied. `made`: left out, nobody knows. */
function requireMade(
  { worktree, digest }: StagePorts,
  {
    path,
    address,
    made,
  }: { readonly path: RelPath; readonly address: AbsPath; readonly made: BlobId | undefined },
): void {
  if (made === undefined || digestWhole(worktree.fs, digest, address) === made) return;
  throw new UnfError(
    "store_damaged",
    `content lost: the rescued copy of ${path} is not what was copied`,
    {
      hint: "run it again: that file is left out then",
    },
  );
}

function lost(snapshot: number | null, path: RelPath): UnfError {
  const what = snapshot === null ? path : `v${snapshot}`;
  return new UnfError("store_damaged", `content lost: that of ${what} cannot be read`, {
    hint: "run it again: that file is left out then; unf verify --repair looks for its content",
  });
}

function leaf(path: RelPath): RelPath {
  return path.slice(path.lastIndexOf("/") + 1) as RelPath;
}
