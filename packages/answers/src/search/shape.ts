import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** A line that was found: where it was last, and from when to when it stood there. */
const hit = z.strictObject({
  version: parts.versionName,
  ...parts.pathShape("path"),
  ...parts.optionalPathShape("current_path"),
  line: z.int().min(1),
  text: z.string(),
  masked: z.literal(true).optional(),
  first_version: parts.versionName,
  first_at: parts.instant,
  last_at: parts.instant,
  live: z.boolean(),
  gone_version: parts.versionName.nullable(),
  gone_at: parts.instant.nullable(),
  stood: z
    .array(z.strictObject({ came: parts.instant, went: parts.instant.nullable() }))
    .describe("When it came and went, at most the newest ten times"),
});

/** `unf search` */
export const searchShape = z.strictObject({
  ...parts.pathShape("root"),
  since: parts.time.optional(),
  until: parts.time.optional(),
  hits: z.array(hit),
  next: parts.nextCursor,
});

export type HitAnswer = z.infer<typeof hit>;
export type SearchAnswer = z.infer<typeof searchShape>;
