import { readAgentOrder } from "@unf/core/operations";
import { maskName } from "../parts/mask-prompt.ts";
import { operationName, turnName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import { shownLabel } from "../sessions/report-fields.ts";
import type { ListedOperation, Ops } from "./read-ops.ts";
import type { OperationAnswer, OpsAnswer } from "./shape.ts";

/** A page of operations. */
export function opsAnswer({ scope, rows, next }: Ops): OpsAnswer {
  return {
    ...pathFields("root", scope.project.root),
    operations: rows.map(operationAnswer),
    next,
  };
}

function operationAnswer({
  operation,
  undoneBy,
  tookBack,
  left,
}: ListedOperation): OperationAnswer {
  const { id, kind, startedAt, finishedAt, argv, files, inverts, state } = operation;
  return {
    id: operationName(id),
    kind,
    state,
    at: instant(startedAt),
    finished_at: finishedAt === null ? null : instant(finishedAt),
    argv: argv.map(maskName),
    ordered_by: readAgentOrder(argv)?.session ?? null,
    files,
    inverts: inverts === null ? null : operationName(inverts),
    undone_by: undoneBy === undefined ? null : operationName(undoneBy),
    took_back: tookBack.map(({ turn, session, label, isWhole }) => ({
      turn: turn === null ? null : turnName(turn),
      session,
      label: shownLabel(label),
      whole: isWhole,
    })),
    left: left.map(({ path, why }) => ({ ...pathFields("path", path), why })),
  };
}
