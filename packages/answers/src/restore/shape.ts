import * as z from "zod";
import * as orders from "../orders/shape.ts";
import * as parts from "../parts/shapes.ts";

/** A hunk to choose from; `chosen` is there once it was chosen among them. */
const numberedHunk = z.strictObject({
  number: z.int().min(1),
  chosen: z.boolean().optional(),
  hunk: parts.hunk.nullable(),
});

const common = {
  ...parts.pathShape("root"),
  dry_run: z.boolean(),
  plan: orders.planId,
  at: parts.time,
  unchanged: z.int().describe("Files that are as wanted already"),
  ...orders.warningsShape,
  hunks: z.array(numberedHunk).optional(),
};

/** `unf restore --dry-run`, and where there is nothing to do */
export const plannedRestoreShape = z.strictObject({
  ...common,
  operation: z.null(),
  actions: z.array(orders.restoreOutcome),
  summary: orders.summary,
});

/** `unf restore` */
export const restoredShape = z.strictObject({
  ...common,
  ...orders.operationShape,
  actions: z.array(orders.restoreOutcome),
  summary: orders.summary,
});

/** `unf restore --to` */
export const exportedShape = z.strictObject({
  ...parts.pathShape("root"),
  ...parts.pathShape("directory"),
  dry_run: z.boolean(),
  at: parts.time,
  operation: z.null(),
  actions: z.array(
    z.strictObject({
      ...parts.pathShape("path"),
      action: z.literal("write"),
      from: z.null(),
      to: parts.versionName,
    }),
  ),
  summary: orders.summary.extend({ bytes: z.int() }),
  ...parts.thinnedShape,
});

export type NumberedHunkAnswer = z.infer<typeof numberedHunk>;
export type PlannedRestoreAnswer = z.infer<typeof plannedRestoreShape>;
export type RestoredAnswer = z.infer<typeof restoredShape>;
export type ExportedAnswer = z.infer<typeof exportedShape>;
