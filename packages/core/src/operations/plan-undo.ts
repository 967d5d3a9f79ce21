import type { BlobId, RelPath } from "../base/brand.ts";
import { comparePaths, pathToColumn } from "../base/path.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { refuseCollisions } from "../restore/refuse-collisions.ts";
import { exactNames } from "../restore/safe-path.ts";
import type { JournalStep, Step, StepState } from "../timeline/operation.ts";
import type { FileMode } from "../timeline/snapshot.ts";
import { type ClearedWay, decideStep, type StepOutcome } from "./decide-step.ts";
import { type DirectoryFacts, emptiedBy, isContent, planDirectories } from "./directory-steps.ts";
import { isSameContent } from "./step-state.ts";
import type { UndoFacts } from "./undo-facts.ts";
import type { UndoAction, UndoPlan } from "./undo-plan.ts";

/** What taking back an operation takes. */
export interface PlannedUndo {
  readonly plan: UndoPlan;
  /** In path order; with the directories, which the plan leaves out. */
  readonly steps: readonly Step[];
  /** Merged texts that steps write and that are recorded nowhere yet. */
  readonly contents: ReadonlyMap<BlobId, Uint8Array>;
}

/** The taking back of an operation. */
export interface UndoRequest {
  readonly kind: UndoPlan["kind"];
  /** The operation that is taken back, … */
  readonly inverts: number;
  /** … and what it did. */
  readonly steps: readonly JournalStep[];
}

/**
 * Plans to take back an operation: says for every path it touched what would happen and why, and
 * changes nothing. What was changed since is merged or stays: an undo takes nobody else's work away.
 */
export function planUndo(request: UndoRequest, facts: UndoFacts): PlannedUndo {
  const { kind, inverts } = request;
  const inverted = request.steps.filter(({ failure }) => failure === null);
  const resolved = inverted.map((step) => nameRescue(step, inverts));
  const files = resolved.filter((one) => !isDirectoryOnly(one));
  const way = findWay(files, facts);
  const actions: UndoAction[] = [];
  const changes: Step[] = [];
  const contents = new Map<BlobId, Uint8Array>();
  let unchanged = 0;
  const collisions = refuseCollisions(
    files.map(({ path }) => path),
    facts.names ?? exactNames,
  );
  for (const step of files) {
    const other = collisions.get(step.path);
    const outcome: StepOutcome =
      other === undefined
        ? decideStep(step, facts, way)
        : { kind: "refused", why: "collides", other };
    actions.push(...toActions(step.path, outcome));
    if (outcome.kind === "unchanged") unchanged += 1;
    if (outcome.kind !== "put") continue;
    changes.push(outcome.step);
    const { to } = outcome.step;
    if (outcome.merge !== undefined && to.kind === "recorded") {
      contents.set(to.hash, outcome.merge.bytes);
    }
  }
  const steps = planDirectories(changes, directoriesOf(resolved, facts));
  actions.sort((a, b) => comparePaths(a.path, b.path));
  const digest = facts.digest(encodeUtf8(fingerprint(request, steps, actions)));
  const plan: UndoPlan = { id: `pl-${digest.slice(0, 8)}`, kind, inverts, actions, unchanged };
  return { plan, steps, contents };
}

/** A rescue that a step calls its operation's own, by that operation's number. */
function nameRescue({ path, from, to }: Step, inverts: number): Step {
  const name = (state: StepState): StepState =>
    state.kind === "rescued" ? { ...state, operation: state.operation ?? inverts } : state;
  return { path, from: name(from), to: name(to) };
}

/** True for a step that only made or removed a directory: that follows from the files. */
function isDirectoryOnly({ from, to }: Step): boolean {
  const isDirectory = from.kind === "directory" || to.kind === "directory";
  return isDirectory && [from, to].every(({ kind }) => kind === "directory" || kind === "absent");
}

/** What is removed by taking back, and the directories that hold nothing any more then. */
function findWay(files: readonly Step[], facts: UndoFacts): ClearedWay {
  const outcomes = files.map((step) => decideStep(step, facts));
  const removed = new Set(
    outcomes.flatMap((outcome) =>
      outcome.kind === "put" && !isContent(outcome.step.to) ? [outcome.step.path] : [],
    ),
  );
  return { removed, emptied: emptiedBy(removed, facts.entries) };
}

/** Directories come back as they were; those that go are only those that the operation made. */
function directoriesOf(inverted: readonly Step[], facts: UndoFacts): DirectoryFacts {
  const former = new Map<RelPath, FileMode>();
  const made = new Set<RelPath>();
  for (const { path, from, to } of inverted) {
    if (from.kind === "directory") former.set(path, from.mode);
    if (to.kind === "directory") made.add(path);
  }
  return {
    modeOf: (path) => {
      const now = facts.now(path);
      return now.kind === "directory" ? now.mode : undefined;
    },
    entries: facts.entries,
    formerMode: (path) => former.get(path),
    mayRemove: (path) => made.has(path),
  };
}

function toActions(path: RelPath, outcome: StepOutcome): UndoAction[] {
  switch (outcome.kind) {
    case "unchanged":
      return [];
    case "refused":
    case "kept":
      return [{ path, ...outcome }];
    case "overlapping":
      return [{ kind: "kept", path, why: "overlaps", overlaps: outcome.overlaps }];
    case "put": {
      const { from, to } = outcome.step;
      const kind = actionKind(from, to);
      const overlaps = outcome.merge?.overlaps ?? [];
      const merged = outcome.merge !== undefined && kind === "write";
      const action: UndoAction = { kind, path, from, to, merged };
      return overlaps.length === 0
        ? [action]
        : [action, { kind: "kept", path, why: "overlaps", overlaps }];
    }
  }
}

function actionKind(from: StepState, to: StepState): "write" | "chmod" | "delete" {
  if (to.kind === "absent" || to.kind === "directory") return "delete";
  const isModeOnly = from.kind === "recorded" && to.kind === "recorded" && isSameContent(from, to);
  return isModeOnly ? "chmod" : "write";
}

/** Everything that makes one plan another: row ids are left out, as the same bytes may be recorded meanwhile. */
function fingerprint(
  { kind, inverts }: UndoRequest,
  steps: readonly Step[],
  actions: readonly UndoAction[],
): string {
  const done = steps.map(({ path, from, to }) => [
    pathToColumn(path),
    sayState(from),
    sayState(to),
  ]);
  const left = actions.flatMap((action) =>
    "why" in action ? [[action.kind, pathToColumn(action.path), action.why]] : [],
  );
  return JSON.stringify([kind, inverts, done, left]);
}

function sayState(state: StepState): readonly unknown[] {
  return Object.entries(state).flatMap(([field, value]) => (field === "snapshot" ? [] : [value]));
}
