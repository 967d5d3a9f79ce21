import {
  type AbsPath,
  type BlobId,
  childPath,
  type FileSystem,
  isLinkMode,
  joinPath,
  parentPath,
  pathToColumn,
  type RelPath,
  type RestoreAction,
  type RestorePlan,
  systemCode,
  UnfError,
} from "@unf/core";
import { isReachable, lookAt } from "../capture/take-snapshot.ts";

export interface ApplyPorts {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  /** `undefined` when it is lost or damaged. */
  readonly content: (hash: BlobId) => Uint8Array | undefined;
  /** Called just before a path is replaced or removed; makes sure that what stands there is recorded. */
  readonly secure: (path: RelPath) => "recorded" | "unrecordable" | "absent";
  /** Where content that cannot be recorded is kept before something takes its place. */
  readonly rescueDirectory: AbsPath;
  readonly breathe: () => Promise<void>;
}

export interface AppliedAction {
  readonly action: RestoreAction;
  /** Why this one was not carried out; the others were. */
  readonly failure?: string;
  readonly rescued?: AbsPath;
}

/** Up to this many files are made durable one by one; more of them by one flush of the file system. */
const syncOneByOneMax = 32;

/**
 * Carries out a plan: every new content is written and made durable beside its target first, then
 * each is renamed into place. A failure while staging leaves the tree as it was and throws
 * (`no_space`, `failed`); a failure afterwards concerns one path and is reported with it.
 */
export async function applyPlan(
  ports: ApplyPorts,
  plan: RestorePlan,
  operation: number,
): Promise<AppliedAction[]> {
  const staged = await stage(ports, plan, operation);
  const touched = new Set<RelPath>();
  const applied: AppliedAction[] = [];
  for (const action of plan.actions) {
    const done = applyOne(ports, action, staged.get(action.path));
    applied.push(done);
    if (isWrite(action) || action.kind === "delete") addParents(touched, action.path);
  }
  removeEmptied(ports, plan);
  syncDirectories(ports, touched);
  return applied;
}

/** The actions for which new content is staged, in the order in which that is done. */
export function stagedWrites(plan: RestorePlan) {
  return plan.actions.filter(isWrite);
}

/** Where the content of the write at `index` waits until it is renamed into place: beside its target. */
export function temporaryPath(path: RelPath, operation: number, index: number): RelPath {
  return childPath(parentPath(path), `.unf-${operation}-${index}.new`);
}

function isWrite(
  action: RestoreAction,
): action is Extract<RestoreAction, { readonly kind: "write" | "chmod" }> {
  return action.kind === "write" || action.kind === "chmod";
}

async function stage(
  ports: ApplyPorts,
  plan: RestorePlan,
  operation: number,
): Promise<Map<RelPath, AbsPath>> {
  const writes = stagedWrites(plan);
  const staged = new Map<RelPath, AbsPath>();
  const made: AbsPath[] = [];
  const isBulk = writes.length > syncOneByOneMax;
  try {
    for (const [index, { path, wanted }] of writes.entries()) {
      const bytes = ports.content(wanted.hash);
      if (bytes === undefined)
        throw new UnfError(
          "store_damaged",
          `content lost: that of v${wanted.snapshot} cannot be read`,
          {
            hint: "run it again: that file is left out then; unf verify --repair looks for its content",
          },
        );
      if (!isReachable(ports, path)) throw movedAway(path);
      makeParents(ports, parentPath(path), made);
      const temporary = joinPath(ports.root, temporaryPath(path, operation, index));
      staged.set(path, temporary);
      if (isLinkMode(wanted.mode)) ports.fs.symlink(temporary, bytes);
      else ports.fs.writeNew(temporary, bytes, { mode: wanted.mode & 0o777, sync: !isBulk });
      if (index % syncOneByOneMax === 0) await ports.breathe();
    }
    if (isBulk) ports.fs.syncAll(ports.root);
  } catch (thrown) {
    for (const temporary of staged.values()) ports.fs.remove(temporary);
    for (const directory of made.reverse()) ports.fs.removeDirectory(directory);
    throw notStarted(thrown);
  }
  return staged;
}

/**
 * Makes missing parents with the permissions of the directory above them: those of a directory are
 * not recorded. What it makes is added to `made`, the uppermost first.
 */
function makeParents(ports: ApplyPorts, directory: RelPath, made: AbsPath[]): number {
  const absolute = joinPath(ports.root, directory);
  const there = ports.fs.lstat(absolute);
  if (there !== undefined || directory === "") return (there?.mode ?? 0o755) & 0o777;
  const mode = makeParents(ports, parentPath(directory), made);
  ports.fs.makeDirectory(absolute, mode);
  made.push(absolute);
  return mode;
}

function applyOne(
  ports: ApplyPorts,
  action: RestoreAction,
  temporary: AbsPath | undefined,
): AppliedAction {
  if (action.kind !== "write" && action.kind !== "chmod" && action.kind !== "delete")
    return { action };
  const target = joinPath(ports.root, action.path);
  let rescued: AbsPath | undefined;
  // Somebody put a link among the parents since the plan: what it leads to is not ours to replace.
  if (!isReachable(ports, action.path)) return { action, failure: "ELOOP" };
  try {
    if (ports.secure(action.path) === "unrecordable") rescued = rescue(ports, action.path);
    if (temporary === undefined) ports.fs.remove(target);
    else ports.fs.rename(temporary, target);
    return rescued === undefined ? { action } : { action, rescued };
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    if (temporary !== undefined) removeTemporary(ports, temporary);
    return rescued === undefined ? { action, failure: code } : { action, failure: code, rescued };
  }
}

/** Where not even that is possible any more, the failure that led here is the one to be told. */
function removeTemporary(ports: ApplyPorts, temporary: AbsPath): void {
  try {
    ports.fs.remove(temporary);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
  }
}

/** Moves a file out of the way, across file systems if need be. Never replaces an earlier rescue. */
function rescue(ports: ApplyPorts, path: RelPath): AbsPath {
  const from = joinPath(ports.root, path);
  const to = joinPath(ports.rescueDirectory, path);
  ports.fs.makeDirectory(joinPath(ports.rescueDirectory, parentPath(path)), 0o700);
  try {
    ports.fs.rename(from, to);
  } catch (thrown) {
    if (systemCode(thrown) !== "EXDEV") throw thrown;
    ports.fs.copyNew(from, to);
  }
  return to;
}

/** Directories that the deletions of this plan left empty go as well, as git does it. */
function removeEmptied(ports: ApplyPorts, plan: RestorePlan): void {
  for (const action of plan.actions) {
    if (action.kind !== "delete") continue;
    let directory = parentPath(action.path);
    while (directory !== "" && removeEmpty(ports, directory)) directory = parentPath(directory);
  }
}

/** False when it is not empty, or may not be removed: an empty directory more does no harm. */
function removeEmpty(ports: ApplyPorts, directory: RelPath): boolean {
  try {
    return ports.fs.removeDirectory(joinPath(ports.root, directory));
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return false;
  }
}

/** All of them up to the root: any may be new, and a new directory is an entry of the one above. */
function addParents(touched: Set<RelPath>, path: RelPath): void {
  for (let directory = parentPath(path); !touched.has(directory); ) {
    touched.add(directory);
    directory = parentPath(directory);
  }
}

function syncDirectories(ports: ApplyPorts, touched: ReadonlySet<RelPath>): void {
  if (touched.size > syncOneByOneMax) {
    ports.fs.syncAll(ports.root);
    return;
  }
  for (const directory of touched) {
    const absolute = joinPath(ports.root, directory);
    const stat = lookAt(ports, directory);
    if (stat !== undefined && stat !== "unreadable" && stat.kind === "directory")
      ports.fs.syncDirectory(absolute);
  }
}

function movedAway(path: RelPath): UnfError {
  const where = pathToColumn(parentPath(path));
  return new UnfError("conflict", `${where} is no longer a directory; nothing was restored`, {
    hint: "look at the new plan with --dry-run and restore that",
  });
}

function notStarted(thrown: unknown): unknown {
  const code = systemCode(thrown);
  if (thrown instanceof UnfError || code === undefined) return thrown;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  return new UnfError(
    isFull ? "no_space" : "failed",
    `the restore was not started and nothing changed: ${code}`,
    {
      cause: thrown,
      ...(isFull
        ? { hint: "free some space on the project's disk and run the command again" }
        : {}),
    },
  );
}
