import * as z from "zod";
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
  more: z.int().describe("Files that are not listed"),
});

/** One path of a restore, planned or carried out. */
const action = z.strictObject({
  ...parts.pathShape("path"),
  action: z.enum(["write", "chmod", "delete", "kept_newer", "kept_changed", "refused"]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  added: z.int().nullable(),
  removed: z.int().nullable(),
  failed: z.literal(true).optional(),
  why: z.string().optional(),
  nearest: parts.versionName.optional(),
  rescued: z.string().optional(),
  unkept: z.array(z.string()).optional(),
  names: z.int().optional(),
});

/** `unf deleted --restore` */
export const broughtBackShape = z.strictObject({
  ...parts.pathShape("root"),
  dry_run: z.boolean(),
  restores: z.array(
    z.strictObject({
      plan: z.string(),
      operation: parts.operationName.nullable(),
      undo: z.string().nullable().describe("The command that takes it back"),
      actions: z.array(action),
      summary: z.strictObject({
        written: z.int(),
        deleted: z.int(),
        kept: z.int(),
        failed: z.int(),
      }),
    }),
  ),
});

export type DeletedFileAnswer = z.infer<typeof file>;
export type DeletedAnswer = z.infer<typeof deletedShape>;
