import type { BlobId, RelPath } from "../base/brand.ts";
import type { Steps } from "../base/steps.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import type { JournalStep, Step, StepState } from "../timeline/operation.ts";
import type { FileMode } from "../timeline/snapshot.ts";
import { type DirectoryFacts, planDirectories } from "./directory-steps.ts";
import { type Deeds, fingerprintOf, takeBack } from "./take-back.ts";
import type { PathDeeds } from "./take-path.ts";
import type { UndoFacts } from "./undo-facts.ts";
import type { UndoPlan } from "./undo-plan.ts";

/** A planned undo with the steps that carry it out, and the contents they need. */
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
  /** … and what it did, gone through more than once; what it could not do is left out. */
  readonly steps: Iterable<DoneStep>;
}

type DoneStep = Step & Partial<Pick<JournalStep, "failure">>;

/**
 * Plans to take back an operation: says for every path it touched what would happen and why, and
 * changes nothing. What was changed since is merged or stays: an undo takes nobody else's work away.
 */
export function* planUndo(request: UndoRequest, facts: UndoFacts): Steps<PlannedUndo> {
  const { kind, inverts } = request;
  const directories: Step[] = [];
  for (const step of request.steps) {
    yield;
    if (typeof step.failure !== "string" && isDirectory(step)) directories.push(step);
  }
  // Made anew each time: kept, they would be as much again as the steps.
  const deeds: Deeds = { [Symbol.iterator]: () => eachDeed(request) };
  const { actions, changes, contents, unchanged } = yield* takeBack(deeds, facts);
  const steps = yield* planDirectories(changes, directoriesOf(directories, facts));
  const said = yield* fingerprintOf(steps, actions, facts.digest);
  const digest = facts.digest(encodeUtf8(JSON.stringify([kind, inverts, ...said])));
  const plan: UndoPlan = { id: `pl-${digest.slice(0, 8)}`, kind, inverts, actions, unchanged };
  return { plan, steps, contents };
}

function* eachDeed({ steps, inverts }: UndoRequest): Generator<PathDeeds, undefined> {
  for (const step of steps)
    if (typeof step.failure !== "string" && !isDirectoryOnly(step))
      yield { path: step.path, runs: [nameRescue(step, inverts)] };
}

/** A rescue that a step calls its operation's own, by that operation's number. */
function nameRescue(step: Step, inverts: number): Step {
  const { path, from, to } = step;
  if (from.kind !== "rescued" && to.kind !== "rescued") return step;
  const name = (state: StepState): StepState =>
    state.kind === "rescued" ? { ...state, operation: state.operation ?? inverts } : state;
  return { path, from: name(from), to: name(to) };
}

/** True for a step that only made or removed a directory: that follows from the files. */
function isDirectoryOnly(step: Step): boolean {
  const isOneOrNone = ({ kind }: StepState) => kind === "directory" || kind === "absent";
  return isDirectory(step) && isOneOrNone(step.from) && isOneOrNone(step.to);
}

function isDirectory({ from, to }: Step): boolean {
  return from.kind === "directory" || to.kind === "directory";
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
    formerMode: (path) => former.get(path) ?? facts.formerMode?.(path),
    mayRemove: (path) => made.has(path),
  };
}
