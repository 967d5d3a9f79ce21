import type { RelPath, SnapshotId } from "../base/brand.ts";
import { invariant } from "../base/invariant.ts";
import { byPath, parentPath, pathToColumn } from "../base/path.ts";
import { sortInSteps } from "../base/sort-in-steps.ts";
import type { Steps } from "../base/steps.ts";
import { emptiedBy } from "../operations/directory-steps.ts";
import { sayInSlices } from "../operations/plan-digest.ts";
import { PlanSize } from "../operations/plan-size.ts";
import type { ChosenHunks } from "../operations/take-part.ts";
import { type RefusalReason, whyMissing } from "../refusals/refusal.ts";
import { refuseCollisions } from "../refusals/refuse-collisions.ts";
import { exactNames, refusePath } from "../refusals/safe-path.ts";
import { isLinkMode, isSameMode } from "../timeline/snapshot.ts";
import {
  type DiskState,
  type RestoreFacts,
  type WantedFile,
  wantedPaths,
} from "./restore-facts.ts";
import type { RestoreTarget } from "./target.ts";

/** A person's request to have files back. */
export interface RestoreRequest {
  readonly target: RestoreTarget;
  /**
   * Files and directories; empty: the whole project. For `version`: at most the one path to write to; for
   * `ids`: as many as there are.
   */
  readonly within: readonly RelPath[];
  /** Globs in gitignore syntax; empty `include` means everything. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** `remove`: files recorded as created after the instant go; `keep`: they are only listed. */
  readonly deletions: "keep" | "remove";
  /**
   * Treatment of a file that exists: `always` writes it even when it is as wanted already,
   * `if-changed` only when content or mode differ, `never` leaves it. The words are restic's.
   */
  readonly overwrite: "always" | "if-changed" | "never";
  /** Files of which only these hunks are taken over, counted from 0; all others are restored whole. */
  readonly hunks?: readonly ChosenHunks[];
}

export type RestoreAction =
  /** `disk`: what is replaced; `absent` when the file comes back. */
  | {
      readonly kind: "write";
      readonly path: RelPath;
      readonly disk: DiskState;
      readonly wanted: WantedFile;
    }
  | {
      readonly kind: "chmod";
      readonly path: RelPath;
      readonly disk: DiskState;
      readonly wanted: WantedFile;
    }
  | { readonly kind: "delete"; readonly path: RelPath; readonly disk: DiskState }
  /** Created after the instant and left alone; `isUnknown`: or there at that instant already, nobody knows. */
  | {
      readonly kind: "kept_newer";
      readonly path: RelPath;
      readonly disk: DiskState;
      readonly isUnknown?: true;
    }
  /** Differs from the target and left alone because of `overwrite`. */
  | {
      readonly kind: "kept_changed";
      readonly path: RelPath;
      readonly disk: DiskState;
      readonly wanted: WantedFile;
    }
  /** Cannot be done safely; nothing is applied to this path. */
  | {
      readonly kind: "refused";
      readonly path: RelPath;
      readonly why: RefusalReason;
      /** For `collides`: the path that the file system takes for the same. */
      readonly other?: RelPath;
      /** For `content_thinned`: the version nearest in time whose content is kept. */
      readonly nearest?: SnapshotId;
    };

/** Effects of a restore, in path order, without what is already as wanted. */
export interface RestorePlan {
  /** `pl-` and 8 hex digits: a digest of request and actions. Equal plans have equal ids. */
  readonly id: string;
  readonly request: RestoreRequest;
  readonly actions: readonly RestoreAction[];
  /** Files already as wanted. */
  readonly unchanged: number;
}

/** Plans a restore: says for every path what would happen and why. Changes nothing, pauses at each path. */
export function* planRestore(request: RestoreRequest, facts: RestoreFacts): Steps<RestorePlan> {
  const collisions = yield* readCollisions(request, facts);
  const actions: RestoreAction[] = [];
  const size = new PlanSize();
  const removed = new Set<RelPath>();
  for (const path of facts.newer) {
    const action = refuseName(path, collisions, facts) ?? decideNewer(path, request, facts);
    if (action?.kind === "delete") removed.add(path);
    keep(action, path, { actions, facts, size });
    yield;
  }
  for (const { path, nearest } of facts.thinned ?? []) {
    const known = nearest === undefined ? {} : { nearest };
    actions.push({ kind: "refused", path, why: "content_thinned", ...known });
    size.count(false);
  }
  const way: Way = { removed, emptied: yield* emptiedBy(removed, facts.entries) };
  const world = { ...facts, ...way, files: yield* readFiles(request, facts) };
  let unchanged = 0;
  for (const wanted of facts.wanted) {
    yield;
    if (wanted === undefined) continue;
    const { path } = wanted;
    const action = refuseName(path, collisions, facts) ?? decideWanted(wanted, request, world);
    if (action === undefined) unchanged += 1;
    keep(action, path, { actions, facts, size });
  }
  const inOrder = yield* sortInSteps(actions, byPath);
  const digest = yield* fingerprint(request, inOrder, facts.digest);
  return { id: `pl-${digest.slice(0, 8)}`, request, actions: inOrder, unchanged };
}

interface Kept {
  readonly actions: RestoreAction[];
  readonly facts: RestoreFacts;
  readonly size: PlanSize;
}

/** Of a path that nothing is done to only what a person is to read is kept. */
function keep(
  action: RestoreAction | undefined,
  path: RelPath,
  { actions, facts, size }: Kept,
): void {
  if (action !== undefined) {
    actions.push(action);
    size.count(isDone(action));
  }
  if (action === undefined || action.kind === "refused" || !isDone(action)) facts.onLeft?.(path);
}

/** Of several instants a file and what lay in a directory of its name may both be wanted. */
function* readFiles({ target }: RestoreRequest, facts: RestoreFacts): Steps<ReadonlySet<RelPath>> {
  return new Set("ids" in target ? yield* wantedPaths(facts) : []);
}

/** Paths that the plan itself clears out of the way. */
interface Way {
  readonly removed: ReadonlySet<RelPath>;
  readonly emptied: ReadonlySet<RelPath>;
}

/**
 * Finds the names that collide. A file that is only listed as newer stands on the disk already and
 * is in nobody's way.
 */
function* readCollisions(
  { deletions }: RestoreRequest,
  facts: RestoreFacts,
): Steps<ReadonlyMap<RelPath, RelPath>> {
  const { newer, names = exactNames } = facts;
  if (!names.foldsCase && !names.normalizes) return new Map();
  const written = yield* wantedPaths(facts);
  return refuseCollisions(deletions === "remove" ? [...written, ...newer] : written, names);
}

/** Refuses what a tampered timeline could name to reach beyond the project, or one file by two names. */
function refuseName(
  path: RelPath,
  collisions: ReadonlyMap<RelPath, RelPath>,
  { names = exactNames }: RestoreFacts,
): RestoreAction | undefined {
  const why = refusePath(path, names);
  if (why !== undefined) return { kind: "refused", path, why };
  const other = collisions.get(path);
  return other === undefined ? undefined : { kind: "refused", path, why: "collides", other };
}

function decideWanted(
  wanted: WantedFile,
  request: RestoreRequest,
  facts: RestoreFacts & Way & { readonly files: ReadonlySet<RelPath> },
): RestoreAction | undefined {
  const { path } = wanted;
  if (isBelowOne(path, facts.files))
    return { kind: "refused", path, why: "parent_is_not_a_directory" };
  // Asked before the disk: through a link among the parents it would show somebody else's files.
  const obstacle = facts.obstacle(path);
  if (obstacle !== undefined && !facts.removed.has(obstacle))
    return { kind: "refused", path, why: "parent_is_not_a_directory" };
  const disk: DiskState = obstacle === undefined ? facts.disk(path) : { kind: "absent" };
  const part = request.hunks?.find((one) => one.path === path);
  if (part !== undefined) return decideChosen(wanted, disk, part, facts);
  if (disk.kind === "special" || disk.kind === "unreadable")
    return { kind: "refused", path, why: `${disk.kind}_file_in_the_way` };
  if (disk.kind === "directory" && !facts.emptied.has(path))
    return { kind: "refused", path, why: "directory_in_the_way" };
  return decideContent({ path, disk, wanted }, request, facts);
}

function isBelowOne(path: RelPath, files: ReadonlySet<RelPath>): boolean {
  if (files.size === 0) return false;
  for (let at = parentPath(path); at !== ""; at = parentPath(at)) if (files.has(at)) return true;
  return false;
}

function decideContent(
  subject: Pick<Extract<RestoreAction, { kind: "write" }>, "path" | "disk" | "wanted">,
  request: RestoreRequest,
  facts: RestoreFacts,
): RestoreAction | undefined {
  const { path, disk, wanted } = subject;
  const isThere = disk.kind === "file" || disk.kind === "link";
  const isSame = isThere && disk.hash === wanted.hash;
  if (isSame && isSameMode(disk.mode, wanted.mode) && request.overwrite !== "always")
    return undefined;
  // Neither was ever kept: what stands there is left, as what no rule lets in.
  if (wanted.unrecordable !== undefined && isThere && disk.snapshot === null) return undefined;
  if (isThere && request.overwrite === "never") return { kind: "kept_changed", ...subject };
  if (!facts.isKept(wanted.hash, wanted.bytes)) {
    return { kind: "refused", path, why: whyMissing(wanted) };
  }
  const isModeOnly = isSame && !isSameMode(disk.mode, wanted.mode);
  return { kind: isModeOnly ? "chmod" : "write", ...subject };
}

/** The mode stays that on disk: it is none of the hunks. */
function decideChosen(
  wanted: WantedFile,
  disk: DiskState,
  { path, chosen }: ChosenHunks,
  facts: RestoreFacts,
): RestoreAction | undefined {
  if (disk.kind !== "file" || disk.hash === null || isLinkMode(wanted.mode)) {
    return { kind: "refused", path, why: "not_a_text_file" };
  }
  if (!facts.isKept(wanted.hash, wanted.bytes)) {
    return { kind: "refused", path, why: whyMissing(wanted) };
  }
  invariant(facts.choose !== undefined, "who asks for hunks can choose them");
  const content = facts.choose(wanted, disk.hash, chosen);
  if (content === undefined) return { kind: "refused", path, why: "no_such_hunk" };
  if (content.hash === disk.hash) return undefined;
  return { kind: "write", path, disk, wanted: { ...wanted, ...content, mode: disk.mode } };
}

function decideNewer(
  path: RelPath,
  request: RestoreRequest,
  facts: RestoreFacts,
): RestoreAction | undefined {
  if (facts.obstacle(path) !== undefined) return undefined;
  const disk = facts.disk(path);
  if (disk.kind !== "file" && disk.kind !== "link") return undefined;
  // Only what is recorded may be deleted: the content must be one the timeline can give back.
  const isRecorded = disk.snapshot !== null;
  if (!facts.isAbsent(path)) return { kind: "kept_newer", path, disk, isUnknown: true };
  const isRemoved = request.deletions === "remove" && isRecorded;
  return { kind: isRemoved ? "delete" : "kept_newer", path, disk };
}

/** A digest of all that makes a plan another: no row ids, which may be new ones of the same, and nothing that stays. */
function* fingerprint(
  request: RestoreRequest,
  actions: readonly RestoreAction[],
  digest: RestoreFacts["digest"],
): Steps<string> {
  const done = yield* sayInSlices(sayActions(actions), digest);
  const { target, within, include, exclude } = request;
  const asked = [target, within.map(pathToColumn), include, exclude];
  return digest(JSON.stringify([asked, request.deletions, request.overwrite, done]));
}

function* sayActions(actions: readonly RestoreAction[]): Generator<unknown> {
  for (const action of actions) {
    if (!isDone(action)) continue;
    const disk = "disk" in action ? action.disk : { kind: undefined };
    const isFile = "hash" in disk;
    const before = isFile ? [disk.kind, disk.stamp ?? disk.hash, disk.mode] : [disk.kind];
    const after = "wanted" in action ? [action.wanted.hash, action.wanted.mode] : [];
    yield [action.kind, pathToColumn(action.path), before, after];
  }
}

/** Why a file is not touched, in the word that every program gets; `undefined`: nothing is to be said. */
export function whyUntouched(action: RestoreAction): string | undefined {
  if (action.kind === "refused") return action.why;
  return action.kind === "kept_newer" && action.isUnknown === true ? "absence_unknown" : undefined;
}

/** False for a file that is only named: a log that goes on growing is no reason to refuse a plan. */
function isDone({ kind }: RestoreAction): boolean {
  return kind !== "kept_newer" && kind !== "kept_changed";
}
