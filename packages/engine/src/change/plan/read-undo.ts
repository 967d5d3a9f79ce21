import { type RelPath, type SnapshotId, type Steps, UnfError } from "@unf/core/base";
import {
  decideRedo,
  decideUndo,
  type InvertDecision,
  type PlannedUndo,
  planUndo,
} from "@unf/core/operations";
import type { Operation, Step } from "@unf/core/timeline";
import { allOperations } from "./all-operations.ts";
import { eachStep } from "./each-step.ts";
import type { PlanPorts } from "./read-plan.ts";
import { readUndoFacts } from "./read-undo-facts.ts";
import { type SeenStats, StatTable } from "./stat-table.ts";

/** A planned undo or redo, and what the disk looked like to it. */
export interface SeenUndo extends PlannedUndo {
  readonly inverts: Operation;
  readonly seen: SeenStats;
}

/**
 * Finds what is to be taken back (`undefined`: the last that can be), reads the disk where it worked
 * and plans. Changes nothing. Throws `not_found` when there is nothing to take back, `pending` while
 * an earlier operation is not finished. It pauses: what changes meanwhile is found when the plan is
 * carried out.
 */
export function* undoInSteps(
  ports: PlanPorts,
  kind: "undo" | "redo",
  asked: number | undefined,
): Steps<SeenUndo> {
  const decide = kind === "undo" ? decideUndo : decideRedo;
  const decision = decide(allOperations(ports.timeline), asked ?? null);
  if (decision.kind !== "invert") throw nothingToInvert(decision, kind);
  const { inverts } = decision;
  const steps = new Map<RelPath, Step>();
  for (const { path, from, to, failure } of eachStep(ports.timeline, inverts.id)) {
    // A step that was not carried out is not to be taken back.
    if (failure === null) steps.set(path, { path, from, to });
    yield;
  }
  if (steps.size === 0 && inverts.files > 0) throw agedOut(inverts, kind);
  const seen = new StatTable();
  const each = { [Symbol.iterator]: () => steps.values() };
  const request = { kind: decision.as, inverts: inverts.id, steps: each };
  const statesOf = (path: RelPath) => {
    const step = steps.get(path);
    return step === undefined ? [] : [step.from, step.to];
  };
  const since = { id: inverts.before as SnapshotId };
  const facts = readUndoFacts(ports, { statesOf, operation: inverts.id, since, seen });
  return { ...(yield* planUndo(request, facts)), inverts, seen };
}

function agedOut({ id }: Operation, kind: "undo" | "redo"): UnfError {
  return new UnfError("not_found", `op-${id} is too old to ${kind}: its record is no longer kept`, {
    hint: `unf restore --at op:${id} brings back what stood before it; unf config get retention.operations`,
  });
}

function nothingToInvert(
  decision: Exclude<InvertDecision, { readonly kind: "invert" }>,
  kind: "undo" | "redo",
): UnfError {
  switch (decision.kind) {
    case "nothing":
      return new UnfError("not_found", `there is nothing to ${kind}`, { hint: "unf ops" });
    case "unknown":
      return new UnfError("not_found", `there is no op-${decision.id} in this project`, {
        hint: "unf ops",
      });
    case "abandoned":
      return new UnfError("not_found", `op-${decision.id} changed nothing`, { hint: "unf ops" });
    case "unfinished":
      return new UnfError("pending", `op-${decision.id} is not finished yet`, {
        hint: "the daemon finishes it by itself; unf status says how far it is",
      });
    case "taken_back":
      return new UnfError("not_found", `op-${decision.id} was taken back by op-${decision.by}`, {
        hint: kind === "undo" ? `unf redo op-${decision.by}` : `unf undo op-${decision.by}`,
      });
    case "stands":
      return new UnfError("not_found", `op-${decision.id} was not undone`, { hint: "unf ops" });
  }
}
