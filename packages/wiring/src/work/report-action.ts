import { pathToColumn } from "@unf/core/base";
import type { AppliedUndo } from "@unf/engine";
import type { InvertActionReport } from "@unf/protocol";

/** What was done to one path, as it travels. */
export function reportAction({ action, rescued, unkept }: AppliedUndo): InvertActionReport {
  return {
    path: pathToColumn(action.path),
    action: action.kind,
    ...("merged" in action && action.merged ? { merged: true } : {}),
    ...("why" in action ? { why: action.why } : {}),
    ...(rescued === undefined ? {} : { rescued }),
    ...(unkept === undefined ? {} : { unkept }),
  };
}
