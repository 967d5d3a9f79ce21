import type { RelPath } from "@unf/core/base";
import { planTakenBack } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import type { Operation } from "@unf/core/timeline";
import { operationName } from "../parts/names.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import { parseOperationWord } from "../scope/operation-word.ts";
import type { OpsQuestion } from "./question.ts";
import { openTookBack, type TookBack } from "./took-back.ts";

/** An operation in a listing, and the one that took it back. */
export interface ListedOperation {
  readonly operation: Operation;
  readonly undoneBy: number | undefined;
  /** Doers whose work an `oops` took back. */
  readonly tookBack: readonly TookBack[];
  /** Paths that it was to change and did not. */
  readonly left: readonly LeftStep[];
}

export interface LeftStep {
  readonly path: RelPath;
  /** The system's code or a word. */
  readonly why: string;
}

/** A page of operations, newest first. */
export interface Ops {
  readonly scope: OpenScope;
  readonly rows: readonly ListedOperation[];
  /** The operation to name as cursor for what comes after; `null` at the end. */
  readonly next: string | null;
}

/** Reads what restores, undos and redos did to the files of a project. */
export async function readOps(
  asker: Asker,
  { hasAbandoned, limit, cursor }: OpsQuestion,
): Promise<Ops> {
  const scope = openScope(asker, await asker.openHome(), []);
  const { timeline } = scope.reader;
  const older = cursor === undefined ? undefined : parseOperationWord(cursor);
  // An operation that took one back is newer than it, so all are read: people do some, not
  // thousands.
  const all = timeline.operations(Number.MAX_SAFE_INTEGER);
  const takenBack = planTakenBack(all);
  const readTookBack = openTookBack(scope.reader, all);
  const matching = all
    .filter(({ state }) => hasAbandoned || state !== "abandoned")
    .filter(({ id }) => older === undefined || id < older);
  const rows = matching.slice(0, limit).map((operation) => ({
    operation,
    undoneBy: takenBack.get(operation.id),
    tookBack: readTookBack(operation),
    left: readLeft(timeline, operation),
  }));
  const last = rows.at(-1);
  const next =
    last !== undefined && matching.length > limit ? operationName(last.operation.id) : null;
  return { scope, rows, next };
}

/** Reads what an operation was to change and did not. */
function readLeft(timeline: TimelineReader, { id, state }: Operation): LeftStep[] {
  if (state !== "partial") return [];
  return timeline
    .steps(id)
    .flatMap(({ path, failure }) => (failure === null ? [] : { path, why: failure }));
}
