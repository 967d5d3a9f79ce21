import { absPathToColumn, type Turn } from "@unf/core/base";
import type { OopsRequest, OopsWork } from "@unf/core/operations";
import type { UndoOutcome } from "@unf/core/orders";
import type { TimelineReader } from "@unf/core/ports";
import { requireTurn } from "@unf/core/sessions";
import type { TurnWord } from "@unf/core/time";
import { createUndoCounter } from "../orders/count-writes.ts";
import { outcomesOfUndo } from "../orders/outcomes.ts";
import { type Orderer, type Outcome, sendOrder } from "../orders/send-order.ts";
import type { OpenHome } from "../ports/asker.ts";
import type { OopsPreview } from "../ports/history.ts";
import type { Writer } from "../ports/recording.ts";
import type { OpenScope } from "../scope/open-scope.ts";

/**
 * The work to take back: of the files and directories that `paths` names, of all where it names none. A
 * turn is named by its number, or as its agent calls the prompt.
 */
export type OopsQuestion = (
  | Exclude<OopsWork, { readonly kind: "turns" }>
  | { readonly kind: "turns"; readonly turns: readonly TurnWord[] }
) & {
  readonly paths?: readonly string[];
  /** `list`: all of it, and its hunks are numbered. Else only these. */
  readonly hunks?: "list" | NumberedHunks;
};

/** Hunks of the one file with lines that a plan changes. */
export interface NumberedHunks {
  /** The plan in which they were counted. */
  readonly plan: string;
  /** From 1 on. */
  readonly numbers: readonly number[];
}

/** An oops that is planned, and what the plan would do. */
export interface PlannedOops extends OopsPreview {
  readonly scope: OpenScope;
  readonly request: OopsRequest;
  readonly actions: readonly UndoOutcome[];
}

/**
 * Plans what the oops would do right now. Throws `not_found` where there is nothing to take back.
 */
export async function planOops(
  scope: OpenScope,
  request: OopsRequest,
  turn?: Turn,
): Promise<PlannedOops> {
  const preview = await scope.reader.planOops(request, turn);
  const count = createUndoCounter(scope.reader, preview.contents);
  return { ...preview, scope, request, actions: outcomesOfUndo(preview.plan, count) };
}

/** Finds what the question means in this project, whose scope was opened with its paths. Throws `not_found`. */
export function toOopsRequest(
  { reader, within }: Pick<OpenScope, "reader" | "within">,
  { paths: _, hunks: __, ...asked }: OopsQuestion,
): OopsRequest {
  const work = toWork(reader.timeline, asked);
  return within.length === 0 ? work : { ...work, within };
}

function toWork(timeline: TimelineReader, asked: OopsQuestion): OopsWork {
  if (asked.kind !== "turns") return asked;
  return { kind: "turns", turns: asked.turns.map((turn) => requireTurn(timeline, turn).id) };
}

/** Has exactly this plan carried out. `argv`: the words that are kept with the operation. */
export function carryOutOops(
  home: OpenHome,
  { scope, request, plan: { id }, actions }: PlannedOops,
  argv: readonly string[],
  orderer: Orderer = {},
): Promise<Outcome<UndoOutcome["action"]>> {
  const params = {
    root: absPathToColumn(scope.project.root),
    wish: request,
    plan: id,
    brief: true,
    argv,
  } as const;
  const send = (writer: Writer) => writer.request("oops", params, orderer.onProgress);
  return sendOrder(home, { scope, plan: { id, actions }, send }, orderer);
}
