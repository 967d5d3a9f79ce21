import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** A line, and the version that wrote it. */
const line = z.strictObject({
  n: z.int().min(1),
  version: parts.versionName,
  at: parts.instant,
  ...parts.authorShape,
  turn_label: z.string().nullable().optional(),
  turn_taken_back: parts.takenBack.optional(),
  ...parts.optionalPathShape("original_path"),
  original_n: z.int().min(1),
  text: z.string(),
  masked: z.literal(true).optional(),
});

/** `unf blame` */
export const blameShape = z.strictObject({
  ...parts.pathShape("root"),
  ...parts.pathShape("path"),
  version: parts.versionName,
  at: parts.moment,
  lines: z.array(line),
});

export type BlamedLineAnswer = z.infer<typeof line>;
export type BlameAnswer = z.infer<typeof blameShape>;
