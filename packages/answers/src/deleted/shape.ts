import * as z from "zod";
import * as orders from "../orders/shape.ts";
import * as parts from "../parts/shapes.ts";

const file = z.strictObject({
  number: z.int().min(1),
  ...parts.pathShape("path"),
  deleted_at: parts.instant,
  deletion: parts.versionName,
  ...parts.authorShape,
  last_version: parts.versionName.nullable(),
  bytes: z.int().nullable(),
  thinned: z.literal(true).optional().describe("The content it had in the end is no longer kept"),
  withheld: z.literal(true).optional(),
  lost: z.literal(true).optional(),
});

/** `unf deleted` */
export const deletedShape = z.strictObject({
  ...parts.pathShape("root"),
  since: parts.time,
  files: z.array(file),
  total: z.int().describe("Files that were deleted since then, on all pages"),
  more: z.int().describe("Files behind those that are listed"),
  next: parts.versionName.nullable().describe("The cursor of the next page"),
});

/** `unf deleted --restore` */
export const broughtBackShape = z.strictObject({
  ...parts.pathShape("root"),
  dry_run: z.boolean(),
  restores: z.array(
    z.strictObject({
      plan: orders.planId,
      ...orders.operationShape,
      actions: z.array(orders.restoreOutcome),
      summary: orders.summary,
    }),
  ),
});

export type DeletedFileAnswer = z.infer<typeof file>;
export type DeletedAnswer = z.infer<typeof deletedShape>;
export type BroughtBackAnswer = z.infer<typeof broughtBackShape>;
