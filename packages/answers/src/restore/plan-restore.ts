import { absPathToColumn, isWithin, joinPath, type Turn } from "@unf/core/base";
import type { RestoreOutcome } from "@unf/core/orders";
import { handedOver } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import type { RestorePlan } from "@unf/core/restore";
import { createWriteCounter } from "../orders/count-writes.ts";
import { readGoneWarnings } from "../orders/gone-root.ts";
import { outcomesOfRestore } from "../orders/outcomes.ts";
import { type Orderer, type Outcome, sendOrder } from "../orders/send-order.ts";
import { readGitWarnings } from "../orders/unfinished-git.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { Writer } from "../ports/recording.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import type { RestoreQuestion } from "./question.ts";
import { type Asked, readRequest } from "./read-request.ts";

/** A restore that is asked for, before anything is looked at. */
export interface AskedRestore {
  readonly scope: OpenScope;
  readonly asked: Asked;
}

/** A restore that is planned, and what the plan would do. */
export interface PlannedRestore extends AskedRestore {
  readonly plan: RestorePlan;
  readonly actions: readonly RestoreOutcome[];
  /** Facts that a person should know before saying yes. */
  readonly warnings: readonly string[];
}

/** Finds the project, the files and the instant that are meant. */
export async function readRestore(
  asker: Asker,
  question: RestoreQuestion,
  home: OpenHome,
): Promise<AskedRestore> {
  const scope = openScope(asker, home, question.paths);
  return { scope, asked: await readRequest(asker, question, scope) };
}

/**
 * Reads whether the project's directory is there, and what git has begun in the checkout around it. Warns of what is left alone although
 * it was recorded here once.
 */
export async function readWarnings(
  asker: Asker,
  { reader, within, project }: OpenScope,
): Promise<readonly string[]> {
  const fileSystem = await asker.fileSystem();
  const warnings = [
    ...readGoneWarnings(asker, fileSystem, project.root),
    ...readGitWarnings(fileSystem, project.root),
  ];
  for (const path of handedOver(reader.timeline)) {
    if (within.length > 0 && !within.some((one) => isWithin(one, path))) continue;
    const name = escapeForDisplay(path);
    asker.warn(
      `${name} is a project of its own and is left alone: unf restore --project ${joinPath(project.root, path)}`,
    );
  }
  return warnings;
}

/** Plans what the restore would do right now. */
export async function planRestore(
  { scope, asked }: AskedRestore,
  warnings: readonly string[],
  turn?: Turn,
): Promise<PlannedRestore> {
  const plan = await scope.reader.planRestore(asked.request, turn);
  const actions = outcomesOfRestore(plan, createWriteCounter(scope.reader));
  return { scope, asked, plan, actions, warnings };
}

/** Has exactly this plan carried out. `argv`: the words that are kept with the operation. */
export function carryOutRestore(
  home: OpenHome,
  { scope, asked, plan: { id }, actions }: PlannedRestore,
  argv: readonly string[],
  orderer: Orderer = {},
): Promise<Outcome<RestoreOutcome["action"]>> {
  const root = absPathToColumn(scope.project.root);
  const params = { root, plan: id, brief: true, argv, ...asked.request } as const;
  const send = (writer: Writer) => writer.request("restore", params, orderer.onProgress);
  return sendOrder(home, { scope, plan: { id, actions }, send }, orderer);
}
