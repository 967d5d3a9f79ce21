import type { BlobId } from "../base/brand.ts";
import type { Steps } from "../base/steps.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import type { Step } from "../timeline/operation.ts";
import { planDirectories } from "./directory-steps.ts";
import { type Deeds, fingerprintOf, takeBack } from "./take-back.ts";
import type { ChosenHunks } from "./take-part.ts";
import type { UndoFacts } from "./undo-facts.ts";
import type { UndoAction } from "./undo-plan.ts";

/** Effects of taking back a turn, a session or a burst, in path order. */
export interface OopsPlan {
  /** `pl-` and 8 hex digits. Equal plans have equal ids. */
  readonly id: string;
  readonly actions: readonly UndoAction[];
  /** Files already as wanted. */
  readonly unchanged: number;
}

export interface PlannedOops {
  readonly plan: OopsPlan;
  /** In path order; with the directories, which the plan leaves out. */
  readonly steps: readonly Step[];
  /** Merged texts that steps write and that are recorded nowhere yet. */
  readonly contents: ReadonlyMap<BlobId, Uint8Array>;
}

/**
 * Plans to take back what was done to files in a scope, and changes nothing. `scope` names it: it
 * becomes part of the plan's id. Files that the scope made go when they are untouched since, files it
 * deleted come back, and what others wrote before, between or since stays.
 */
export function* planOops(
  scope: string,
  deeds: Deeds,
  facts: UndoFacts,
  hunks?: readonly ChosenHunks[],
): Steps<PlannedOops> {
  const { actions, changes, contents, unchanged } = yield* takeBack(deeds, facts, hunks);
  const steps = yield* planDirectories(changes, {
    modeOf: (path) => {
      const now = facts.now(path);
      return now.kind === "directory" ? now.mode : undefined;
    },
    entries: facts.entries,
    ...(facts.formerMode === undefined ? {} : { formerMode: facts.formerMode }),
  });
  const said = yield* fingerprintOf(steps, actions, facts.digest);
  const digest = facts.digest(encodeUtf8(JSON.stringify([scope, ...said])));
  return { plan: { id: `pl-${digest.slice(0, 8)}`, actions, unchanged }, steps, contents };
}
