import { absPathToColumn, type Turn, UnfError } from "@unf/core/base";
import type { UndoPlan } from "@unf/core/operations";
import type { UndoOutcome } from "@unf/core/orders";
import type { TimelineReader } from "@unf/core/ports";
import type { Operation } from "@unf/core/timeline";
import type { Progress } from "@unf/protocol";
import { createUndoCounter } from "../orders/count-writes.ts";
import { readGoneWarnings } from "../orders/gone-root.ts";
import { hasEffect, outcomesOfUndo } from "../orders/outcomes.ts";
import { type Orderer, type Outcome, sendOrder } from "../orders/send-order.ts";
import { readGitWarnings } from "../orders/unfinished-git.ts";
import { nextCommand } from "../parts/next-command.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { Writer } from "../ports/recording.ts";
import type { OpenScope } from "../scope/open-scope.ts";
import { parseOperationWord } from "../scope/operation-word.ts";
import type { InversionQuestion } from "./question.ts";

/** An undo or redo that is planned, and what the plan would do. */
export interface Inversion {
  /** The command; to undo an undo is a redo, as the plan says then. */
  readonly asked: "undo" | "redo";
  readonly scope: OpenScope;
  readonly plan: UndoPlan;
  readonly actions: readonly UndoOutcome[];
  /** The operation that a person had ordered at first. */
  readonly origin: Operation;
  /** The command that takes it back once it is done. */
  readonly back: string;
  /** Facts that a person should know before saying yes. */
  readonly warnings: readonly string[];
}

/**
 * Plans what the undo or redo would do right now. Throws `pending` while an operation is under way.
 */
export async function planInversion(
  asker: Asker,
  scope: OpenScope,
  { kind, operation }: InversionQuestion,
  turn?: Turn,
): Promise<Inversion> {
  const { reader, project } = scope;
  const asked = operation === undefined ? null : parseOperationWord(operation);
  const plan = await reader.planInvert(kind, asked, turn);
  const origin = originOf(reader.timeline, findOperation(reader.timeline, plan.inverts));
  const other = plan.kind === "undo" ? "redo" : "undo";
  const back = nextCommand(asker, project, [other, `op-${origin.id}`]);
  const fileSystem = await asker.fileSystem();
  const warnings = [
    ...readGoneWarnings(asker, fileSystem, project.root),
    ...readGitWarnings(fileSystem, project.root),
  ];
  const actions = outcomesOfUndo(plan, createUndoCounter(reader));
  return { asked: kind, scope, plan, actions, origin, back, warnings };
}

/**
 * True where newer changes are in the way everywhere. Files that are all as wanted are another matter: the
 * operation is taken back, and the next undo goes one further.
 */
export function isHopeless({ actions }: Pick<Inversion, "actions">): boolean {
  return actions.length > 0 && !hasEffect(actions);
}

/** True where no operation has been finished that has begun. */
export function isPending(thrown: unknown): boolean {
  return thrown instanceof UnfError && thrown.code === "pending";
}

/**
 * Waits until an operation under way, or left half done, is finished: a flush is answered only
 * then.
 */
export async function awaitFinished(
  { wiring, reader }: OpenHome,
  { project }: OpenScope,
  onProgress?: (progress: Progress) => void,
): Promise<void> {
  await using writer = await wiring.openWriter(reader.home, "process");
  await writer.request("flush", { root: absPathToColumn(project.root) }, onProgress);
}

/** Has exactly this plan carried out. `argv`: the words that are kept with the operation. */
export function carryOutInversion(
  home: OpenHome,
  { asked, scope, plan: { id, inverts }, actions }: Inversion,
  argv: readonly string[],
  orderer: Orderer = {},
): Promise<Outcome<UndoOutcome["action"]>> {
  const params = {
    root: absPathToColumn(scope.project.root),
    kind: asked,
    operation: inverts,
    plan: id,
    brief: true,
    argv,
  } as const;
  const send = (writer: Writer) => writer.request("invert", params, orderer.onProgress);
  return sendOrder(home, { scope, plan: { id, actions }, send }, orderer);
}

/** The operation with this number. Throws `not_found`. */
function findOperation(timeline: TimelineReader, id: number): Operation {
  const operation = timeline.operation(id);
  if (operation !== undefined) return operation;
  throw new UnfError("not_found", `there is no op-${id} in this project`, { hint: "unf ops" });
}

/** The operation that a person had ordered before anything of it was undone or redone. */
function originOf(timeline: TimelineReader, operation: Operation): Operation {
  const { id, inverts } = operation;
  if (inverts === null) return operation;
  if (inverts < id) return originOf(timeline, findOperation(timeline, inverts));
  // Only an older one can have been taken back: a damaged record must not lead in a circle.
  throw new UnfError("store_damaged", `the record of op-${id} is damaged`, { hint: "unf verify" });
}
