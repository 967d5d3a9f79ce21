import type { Steps } from "../base/steps.ts";
import { type DirectoryFacts, planDirectories } from "../operations/directory-steps.ts";
import type { Step, StepState } from "../timeline/operation.ts";
import type { RestoreAction, RestorePlan } from "./plan.ts";
import type { DiskState } from "./restore-facts.ts";

/** Plans the step at each path that carries the plan out, directories included, in path order. */
export function* planRestoreSteps(plan: RestorePlan, facts: DirectoryFacts): Steps<Step[]> {
  const chosen = new Set(plan.request.hunks?.map(({ path }) => path));
  const changes: Step[] = [];
  for (const action of plan.actions) {
    const change = toChange(action, chosen.has(action.path));
    if (change !== undefined) changes.push(change);
    yield;
  }
  return yield* planDirectories(changes, facts);
}

/** `isChosen`: only some hunks of the version are wanted, which makes it a content of no version. */
function toChange(action: RestoreAction, isChosen: boolean): Step | undefined {
  switch (action.kind) {
    case "write":
    case "chmod": {
      const { hash, bytes, mode } = action.wanted;
      const snapshot = isChosen ? null : action.wanted.snapshot;
      const to = { kind: "recorded", hash, bytes, mode, snapshot } as const;
      return { path: action.path, from: toState(action.disk), to };
    }
    case "delete":
      return { path: action.path, from: toState(action.disk), to: absent };
    default:
      return undefined;
  }
}

/** One for all: there may be hundreds of thousands. */
const absent = { kind: "absent" } as const;

/** Content that no row holds is kept in the rescue directory of the operation. */
function toState(disk: DiskState): StepState {
  switch (disk.kind) {
    case "absent":
      return absent;
    case "directory":
      return { kind: "directory", mode: disk.mode };
    case "special":
    case "unreadable":
      return { kind: "rescued", operation: null, bytes: 0, mode: 0 };
    default: {
      const { hash, bytes, mode, snapshot } = disk;
      return hash === null || snapshot === null
        ? { kind: "rescued", operation: null, bytes, mode }
        : { kind: "recorded", hash, bytes, mode, snapshot };
    }
  }
}
