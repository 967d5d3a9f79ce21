import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** One end of a comparison: an instant, a version, or the disk as it is. */
const side = z.union([
  z.strictObject({ disk: z.literal(true), resolved: parts.instant }),
  z.strictObject({
    ...parts.time.shape,
    recorded_since: parts.instant.optional().describe("Recording began later than was asked for"),
  }),
  z.strictObject({ version: parts.versionName.nullable(), resolved: parts.instant.optional() }),
]);

const fileDiff = z.strictObject({
  ...parts.pathShape("path"),
  ...parts.optionalPathShape("renamed_from"),
  status: parts.eventType,
  old_version: parts.versionName.nullable(),
  new_version: parts.versionName.nullable(),
  old_mode: z.string().nullable(),
  new_mode: z.string().nullable(),
  added: z.int().nullable(),
  removed: z.int().nullable(),
  ...parts.inexact,
  truncated: z.boolean().describe("The contents differ, and there are no hunks"),
  unshown: z.enum(["binary", "unreadable", "withheld"]).optional(),
  hunks: z.array(parts.hunk),
});

/** `unf diff` */
export const diffShape = z.strictObject({
  ...parts.pathShape("root"),
  from: side,
  to: side,
  files: z.array(fileDiff),
  ...parts.thinnedShape,
});

/** `unf diff --quiet` */
export const changesShape = z.strictObject({
  ...parts.pathShape("root"),
  from: side,
  to: side,
  changed: z.boolean(),
});

export type SideAnswer = z.infer<typeof side>;
export type FileDiffAnswer = z.infer<typeof fileDiff>;
export type DiffAnswer = z.infer<typeof diffShape>;
export type ChangesAnswer = z.infer<typeof changesShape>;
