import type { SnapshotId } from "@unf/core/base";
import type { RestoreOutcome, UndoOutcome } from "@unf/core/orders";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { RestoreOutcomeAnswer, UndoOutcomeAnswer } from "./shape.ts";

/** A file of a restore. */
export function restoreOutcomeAnswer(outcome: RestoreOutcome): RestoreOutcomeAnswer {
  const { action, from, to, counts, nearest, names } = outcome;
  return {
    ...pathFields("path", outcome.path),
    action,
    from: nameOf(from),
    to: nameOf(to),
    added: counts?.added ?? null,
    removed: counts?.removed ?? null,
    ...(action === "refused" ? { failed: true } : {}),
    ...whyFields(outcome),
    ...(nearest === undefined ? {} : { nearest: versionName(nearest) }),
    ...aftermathFields(outcome),
    ...(names === undefined ? {} : { names }),
  };
}

/** A file of an undo, a redo or an oops. */
export function undoOutcomeAnswer(outcome: UndoOutcome): UndoOutcomeAnswer {
  const { action, from, to, merged, overlaps = [] } = outcome;
  return {
    ...pathFields("path", outcome.path),
    action,
    from: nameOf(from),
    to: nameOf(to),
    ...(merged ? { merged } : {}),
    ...whyFields(outcome),
    ...(overlaps.length === 0 ? {} : { overlaps: overlaps.map((one) => ({ ...one })) }),
    ...aftermathFields(outcome),
  };
}

function whyFields({ why }: { readonly why?: string }) {
  return why === undefined ? {} : { why };
}

function aftermathFields({ rescued, unkept }: Pick<RestoreOutcome, "rescued" | "unkept">) {
  return {
    ...(rescued === undefined ? {} : { rescued }),
    ...(unkept === undefined ? {} : { unkept: [...unkept] }),
  };
}

function nameOf(version: SnapshotId | null): string | null {
  return version === null ? null : versionName(version);
}
